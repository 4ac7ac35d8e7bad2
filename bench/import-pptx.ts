/**
 * Claims: presentations are read without an exception, every word of their slides is on ours, so is every word that
 * LibreOffice shows, and the slides look as LibreOffice draws them. Reads the files of folders, or two of its own. Prints
 * slides per second, missing words and likeness of each file. Skipped where soffice or pdftotext is not installed. Exit
 * code 1 if a claim fails.
 *
 *   node bench/import-pptx.ts [folder …] [--keep FOLDER] [--continue] [--jobs N] [--fonts FOLDER]
 *
 * `--keep`: keeps the pictures; LibreOffice draws a file only once. `--continue`: takes the results there of an earlier
 * run, and measures the other files. `--jobs`: files at a time. `--fonts`: fonts for LibreOffice, which the browser must
 * have, too.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { readPptx } from '../src/api/imports/pptx/read-pptx.ts'
import type { ReadHead, ReadSlide } from '../src/api/imports/process/reader.ts'
import { textOf } from '../src/document/slide-text.ts'
import { paragraph, place, samplePptx, shape } from '../src/testing/sample-pptx.ts'
import { benchBrowser } from './bench-browser.ts'
import { drawImport, isShown, printFiles, type ReadDeck } from './draw-import.ts'
import { isInstalled } from './import-decks.ts'
import { officePages, pageName } from './kept-office.ts'
import { likeness } from './picture-score.ts'
import { lettersOf, missingOfPdf, missingWords, slideTexts } from './pptx-words.ts'

/** The least share of words that LibreOffice shows, and the least likeness of the file in the middle. */
const [bar, likeBar] = [0.99, 0.8]
const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ keep: { type: 'string' }, continue: { type: 'boolean', default: false } },
    ...{ jobs: { type: 'string', default: '1' }, fonts: { type: 'string' } },
  },
})

/** What was measured of a file. */
interface Result {
  readonly outcome: 'read' | 'refused' | 'failed'
  readonly message: string
  readonly slides: number
  readonly perSecond: number
  /** Words of the file's own slides, and those that are missing, with the number of the slide. */
  readonly words: number
  readonly missing: readonly string[]
  /** Words that LibreOffice shows. */
  readonly shownWords: number
  readonly shownMissing: readonly string[]
  /** Likeness of each slide that was drawn. */
  readonly content: readonly number[]
}

const nothing: Omit<Result, 'outcome' | 'message'> = {
  ...{ slides: 0, perSecond: 0, words: 0, missing: [], shownWords: 0, shownMissing: [], content: [] },
}

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

/** The words that slides lack, with the numbers of the slides. If their numbers differ, all are one slide. */
function lacking(wanted: readonly string[], had: readonly string[], missing: typeof missingWords): string[] {
  const pairs =
    wanted.length === had.length ? wanted.map((text, at) => [text, had[at]!]) : [[wanted.join(' '), had.join(' ')]]
  return pairs.flatMap(([text, own], index) => missing(text!, own!).map((word) => `${index + 1}:${word}`))
}

type Files = Awaited<ReturnType<typeof printFiles>>

async function measure(path: string, folder: string, browser: Browser, files: Files): Promise<Result> {
  const start = performance.now()
  const deck = await read(path).catch((error: Error) => error)
  if (deck instanceof Error) {
    // Files that are refused say why in words; anything else is an exception.
    const isRefusal = ['ImportError', 'ZipError'].includes(deck.name)
    return { outcome: isRefusal ? 'refused' : 'failed', message: deck.message, ...nothing }
  }
  const perSecond = deck.slides.length / ((performance.now() - start) / 1000)
  const size = { width: Math.round(deck.head.size.width), height: Math.round(deck.head.size.height) }
  const office = (await officePages(path, folder, size, options.fonts ?? null)) ?? { pictures: [], texts: [] }
  const shown = deck.slides.filter(isShown).map(({ html }) => textOf(html))
  const own = await drawImport(browser, deck, files)
  const content: number[] = []
  for (const [index, picture] of own.slice(0, office.pictures.length).entries()) {
    writeFileSync(join(folder, pageName('own', index)), picture)
    content.push((await likeness(picture, office.pictures[index]!, size)).content)
  }
  const texts = slideTexts(path)
  const count = (list: readonly string[]) => list.flatMap(lettersOf).length
  return {
    ...{ outcome: 'read', message: '', slides: deck.slides.length, perSecond, content },
    words: count(texts),
    missing: lacking(
      texts,
      deck.slides.map(({ html }) => textOf(html)),
      missingWords,
    ),
    shownWords: count(office.texts),
    shownMissing: lacking(office.texts, shown, missingOfPdf),
  }
}

