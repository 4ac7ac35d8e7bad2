import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** Whether LibreOffice and poppler are installed. */
export function canDrawOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The file as programs without formulas show it: LibreOffice is often installed without them, and shows nothing then. */
function withoutFormulas(bytes: Uint8Array): Uint8Array {
  const zip = unzipSync(bytes)
  for (const [name, content] of Object.entries(zip)) {
    if (!/^ppt\/slides\/slide\d+\.xml$/.test(name)) continue
    const formula =
      /<mc:AlternateContent[^>]*><mc:Choice Requires="a14">.*?<\/mc:Choice><mc:Fallback>(.*?)<\/mc:Fallback><\/mc:AlternateContent>/gs
    zip[name] = strToU8(strFromU8(content).replace(formula, '$1'))
  }
  return zipSync(zip)
}

/** Draws the slides of a PowerPoint file by LibreOffice, as PNG. `fonts`: a folder of fonts besides the installed ones. */
export function drawOffice(
  file: string,
  size: { readonly width: number; readonly height: number },
  fonts: string | null,
): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-office-'))
  try {
    const env = { ...process.env }
    if (fonts) {
      const settings = join(folder, 'fonts.conf')
      writeFileSync(
        settings,
        `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${resolve(fonts)}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
      )
      env.FONTCONFIG_FILE = settings
    }
    const drawn = join(folder, basename(file))
    writeFileSync(drawn, withoutFormulas(readFileSync(file)))
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const convert = ['--headless', '--norestore', profile, '--convert-to', 'pdf', '--outdir', folder, drawn]
    execFileSync('soffice', convert, { env, stdio: 'ignore', timeout: 600_000 })
    const pdf = readdirSync(folder).find((name) => name.endsWith('.pdf'))
    if (!pdf) throw new Error(`LibreOffice did not open ${file}`)
    const scale = ['-scale-to-x', String(size.width), '-scale-to-y', String(size.height)]
    execFileSync('pdftoppm', ['-png', ...scale, join(folder, pdf), join(folder, 'page')], { stdio: 'ignore' })
    const pages = readdirSync(folder).filter((name) => /^page-\d+\.png$/.test(name))
    return pages.toSorted().map((name) => readFileSync(join(folder, name)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
