/**
 * Claims: presentations are imported, edited, and exported as PowerPoint files with all of their slides and words, the
 * words of the edits among them, and look as LibreOffice draws the given ones. Reads up to a number of files of folders,
 * or one of its own. Each deck gets a word in its first text, and a slide at its end; those two slides are not compared.
 * Prints the likeness of each slide, and the missing words. Skipped where soffice or pdftotext is not installed. Exit code
 * 1 if a claim fails.
 *
 *   npm run build && node bench/pptx-round-trip.ts [folder …] [--files N] [--only TEXT] [--keep FOLDER]
 *
 * `--keep`: keeps the files and pictures; LibreOffice draws a given file only once.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { newSlideId } from '../src/document/ids.ts'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { runServer } from '../src/testing/run-server.ts'
import { paragraph, place, samplePptx, shape } from '../src/testing/sample-pptx.ts'
import { benchBrowser } from './bench-browser.ts'
import { drawOffice } from './draw-office.ts'
import { isInstalled } from './import-decks.ts'
import { officePages, pageName } from './kept-office.ts'
import { likeness } from './picture-score.ts'
import { pptxContents } from './pptx-contents.ts'
import { missingWords, shownSlideTexts, slideSize } from './pptx-words.ts'

/** The least likeness of the slide in the middle. */
const bar = 0.8
const addedWord = 'Revised'
const addedSlide = 'Written after the import'
const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', default: '10' }, only: { type: 'string' }, keep: { type: 'string' } },
})

interface Result {
  readonly slides: number
  /** Words of the given file that the exported one lacks, with the numbers of the slides. */
  readonly missing: readonly string[]
  readonly content: readonly number[]
}

/** Calls the API as the user of a browser. */
class Api {
  readonly #context: BrowserContext
  readonly #baseUrl: string

  constructor(context: BrowserContext, baseUrl: string) {
    this.#context = context
    this.#baseUrl = baseUrl
  }

