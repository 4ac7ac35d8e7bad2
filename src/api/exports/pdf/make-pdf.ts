import { join } from 'node:path'
import { type PrintedSlide, printedSlides } from '../../../document/output/print-document.ts'
import { titleOf } from '../../../document/slide-title.ts'
import type { PdfOptions } from '../../../rules/export-formats/pdf.ts'
import { type SlideSize, slideSizeOf } from '../../../rules/slide-size.ts'
import { printToFile } from '../../../server/chromium/print-to-file.ts'
import { dataOf } from '../../decks/read-content.ts'
import type { ExportFormat, ExportInput, ExportNote } from '../export-format.ts'
import { notLoaded } from '../missing-file.ts'
import { scriptedSlides } from '../scripted-slides.ts'
import { finishPdf, type OutlineEntry } from './finish-pdf.ts'

/** What the page says about a sheet. */
interface Sheet {
  /** The number of its slide. */
  readonly slide: string
  /** Whether it is the first of its slide. */
  readonly isFirst: boolean
  /** URLs of pictures that were not loaded. */
  readonly missing: readonly string[]
}

/** Runs in the page: its sheets in order. */
const readSheets = `[...document.querySelectorAll('.sheet')].map((sheet) => ({
  slide: sheet.dataset.slide ?? '',
  isFirst: sheet.dataset.step === undefined,
  missing: [...sheet.querySelectorAll('[data-missing]')].map((one) => one.dataset.missing),
}))`

function outlineOf(sheets: readonly Sheet[], slides: readonly PrintedSlide[]): OutlineEntry[] {
  const titles = new Map(slides.map(({ number, html }) => [number, titleOf(html)]))
  return sheets.flatMap(({ slide, isFirst }, page) => {
    if (!isFirst) return []
    return [{ title: titles.get(slide) || `Slide ${slide}`, page, isBelow: /\.(?!1$)/.test(slide) }]
  })
}

function notesOf(input: ExportInput, sheets: readonly Sheet[], slides: readonly PrintedSlide[]): ExportNote[] {
  const missing = sheets
    .filter(({ isFirst }) => isFirst)
    .flatMap(({ slide, missing }) => missing.map((url) => ({ slide, text: notLoaded(url) })))
  const framed = slides
    .filter(({ html }) => html.includes('class="frame-place"'))
    .map(({ number }) => ({ slide: number, text: 'An embedded page is a card with its address' }))
  const restricted = input.fonts.filter(({ embeddable }) => !embeddable).map(({ family }) => family)
  const text = slides.map(({ html }) => html).join('')
  const left = [...new Set(restricted)].filter((family) => text.includes(family))
  const fonts = left.map((family) => ({ slide: null, text: `The license of the font ${family} forbids embedding` }))
  const { font_google: google, font_typekit: typekit } = input.deck
  const services = google || typekit ? [{ slide: null, text: 'Fonts of other services are not loaded' }] : []
  return [...scriptedSlides(input, slides), ...missing, ...framed, ...fonts, ...services]
}

const pointsPerPx = 72 / 96

/** The size of pages in px; null: that of paper. */
function pageSize({ size, notes }: PdfOptions, { deck }: ExportInput): SlideSize | null {
  return size === 'slide' && !notes ? slideSizeOf(deck.slide_size) : null
}

async function finish(path: string, entries: readonly OutlineEntry[], size: SlideSize | null): Promise<void> {
  const points = size && { width: size.width * pointsPerPx, height: size.height * pointsPerPx }
  await finishPdf(path, { entries, size: points })
}

/** Makes a PDF: tagged, with outline, links, title and language; the fonts are embedded. */
export const pdfMaker: ExportFormat<'pdf'> = {
  async run(input, options) {
    const { notes, hidden, pages, size } = options
    const slides = printedSlides(dataOf(input.content), { hidden: hidden && input.readable.hidden })
    input.progress(0, slides.length)
    const printed = { notes, hidden, steps: pages === 'step', paper: size, tagged: true }
    const path = join(input.folder, 'slides.pdf')
    const sheets = await input.withPrintedDeck(printed, async (page) => {
      input.progress(slides.length, slides.length)
      const sheets = (await page.evaluate(readSheets)) as Sheet[]
      // Notes may fill several pages, whose number only the browser knows.
      await printToFile(page, path, { size: pageSize(options, input), outline: notes })
      return sheets
    })
    input.signal.throwIfAborted()
    if (!notes) await finish(path, outlineOf(sheets, slides), pageSize(options, input))
    return { path, notes: notesOf(input, sheets, slides) }
  },
}
