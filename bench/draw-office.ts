import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

const run = promisify(execFile)

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

/** The pages of a file as LibreOffice shows them, as PNG, and the text of each. */
export interface OfficePages {
  readonly pictures: readonly Buffer[]
  readonly texts: readonly string[]
}

/** Draws the slides of a PowerPoint file by LibreOffice. `fonts`: a folder of fonts besides the installed ones. */
export async function drawOffice(
  file: string,
  size: { readonly width: number; readonly height: number },
  fonts: string | null,
): Promise<OfficePages> {
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
    await run('soffice', convert, { env, timeout: 600_000 })
    const pdf = readdirSync(folder).find((name) => name.endsWith('.pdf'))
    if (!pdf) throw new Error(`LibreOffice did not open ${file}`)
    const scale = ['-scale-to-x', String(size.width), '-scale-to-y', String(size.height)]
    await run('pdftoppm', ['-png', ...scale, join(folder, pdf), join(folder, 'page')])
    const { stdout } = await run('pdftotext', [join(folder, pdf), '-'], { maxBuffer: 100_000_000 })
    const pages = readdirSync(folder).filter((name) => /^page-\d+\.png$/.test(name))
    const pictures = pages.toSorted().map((name) => readFileSync(join(folder, name)))
    return { pictures, texts: stdout.split('\f').slice(0, pictures.length) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
