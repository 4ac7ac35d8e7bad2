import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Slides } from '../../document/deck-model.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { parseXml, type XmlElement } from '../../document/sanitize/xml.ts'
import { textOf } from '../../document/slide-text.ts'
import { slideIds, structureOf } from '../../document/structure.ts'
import { joinExports } from '../../join-exports.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { packZip } from '../../server/zip/pack-zip.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { exportedFile } from '../../testing/exported-file.ts'
import { cellTexts, layOutDeck, shownText } from '../../testing/laid-out-deck.ts'
import { type MarkedDeck, markedDeck, markedSize } from '../../testing/marked-deck.ts'
import { textsOf } from '../../testing/outlines/pdf-texts.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { PackageInput } from '../deck-packages/deck-package.ts'
import { zipDeck } from '../deck-packages/zip-deck.ts'
import { loadPdfium, openDocument } from '../imports/pdf/pdfium.ts'
import { defineJobs } from '../jobs.ts'
import { createPowerpoint } from './powerpoint/create-powerpoint.ts'

/** Decks that a browser exports; `npm run random-decks` exports many. */
const decks = Number(process.env.DECKS ?? 0)
const seed = Number(process.env.SEED ?? 20_300_401)
const pure = { seed, numRuns: Math.max(12, decks) }
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const wordList = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text that another lacks; a repeated word counts each time. */
function missingWords(wanted: string, had: string): string[] {
  const left = new Map<string, number>()
  for (const word of wordList(had)) left.set(word, (left.get(word) ?? 0) + 1)
  return wordList(wanted).filter((word) => {
    const rest = left.get(word) ?? 0
    left.set(word, rest - 1)
    return rest <= 0
  })
}

const rules = { nodes: 400_000, depth: 200, attributes: 100, namespace: null, doctype: false }

/** The words of a part: those of a paragraph are joined. */
function xmlText(element: XmlElement | string): string {
  if (typeof element === 'string') return element
  if (element.name === 'br') return ' '
  const text = element.children.map(xmlText).join('')
  return element.name === 'p' || element.name === 'tc' || element.name === 'v' ? `${text} ` : text
}

function textOfPart(files: Readonly<Record<string, Uint8Array>>, path: string): string {
  const root = parseXml(strFromU8(files[path]!), rules)
  if (!root) throw new Error(`${path} is empty`)
  return xmlText(root)
}

/** The words of a presentation by slide, with those of its charts. Throws if any part is not well-formed. */
function powerpointTexts(bytes: Uint8Array): {
  readonly slides: string[]
  readonly notes: string
  readonly all: string
} {
  const files = unzipSync(bytes)
  const paths = Object.keys(files).filter((path) => /\.(xml|rels)$/.test(path))
  const texts = new Map(paths.map((path) => [path, textOfPart(files, path)]))
  const of = (pattern: RegExp) => [...texts].flatMap(([path, text]) => (pattern.test(path) ? [text] : []))
  const slides = Array.from({ length: of(/^ppt\/slides\/slide\d+\.xml$/).length }, (_, at) =>
    String(texts.get(`ppt/slides/slide${at + 1}.xml`)),
  )
  return { slides, notes: of(/^ppt\/notesSlides\/[^/]*\.xml$/).join(' '), all: of(/\.xml$/).join(' ') }
}

const look = {
  ...{ name: 'Any', background: '#ffffff', text: '#222222', heading: '#101010', link: '#2a76dd' },
  accents: ['#2a76dd', '#0f8a78', '#b8690a', '#cf3f4f', '#7a4fc9', '#c2418f'],
  ...{ headingFont: 'Lato', bodyFont: 'Lato' },
} as const

async function powerpointOf(deck: Slides): Promise<Uint8Array> {
  const slides = slideIds(deck).map((id, h) => {
    const slide = deck.slides[id]!
    return { slide, h, v: 0, number: String(h + 1), notes: slide.notes, transition: null, hidden: false }
  })
  const { files } = await createPowerpoint({
    ...{ title: 'Any', author: 'Ann', language: 'en', created: new Date(0), look, animates: true },
    ...{ slides, scene: layOutDeck(deck), rasters: new Map([[0, picture]]) },
    read: async (src) => (src.startsWith('/m/') ? { body: picture, type: 'image/png' } : null),
  })
  return packZip(files, new Date(0))
}

test('any deck is a PowerPoint file with every word of its texts, tables and notes', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySlides, async (deck) => {
      const { slides, notes } = powerpointTexts(await powerpointOf(deck))
      for (const [at, id] of slideIds(deck).entries()) {
        const wanted = deck.slides[id]!.blocks.flatMap((block) =>
          block.type === 'table' ? cellTexts(block.props as never).flat() : [shownText(block)],
        )
        expect(missingWords(wanted.join(' '), slides[at]!)).toEqual([])
        expect(missingWords(deck.slides[id]!.notes, notes)).toEqual([])
      }
    }),
    pure,
  )
})

