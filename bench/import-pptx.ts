/**
 * Claims: presentations are read without an exception, every word that LibreOffice shows is on the slides, and the slides
 * look as LibreOffice draws them. Reads the files of folders, or two of its own. Prints slides per second, words and
 * likeness of each file. Skipped where soffice or pdftotext is not installed. Exit code 1 if a claim fails.
 *
 *   npm run bench import-pptx -- [folder …] [--out FOLDER] [--fonts FOLDER]
 *
 * `--out`: keeps the pictures of slides. `--fonts`: fonts for LibreOffice, which the browser must have, too.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { readPptx } from '../src/api/imports/pptx/read-pptx.ts'
import type { ReadHead, ReadSlide } from '../src/api/imports/process/reader.ts'
import { textOf } from '../src/document/slide-text.ts'
import { paragraph, place, samplePptx, shape } from '../src/testing/sample-pptx.ts'
import { benchBrowser } from './bench-browser.ts'
import { drawImport, printFiles, type ReadDeck } from './draw-import.ts'
import { drawOffice } from './draw-office.ts'
import { isInstalled } from './import-decks.ts'
import { likeness } from './picture-score.ts'

const run = promisify(execFile)
/** The least share of words, and the least likeness of the file in the middle. */
const [bar, likeBar] = [0.99, 0.8]
const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, fonts: { type: 'string' } },
})

/** Words of letters: numbers may be written differently on axes. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

async function read(path: string): Promise<ReadDeck> {
  const slides: ReadSlide[] = []
  const heads: ReadHead[] = []
  const sink = {
    begin: async (head: ReadHead) => void heads.push(head),
    slide: async (slide: ReadSlide) => void slides.push(slide),
  }
  const settings = await readPptx({ path, fileName: basename(path), options: {}, size: null }, sink)
  return { head: heads[0]!, slides, settings }
}

/** The mean likeness of a file's slides to what LibreOffice draws; null if that does not open it. */
async function likenessOf(
  browser: Browser,
  path: string,
  deck: ReadDeck,
  files: Awaited<ReturnType<typeof printFiles>>,
) {
  const size = { width: Math.round(deck.head.size.width), height: Math.round(deck.head.size.height) }
  let office: Buffer[]
  try {
    office = drawOffice(path, size, options.fonts ?? null)
  } catch {
    return null
  }
  const own = await drawImport(browser, deck, files)
  const pairs = own.flatMap((picture, index) => (office[index] ? [{ picture, drawn: office[index] }] : []))
  const scores = await Promise.all(pairs.map(({ picture, drawn }) => likeness(picture, drawn, size)))
  if (options.out) {
    mkdirSync(options.out, { recursive: true })
    for (const [index, { picture, drawn }] of pairs.entries()) {
      const name = join(options.out, `${basename(path)}-${String(index + 1).padStart(3, '0')}`)
      writeFileSync(`${name}-own.png`, picture)
      writeFileSync(`${name}-office.png`, drawn)
    }
  }
  return scores.length === 0 ? null : scores.reduce((sum, { content }) => sum + content, 0) / scores.length
}

/** The words that LibreOffice shows. */
async function shownWords(path: string, folder: string): Promise<string[]> {
  await run('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', folder, path], { timeout: 120_000 })
  const { stdout } = await run('pdftotext', [join(folder, basename(path).replace(/\.\w+$/, '.pdf')), '-'], {
    maxBuffer: 100_000_000,
  })
  return wordsOf(stdout)
}

const filesIn = (from: string): string[] => readdirSync(from).map((name) => join(from, name))

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
    const paths = folders.length > 0 ? folders.flatMap(filesIn) : ownFiles(folder)
    const [browser, files] = await Promise.all([benchBrowser(['--font-render-hinting=none']), printFiles()])
    let [wanted, missing, failed] = [0, 0, 0]
    const scores: number[] = []
    for (const path of paths) {
      const start = performance.now()
      const deck = await read(path).catch((error: Error) => error)
      if (deck instanceof Error) {
        // Files that are refused say why in words; anything else is an exception.
        const isRefusal = ['ImportError', 'ZipError'].includes(deck.name)
        console.log(`${basename(path)}: ${isRefusal ? 'refused' : 'FAILED'}: ${deck.message}`)
        if (!isRefusal) failed += 1
        continue
      }
      const seconds = (performance.now() - start) / 1000
      const own = new Set(wordsOf(deck.slides.map(({ html }) => textOf(html)).join(' ')))
      const words = await shownWords(path, folder).catch(() => [])
      const lost = words.filter((word) => !own.has(word))
      wanted += words.length
      missing += lost.length
      const score = await likenessOf(browser, path, deck, files)
      if (score !== null) scores.push(score)
      console.log(
        `${basename(path)}: ${deck.slides.length} slides, ${(deck.slides.length / seconds).toFixed(0)}/s, ${words.length - lost.length} of ${words.length} words, content ${score?.toFixed(3) ?? '-'}`,
      )
    }
    await browser.close()
    const share = wanted === 0 ? 1 : 1 - missing / wanted
    const middle = scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 1
    console.log(
      `${paths.length} files, ${failed} exceptions, ${(share * 100).toFixed(2)} % of words (bar ${bar * 100} %), content ${middle.toFixed(3)} in the middle (bar ${likeBar})`,
    )
    if (failed > 0 || share < bar || middle < likeBar) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
