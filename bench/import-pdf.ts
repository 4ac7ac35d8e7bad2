/**
 * Claim: the pages of a PDF become pictures as fast as with pdftoppm (JPEG 85, 1920 px wide) for text, and 2.5 times as
 * fast for photos, the start of the process included; at least 95 % of the words that pdftotext finds are words of texts.
 * Prints pages per second, ratios of interleaved rounds and the peak of memory. Skipped where pdftoppm is not installed.
 * Exit code 1 if the claim fails. Usage: node bench/import-pdf.ts [pages]
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pdfFormat } from '../src/api/imports/pdf/pdf-format.ts'
import { readInProcess } from '../src/api/imports/process/read-in-process.ts'
import type { ReadSlide } from '../src/api/imports/process/reader.ts'
import { textOf } from '../src/document/slide-text.ts'
import { isInstalled, pictureDeck, textDeck } from './import-decks.ts'

const run = promisify(execFile)
const [, , pageCount = '100'] = process.argv
const rounds = 3
const bars = { text: 1, pictures: 2.5, words: 0.95 }

async function read(path: string, pdf: string): Promise<ReadSlide[]> {
  const slides: ReadSlide[] = []
  const taker = { head: async () => {}, slide: async (slide: ReadSlide) => void slides.push(slide) }
  await readInProcess(
    pdfFormat,
    { path, fileName: 'a.pdf', options: { pdf }, size: null },
    taker,
    new AbortController().signal,
  )
  return slides
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The ratio to pdftoppm: the median of the rounds. */
async function compare(name: string, path: string, folder: string, pages: number): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const options = [
      '-jpeg',
      '-jpegopt',
      'quality=85',
      '-scale-to-x',
      '1920',
      '-scale-to-y',
      '-1',
      path,
      join(folder, 'page'),
    ]
    const other = await seconds(() => run('pdftoppm', options))
    const own = await seconds(() => read(path, 'pictures'))
    ratios.push(other / own)
    console.log(
      `${name}: ${(pages / own).toFixed(1)} pages/s, pdftoppm ${(pages / other).toFixed(1)}, ${(other / own).toFixed(2)}x`,
    )
  }
  return median(ratios)
}

/** The share of the words of pdftotext that are words of texts. */
async function wordShare(path: string): Promise<number> {
  const listOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const { stdout } = await run('pdftotext', [path, '-'])
  const found = new Map<string, number>()
  const slides = await read(path, 'editable')
  for (const word of listOf(slides.map(({ html }) => textOf(html)).join(' ')))
    found.set(word, (found.get(word) ?? 0) + 1)
  const wanted = listOf(stdout)
  const there = wanted.filter((word) => {
    const left = found.get(word) ?? 0
    found.set(word, left - 1)
    return left > 0
  })
  return there.length / wanted.length
}

if (!(await isInstalled('pdftoppm'))) console.log('import-pdf: skipped, since pdftoppm is not installed')
else {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  try {
    const pages = Number(pageCount)
    const [text, pictures] = [join(folder, 'text.pdf'), join(folder, 'pictures.pdf')]
    writeFileSync(text, await textDeck(pages))
    writeFileSync(pictures, await pictureDeck(pages))
    const ratios = {
      text: await compare('text', text, folder, pages),
      pictures: await compare('pictures', pictures, folder, pages),
    }
    const words = await wordShare(text)
    console.log(
      `text ${ratios.text.toFixed(2)}x (bar ${bars.text}), pictures ${ratios.pictures.toFixed(2)}x (bar ${bars.pictures})`,
    )
    console.log(`words as text ${(words * 100).toFixed(1)} % (bar ${bars.words * 100} %)`)
    if (ratios.text < bars.text || ratios.pictures < bars.pictures || words < bars.words) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