  async send(method: string, path: string, body: object = {}): Promise<Record<string, unknown>> {
    const { request } = this.#context
    const page = await (await request.get(`${this.#baseUrl}/about`)).text()
    const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const headers = { 'x-csrf-token': token, origin: this.#baseUrl, accept: 'application/json' }
    const answer = await request.fetch(`${this.#baseUrl}/api/v1${path}`, { method, headers, timeout: 600_000, ...body })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }

  /** Waits until a job has ended. */
  async finished(path: string): Promise<Record<string, unknown>> {
    for (;;) {
      const state = await this.send('GET', path)
      if (state.status === 'failed') throw new Error(String(state.message ?? 'The job failed'))
      if (state.status === 'finished') return state
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  async file(url: string): Promise<Buffer> {
    return (await this.#context.request.get(this.#baseUrl + url)).body()
  }
}

/** Adds a word to the first text, and a slide. */
function edited(data: string): string {
  const first = /(data-block-type="(?:text|shape)"(?:(?!<\/section>)[\s\S])*?<(?:p|h[1-6]|li)\b[^>]*>)/
  const block = `<div class="block" data-block-type="text" style="left: 80px; top: 200px; width: 600px; height: 80px;"><div class="block-content"><p>${addedSlide}</p></div></div>`
  return `${data.replace(first, `$1${addedWord} `)}\n<section data-id="${newSlideId()}">${block}</section>`
}

/** Imports a file, edits its deck and exports it. */
async function throughDeck(api: Api, path: string): Promise<Buffer> {
  const file = { name: basename(path), mimeType: 'application/octet-stream', buffer: readFileSync(path) }
  const { id } = await api.send('POST', '/imports.json', { multipart: { file } })
  const { deck_id: deck } = await api.finished(`/imports/${String(id)}.json`)
  const stored = await api.send('GET', `/decks/${String(deck)}/data.json`)
  const { version } = await api.send('GET', `/decks/${String(deck)}.json`)
  const change = { deck: { version, data: edited(String(stored.data)) } }
  await api.send('PUT', `/decks/${String(deck)}.json`, { data: change })
  const wanted = { deck_export: { type: 'ppt', options: {} } }
  const made = await api.send('POST', `/decks/${String(deck)}/exports.json`, { data: wanted })
  const { url } = await api.finished(`/decks/${String(deck)}/exports/${String(made.id)}.json`)
  return api.file(String(url))
}

async function measure(api: Api, path: string, folder: string): Promise<Result> {
  mkdirSync(folder, { recursive: true })
  const out = join(folder, 'out.pptx')
  writeFileSync(out, await throughDeck(api, path))
  const [texts, contents, size] = [shownSlideTexts(path), pptxContents(readFileSync(out)), slideSize(path)]
  const given = (await officePages(path, folder, size, null))?.pictures ?? []
  const drawn = (await drawOffice(out, size, null)).pictures
  const content: number[] = []
  for (const [index, picture] of drawn.slice(0, -1).entries()) {
    writeFileSync(join(folder, pageName('own', index)), picture)
    if (index > 0 && given[index]) content.push((await likeness(picture, given[index], size)).content)
  }
  const lacks = (wanted: string, index: number) =>
    missingWords(wanted, contents[index]?.text ?? '').map((word) => `${index + 1}:${word}`)
  const whole = contents.map(({ text }) => text).join(' ')
  return {
    slides: contents.length - texts.length,
    missing: [...texts.flatMap(lacks), ...missingWords(`${addedSlide} ${texts.join('') && addedWord}`, whole)],
    content,
  }
}

/** The value in the middle; NaN without any, which meets no bar. */
const middleOf = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

function ownFile(folder: string): string {
  const slide = (text: string) => ({ shapes: shape(2, place(60, 60, 700, 120), paragraph(text)) })
  const given = join(folder, 'given')
  mkdirSync(given)
  const path = join(given, 'own.pptx')
  writeFileSync(path, samplePptx([slide('Moths'), slide('Butterflies of the wood'), slide('Beetles below bark')]))
  return path
}

/** The first files that can be read. */
async function measureAll(api: Api, paths: readonly string[], keep: string): Promise<boolean> {
  const results: Result[] = []
  for (const path of paths) {
    if (results.length >= Number(options.files)) break
    try {
      const one = await measure(api, path, join(keep, basename(path)))
      results.push(one)
      const words = one.missing.length === 0 ? 'all words' : `MISSING ${one.missing.slice(0, 20).join(' ')}`
      const slides = one.slides === 1 ? '' : `, ${one.slides - 1} slides more or less`
      console.log(
        `${basename(path)}: ${words}${slides}, content ${middleOf(one.content).toFixed(3)}: ${one.content.map((value) => value.toFixed(2)).join(' ')}`,
      )
    } catch (error) {
      console.log(`${basename(path)}: left out: ${(error as Error).message.slice(0, 200)}`)
    }
  }
  const content = results.flatMap((one) => one.content)
  const missing = results.reduce((sum, one) => sum + one.missing.length, 0)
  const uneven = results.filter(({ slides }) => slides !== 1).length
  console.log(
    `${results.length} files: ${missing} words missing (bar 0), ${uneven} with other slides (bar 0), content ${middleOf(content).toFixed(3)} in the middle of ${content.length} slides (bar ${bar})`,
  )
  return results.length > 0 && missing === 0 && uneven === 0 && middleOf(content) >= bar
}

if (!((await isInstalled('soffice', '--version')) && (await isInstalled('pdftotext')))) {
  console.log('pptx-round-trip: skipped, since soffice or pdftotext is not installed')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const browser = await benchBrowser()
  const server = await runServer({ env: { BILLING: 'off' } })
  try {
    const context = await browser.newContext()
    await deckAuthor(context, server.baseUrl)
    const found = folders.flatMap((from) => readdirSync(from).map((name) => join(from, name)))
    const paths = (found.length > 0 ? found : [ownFile(folder)]).filter((path) => path.includes(options.only ?? ''))
    if (!(await measureAll(new Api(context, server.baseUrl), paths, options.keep ?? folder))) process.exitCode = 1
  } finally {
    await browser.close()
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