function packageOf(deck: Slides): PackageInput {
  const ids = slideIds(deck)
  const html = Object.fromEntries(ids.map((id) => [id, renderSlide(deck.slides[id]!, blocks)]))
  const notes = Object.fromEntries(ids.flatMap((id) => (deck.slides[id]!.notes ? [[id, deck.slides[id]!.notes]] : [])))
  const settings = { ...newDeckSettings, title: 'Any', theme_font: 'lato' }
  return {
    deck: settings,
    content: { version: 1, structure: structureOf(deck) as never, html, notes },
    ...{ theme: null, themeContent: null, fonts: [], notes: true, hidden: true },
    readMedia: async () => null,
    sign: (hash) => hash,
  }
}

async function zipOf(input: PackageInput): Promise<Record<string, Uint8Array>> {
  const parts: Buffer[] = []
  for await (const part of await zipDeck(input)) parts.push(part as Buffer)
  return unzipSync(Buffer.concat(parts))
}

test('any deck is a ZIP with its slides and notes equal by bytes, and every word on its page', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySlides, async (deck) => {
      const input = packageOf(deck)
      const files = await zipOf(input)
      const { slides, notes } = JSON.parse(strFromU8(files['deck.json']!))
      expect(slides).toEqual(input.content.html)
      expect(notes).toEqual(input.content.notes)
      const shown = Object.values(input.content.html).map(textOf).join(' ')
      expect(missingWords(shown, textOf(strFromU8(files['index.html']!)))).toEqual([])
    }),
    pure,
  )
})

const dist = join(import.meta.dirname, '../../../dist')
const isBuilt = existsSync(join(dist, 'player/manifest.json'))

async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdfium = await loadPdfium()
  const document = openDocument(pdfium, bytes)
  const pages: string[] = []
  for (let at = 0; at < pdfium.call('FPDF_GetPageCount', document); at++) {
    const page = pdfium.call('FPDF_LoadPage', document, at)
    pages.push(textsOf(pdfium, page).join(''))
    pdfium.call('FPDF_ClosePage', page)
  }
  // Words may be in several texts.
  return pages.join(' ').replace(/\s+/g, '')
}

/** The words of a deck that each of its files lacks, with the types of their blocks. */
async function lost(app: TestApp, ann: TestPerson, { slides, shown, noted }: MarkedDeck): Promise<string[]> {
  const data = renderSlides(slides, blocks, { notes: true })
  const sent = { title: 'Any', slide_size: markedSize, data }
  const { body } = await ann.post('/api/v1/decks.json', { deck: sent })
  // What the sanitizer removed is in no file.
  const stored = (await ann.get(`/api/v1/decks/${body.id}/data.json`)).body
  const kept = shown.filter(({ word }) => stored.data.includes(word))
  const notes = noted.filter((word) => JSON.stringify(stored.notes).includes(word))
  const pdf = await pdfText(await exportedFile(app, ann, body.id, 'pdf', { notes: false }))
  const noticed = await pdfText(await exportedFile(app, ann, body.id, 'pdf', { notes: true }))
  const powerpoint = powerpointTexts(await exportedFile(app, ann, body.id, 'ppt', { notes: true })).all
  const files = unzipSync(await exportedFile(app, ann, body.id, 'zip', { notes: true }))
  const page = strFromU8(files['index.html']!)
  const texts = { pdf, ppt: powerpoint, zip: page }
  return Object.entries({ ...texts, 'pdf with notes': noticed }).flatMap(([name, text]) => [
    ...kept.flatMap(({ word, type }) => (text.includes(word) ? [] : [`${name}: ${word} of a ${type}`])),
    ...(name === 'pdf' ? [] : notes.flatMap((word) => (text.includes(word) ? [] : [`${name}: ${word} of notes`]))),
  ])
}

test.skipIf(decks === 0 || !isBuilt)(
  'any deck is exported in each format, with every word',
  async () => {
    const app = await makeTestApp('sqlite')
    const ann = await app.person({ plan: 'pro' })
    defineJobs(app.services, { exports: joinExports(app.services, dist) })
    const found: string[] = []
    let words = 0
    for (const [at, deck] of fc.sample(arbitrarySlides, { seed, numRuns: decks }).entries()) {
      const marked = markedDeck(deck)
      words += marked.shown.length
      const missing = await lost(app, ann, marked).catch((error: Error) => [`no files: ${error.message}`])
      found.push(...missing.map((one) => `deck ${at}, ${one}`))
    }
    await app.close()
    console.log(`${decks} decks, ${words} words in texts, ${found.length} missing`)
    expect(found).toEqual([])
  },
  decks * 60_000,
)
