/**
 * Claim: presentations are read without an exception, and every word that LibreOffice shows is on the slides. Reads the
 * files of a folder, or two of its own. Prints slides per second and the share of words. Skipped where soffice or
 * pdftotext is not installed. Exit code 1 if the claim fails. Usage: node bench/import-pptx.ts [folder]
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { readPptx } from '../src/api/imports/pptx/read-pptx.ts'
import type { ReadSlide } from '../src/api/imports/process/reader.ts'
import { textOf } from '../src/document/slide-text.ts'
import { paragraph, place, samplePptx, shape } from '../src/testing/sample-pptx.ts'
import { isInstalled } from './import-decks.ts'

const run = promisify(execFile)
/** The least share of words. */
const bar = 0.99

/** Words of letters: numbers may be written differently on axes. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

async function read(path: string): Promise<ReadSlide[]> {
  const slides: ReadSlide[] = []
  const sink = { begin: async () => {}, slide: async (slide: ReadSlide) => void slides.push(slide) }
  await readPptx({ path, fileName: basename(path), options: {}, size: null }, sink)
  return slides
}

/** The words that LibreOffice shows. */
async function shownWords(path: string, folder: string): Promise<string[]> {
  await run('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', folder, path], { timeout: 120_000 })
  const { stdout } = await run('pdftotext', [join(folder, basename(path).replace(/\.\w+$/, '.pdf')), '-'], {
    maxBuffer: 100_000_000,
  })
  return wordsOf(stdout)
}

function ownFiles(folder: string): string[] {
  const slide = (index: number) => ({
    shapes:
      shape(2, '', paragraph(`Heading of slide ${index}`), '<p:ph type="title"/>') +
      shape(3, place(80, 200, 700, 300), paragraph('Ferns grow in the shade') + paragraph('Mosses need water')),
  })
  return [1, 40].map((count) => {
    const path = join(folder, `own-${count}.pptx`)
    writeFileSync(path, samplePptx(Array.from({ length: count }, (_, index) => slide(index + 1))))
    return path
  })
}

if (!((await isInstalled('soffice', '--version')) && (await isInstalled('pdftotext')))) {
  console.log('import-pptx: skipped, since soffice or pdftotext is not installed')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  try {
    const [, , given] = process.argv
    const paths = given ? readdirSync(given).map((name) => join(given, name)) : ownFiles(folder)
    let [wanted, missing, failed] = [0, 0, 0]
    for (const path of paths) {
      const start = performance.now()
      const slides = await read(path).catch((error: Error) => error)
      if (slides instanceof Error) {
        // Files that are refused say why in words; anything else is an exception.
        const isRefusal = ['ImportError', 'ZipError'].includes(slides.name)
        console.log(`${basename(path)}: ${isRefusal ? 'refused' : 'FAILED'}: ${slides.message}`)
        if (!isRefusal) failed += 1
        continue
      }
      const seconds = (performance.now() - start) / 1000
      const own = new Set(wordsOf(slides.map(({ html }) => textOf(html)).join(' ')))
      const words = await shownWords(path, folder).catch(() => [])
      const lost = words.filter((word) => !own.has(word))
      wanted += words.length
      missing += lost.length
      console.log(
        `${basename(path)}: ${slides.length} slides, ${(slides.length / seconds).toFixed(0)}/s, ${words.length - lost.length} of ${words.length} words`,
      )
    }
    const share = wanted === 0 ? 1 : 1 - missing / wanted
    console.log(
      `${paths.length} files, ${failed} exceptions, ${(share * 100).toFixed(2)} % of words (bar ${bar * 100} %)`,
    )
    if (failed > 0 || share < bar) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
