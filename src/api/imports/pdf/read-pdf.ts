import { readFile } from 'node:fs/promises'
import type { Frame } from '../../../document/deck-model.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { type SlideSize, slideSizeOf, slideSizes } from '../../../rules/slide-size.ts'
import { ImportError } from '../import-error.ts'
import { sectionOf } from '../make-block.ts'
import type { ImportReader, ReaderSink, ReadSlide } from '../process/reader.ts'
import { drawPage, encodePage, type Pixels, pictureSize } from './draw-page.ts'
import { fitted, hiddenText, pictureBlock } from './page-slide.ts'
import { loadPdfium, openDocument, type Pdfium, readText, utf16 } from './pdfium.ts'

/** Pages that are encoded while the next is drawn. */
const encodedAtOnce = 2
/** How much the ratio of an offered slide size may differ from that of the pages. */
const ratioTolerance = 0.01

/** The words of a page. */
export function textOfPage(pdfium: Pdfium, page: number): string {
  const text = pdfium.call('FPDFText_LoadPage', page)
  if (text === 0) return ''
  const count = Math.max(0, pdfium.call('FPDFText_CountChars', text))
  const words = pdfium.withMemory(count * 2 + 2, (pointer) => {
    const written = pdfium.call('FPDFText_GetText', text, 0, count, pointer)
    return utf16(pdfium, pointer, Math.max(0, written - 1) * 2)
  })
  pdfium.call('FPDFText_ClosePage', text)
  return words
}

/** The size of slides with the ratio of a page: an offered one, if its ratio is nearly the same. */
export function slideSizeFor({ width, height }: SlideSize): SlideSize {
  const ratio = width / height
  const offered = slideSizes.map(({ id }) => slideSizeOf(id))
  const same = offered.find((size) => Math.abs(size.width / size.height / ratio - 1) < ratioTolerance)
  if (same) return same
  const scale = ratio > 1 ? 960 / width : 960 / height
  const side = (px: number) => Math.min(limits.slide.sideMax, Math.max(limits.slide.sideMin, Math.round(px * scale)))
  return { width: side(width), height: side(height) }
}

const pageSize = (pdfium: Pdfium, page: number): SlideSize => ({
  width: Math.max(1, pdfium.call('FPDF_GetPageWidth', page)),
  height: Math.max(1, pdfium.call('FPDF_GetPageHeight', page)),
})

function titleOf(pdfium: Pdfium, document: number): string {
  return pdfium.withMemory(6, (tag) => {
    pdfium.bytes().set(Buffer.from('Title\0'), tag)
    return readText(pdfium, (pointer, bytes) => pdfium.call('FPDF_GetMetaText', document, tag, pointer, bytes))
  })
}

/** Calls `use` with a page, and closes it. A page that cannot be opened is null. */
function withPage<T>(pdfium: Pdfium, document: number, index: number, use: (page: number | null) => T): T {
  const page = pdfium.call('FPDF_LoadPage', document, index)
  if (page === 0) return use(null)
  try {
    return use(page)
  } finally {
    pdfium.call('FPDF_ClosePage', page)
  }
}

interface DrawnPage {
  readonly frame: Frame
  readonly text: string
  readonly pixels: Pixels
}

/** Draws a page; null if it is damaged. */
function readPage(pdfium: Pdfium, document: number, index: number, slide: SlideSize): DrawnPage | null {
  return withPage(pdfium, document, index, (page) => {
    if (page === null) return null
    const size = pageSize(pdfium, page)
    return {
      frame: fitted(size, slide),
      text: textOfPage(pdfium, page),
      pixels: drawPage(pdfium, page, pictureSize(size)),
    }
  })
}

async function pictureSlide(drawn: DrawnPage | null, number: number): Promise<ReadSlide> {
  if (!drawn) return { html: sectionOf([]), media: [], remarks: ['This page is damaged. Its slide is empty.'] }
  const { frame, text, pixels } = drawn
  const [title, name] = [`Page ${number}`, `page-${number}`]
  const html = sectionOf([...hiddenText(text, frame), pictureBlock(frame, `import:${name}`, title, title)])
  return { html, media: [await encodePage(pixels, name, title)], remarks: [] }
}

/** Reads pages as pictures. Each is encoded while the next is drawn. */
async function readPictures(pdfium: Pdfium, document: number, count: number, slide: SlideSize, sink: ReaderSink) {
  const encoding: Promise<ReadSlide>[] = []
  for (let index = 0; index < count; index += 1) {
    encoding.push(pictureSlide(readPage(pdfium, document, index, slide), index + 1))
    if (encoding.length >= encodedAtOnce) await sink.slide(await encoding.shift()!)
  }
  for (const rest of encoding) await sink.slide(await rest)
}

/** Reads a PDF: each page becomes a slide. */
export const readPdf: ImportReader = async (source, sink) => {
  const pdfium = await loadPdfium()
  const document = openDocument(pdfium, await readFile(source.path))
  const count = pdfium.call('FPDF_GetPageCount', document)
  if (count < 1) throw new ImportError(importMessages.empty)
  const own = withPage(pdfium, document, 0, (page) => (page === null ? null : pageSize(pdfium, page)))
  if (count === 1 && own === null) throw new ImportError(importMessages.damaged)
  const size = source.size ?? slideSizeFor(own ?? { width: 4, height: 3 })
  await sink.begin({ slides: count, title: titleOf(pdfium, document), size })
  if (count <= limits.deck.slides) await readPictures(pdfium, document, count, size, sink)
  return {}
}
