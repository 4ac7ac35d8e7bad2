import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutRtlFonts } from '../../rules/rtl-fonts.ts'

/** A file shared by all exported decks. `name` is its path inside the ZIP. */
export interface OfflineFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The style sheets of the player. */
const sheets = ['../../player/theme.css', '../../player/slide-footer.css', '../../blocks/blocks.css']

/** Reads a style sheet and inlines its imports: a page from a disk cannot load them. */
function readSheet(path: string): string {
  const css = readFileSync(path, 'utf8')
  return css.replace(/@import "(\.[^"]+)";/g, (_, imported: string) => readSheet(join(dirname(path), imported)))
}

let files: readonly OfflineFile[] | undefined

/**
 * Files that exported decks need to open without a network: reveal.js and the styles. reveal.js is a plain script,
 * since pages from a disk cannot load modules.
 */
export function offlineFiles(): readonly OfflineFile[] {
  if (files) return files
  const reveal = dirname(createRequire(import.meta.url).resolve('reveal.js/reveal.css'))
  const css = sheets.map((sheet) => readSheet(fileURLToPath(new URL(sheet, import.meta.url)))).join('\n')
  files = [
    { name: 'reveal/reveal.js', bytes: readFileSync(join(reveal, 'reveal.js')) },
    {
      name: 'reveal/reveal.css',
      bytes: Buffer.from(withoutRtlFonts(readFileSync(join(reveal, 'reveal.css'), 'utf8'))),
    },
    { name: 'reveal/slides.css', bytes: Buffer.from(css) },
  ]
  return files
}
