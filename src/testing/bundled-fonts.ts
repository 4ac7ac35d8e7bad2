import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The family of formulas' fonts that stands for each generic one. */
const generic = { serif: 'KaTeX_Main', 'sans-serif': 'KaTeX_SansSerif', monospace: 'KaTeX_Typewriter' }

/**
 * Lets browsers that are started from now on see no font of the machine: where a document brings none, it is drawn with those
 * of formulas, which are bundled as files that fontconfig reads. Returns what ends it. Linux only; no effect elsewhere.
 */
export function useBundledFonts(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'))
  const fonts = join(dirname(fileURLToPath(import.meta.resolve('katex'))), 'fonts')
  const aliases = Object.entries(generic).map(
    ([family, font]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`,
  )
  mkdirSync(join(folder, 'cache'))
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${aliases.join('')}</fontconfig>\n`,
  )
  const before = process.env.FONTCONFIG_PATH
  process.env.FONTCONFIG_PATH = folder
  return () => {
    if (before === undefined) delete process.env.FONTCONFIG_PATH
    else process.env.FONTCONFIG_PATH = before
    rmSync(folder, { recursive: true, force: true })
  }
}
