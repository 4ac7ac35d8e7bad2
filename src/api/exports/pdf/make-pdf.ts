import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type PrintedSlide, printedSlides } from '../../../document/output/print-document.ts'
import { titleOf } from '../../../document/slide-title.ts'
import type { PdfOptions } from '../../../rules/export-formats/pdf.ts'
import { slideSizeOf } from '../../../rules/slide-size.ts'
import { dataOf } from '../../decks/read-content.ts'
import type { ExportFormat, ExportInput, ExportNote } from '../export-format.ts'
import { scriptedSlides } from '../scripted-slides.ts'
import { addOutline, type OutlineEntry } from './add-outline.ts'

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
    .flatMap(({ slide, missing }) => missing.map((url) => ({ slide, text: `A picture could not be loaded: ${url}` })))
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

async function print(page: Page, { size, notes }: PdfOptions, input: ExportInput): Promise<Buffer> {
  const { width, height } = slideSizeOf(input.deck.slide_size)
  const slide = size === 'slide' && !notes ? { width: `${width}px`, height: `${height}px` } : {}
  // Notes may fill several pages, whose number only the browser knows.
  return page.pdf({ ...slide, preferCSSPageSize: true, printBackground: true, tagged: true, outline: notes })
}

/** Makes a PDF: tagged, with outline, links, title and language; the fonts are embedded. */
export const pdfMaker: ExportFormat<'pdf'> = {
  async run(input, options) {
    const { notes, hidden, pages, size } = options
    const slides = printedSlides(dataOf(input.content), { hidden: hidden && input.readable.hidden })
    input.progress(0, slides.length)
    const printed = { notes, hidden, steps: pages === 'step', paper: size, tagged: true }
    const { pdf, sheets } = await input.withPrintedDeck(printed, async (page) => {
      input.progress(slides.length, slides.length)
      const sheets = (await page.evaluate(readSheets)) as Sheet[]
      return { sheets, pdf: await print(page, options, input) }
    })
    input.signal.throwIfAborted()
    const complete = notes ? pdf : (addOutline(pdf, outlineOf(sheets, slides)) ?? pdf)
    const path = join(input.folder, 'slides.pdf')
    await writeFile(path, complete)
    return { path, notes: notesOf(input, sheets, slides) }
  },
}