const mean = (list: readonly number[]): number | null =>
  list.length === 0 ? null : list.reduce((sum, one) => sum + one, 0) / list.length
const middleOf = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 1
const some = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` (${words.slice(0, 30).join(' ')}${words.length > 30 ? ' …' : ''})`

function lineOf(one: Result): string {
  if (one.outcome !== 'read') return `${one.outcome === 'failed' ? 'FAILED' : 'refused'}: ${one.message}`
  const words = `${one.missing.length} of ${one.words} words missing${some(one.missing)}`
  const shown = `${one.shownMissing.length} of ${one.shownWords} shown ones${some(one.shownMissing)}`
  const content = `${mean(one.content)?.toFixed(3) ?? '-'}: ${one.content.map((value) => value.toFixed(2)).join(' ')}`
  return `${one.slides} slides, ${one.perSecond.toFixed(0)}/s, ${words}, ${shown}, content ${content}`
}

/** Prints the sums. Whether all claims hold. */
function conclude(results: readonly Result[]): boolean {
  const read = results.filter(({ outcome }) => outcome === 'read')
  const failed = results.filter(({ outcome }) => outcome === 'failed').length
  const sum = (of: (one: Result) => number) => read.reduce((total, one) => total + of(one), 0)
  const [words, missing] = [sum((one) => one.words), sum((one) => one.missing.length)]
  const [shown, unseen] = [sum((one) => one.shownWords), sum((one) => one.shownMissing.length)]
  const share = shown === 0 ? 1 : 1 - unseen / shown
  const middle = middleOf(read.flatMap(({ content }) => mean(content) ?? []))
  const slides = read.flatMap(({ content }) => content)
  console.log(
    `${results.length} files, ${results.length - read.length - failed} refused, ${failed} exceptions, ${sum((one) => one.slides)} slides\n` +
      `words: ${missing} of ${words} missing (bar 0); ${(share * 100).toFixed(2)} % of ${shown} that LibreOffice shows (bar ${bar * 100} %)\n` +
      `content: ${middle.toFixed(3)} in the middle of ${read.filter(({ content }) => content.length > 0).length} files (bar ${likeBar}); ${slides.length} slides, ${middleOf(slides).toFixed(3)} in the middle`,
  )
  return failed === 0 && missing === 0 && share >= bar && middle >= likeBar
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

/** Measures files, several at a time. */
async function measureAll(paths: readonly string[], keep: string): Promise<Result[]> {
  const [browser, files] = await Promise.all([benchBrowser(['--font-render-hinting=none']), printFiles()])
  const results: Result[] = []
  const waiting = [...paths]
  const worker = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const folder = join(keep, basename(path))
      const kept = join(folder, 'result.json')
      const isKnown = options.continue && existsSync(kept)
      mkdirSync(folder, { recursive: true })
      const one: Result = isKnown ? JSON.parse(readFileSync(kept, 'utf8')) : await measure(path, folder, browser, files)
      writeFileSync(kept, JSON.stringify(one))
      console.log(`${basename(path)}: ${lineOf(one)}`)
      results.push(one)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(options.jobs) || 1) }, worker)).finally(() =>
    browser.close(),
  )
  return results
}

if (!((await isInstalled('soffice', '--version')) && (await isInstalled('pdftotext')))) {
  console.log('import-pptx: skipped, since soffice or pdftotext is not installed')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  try {
    const paths = folders.length > 0 ? folders.flatMap(filesIn) : ownFiles(folder)
    if (!conclude(await measureAll(paths, options.keep ?? folder))) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
