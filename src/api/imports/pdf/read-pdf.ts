import { readFile } from 'node:fs/promises'
import type { Frame } from '../../../document/deck-model.ts'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { type SlideSize, slideSizeOf, slideSizes } from '../../../rules/slide-size.ts'
import { ImportError } from '../import-error.ts'
import { fitsSlide, sectionOf } from '../make-block.ts'
import type { ImportReader, ReaderSink, ReadSlide } from '../process/reader.ts'
import { drawPage, encodePage, type Pixels, pictureSize } from './draw-page.ts'
import { type EditablePage, encodePictures, readEditable } from './editable-page.ts'
import { fitted, hiddenText, pictureBlock } from './page-slide.ts'
import { wordsOf } from './page-text.ts'
import { loadPdfium, openDocument, type Pdfium, readText } from './pdfium.ts'

/** Pages that are encoded while the next is drawn. */
const encodedAtOnce = 2
/** How much the ratio of an offered slide size may differ from that of the pages. */
const ratioTolerance = 0.01

/** The size of slides with the ratio of a page: an offered one, if its ratio is nearly the same. */
export function slideSizeFor({ width, height }: SlideSize): SlideSize {
  const ratio = width / height
  const offered = slideSizes.map(({ id }) => slideSizeOf(id))
  const same = offered.find((size) => Math.abs(size.width / size.height / ratio - 1) < ratioTolerance)
  if (same) return same
  const scale = ratio > 1 ? 960 / width : 960 / height
  const side = (px: number) => Math.min(frameLimits.sideMax, Math.max(frameLimits.sideMin, Math.round(px * scale)))
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

/** A page that was read, still to be encoded; null: it is damaged. */
type ReadPage =
  | {
      readonly kind: 'picture'
      readonly frame: Frame
      readonly text: string
      readonly pixels: Pixels
      readonly isLarge: boolean
    }
  | { readonly kind: 'blocks'; readonly html: string; readonly page: EditablePage }
  | null

interface Reading {
  readonly pdfium: Pdfium
  readonly document: number
  readonly slide: SlideSize
  readonly editable: boolean
}

function readPage(reading: Reading, index: number, asPicture = !reading.editable): ReadPage {
  const { pdfium, document, slide, editable } = reading
  const read = withPage(pdfium, document, index, (page): ReadPage | 'large' => {
    if (page === null) return null
    const size = pageSize(pdfium, page)
    if (!asPicture) {
      const blocks = readEditable({ pdfium, document, page, ...size }, index + 1, slide)
      const html = blocks && sectionOf(blocks.blocks, blocks.attributes)
      return html !== null && fitsSlide(html) ? { kind: 'blocks', html, page: blocks! } : 'large'
    }
    const [text, pixels] = [wordsOf(pdfium, page), drawPage(pdfium, page, pictureSize(size))]
    return { kind: 'picture', frame: fitted(size, slide), text, pixels, isLarge: editable }
  })
  // Opened again: objects that became blocks are no longer drawn.
  return read === 'large' ? readPage(reading, index, true) : read
}

async function slideOf(read: ReadPage, number: number): Promise<ReadSlide> {
  if (!read) return { html: sectionOf([]), media: [], remarks: ['This page is damaged. Its slide is empty.'] }
  if (read.kind === 'blocks') return { html: read.html, media: await encodePictures(read.page), remarks: [] }
  const { frame, text, pixels, isLarge } = read
  const [title, name] = [`Page ${number}`, `page-${number}`]
  const html = sectionOf([...hiddenText(text, frame), pictureBlock(frame, `import:${name}`, title, title)])
  const remarks = isLarge ? ['This page has too many parts to be edited. It became a picture.'] : []
  return { html, media: [await encodePage(pixels, name, title)], remarks }
}

/** Reads the pages. Each is encoded while the next is drawn. */
async function readPages(reading: Reading, count: number, sink: ReaderSink): Promise<void> {
  const encoding: Promise<ReadSlide>[] = []
  for (let index = 0; index < count; index += 1) {
    encoding.push(slideOf(readPage(reading, index), index + 1))
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
  const reading = { pdfium, document, slide: size, editable: source.options.pdf === 'editable' }
  if (count <= limits.deck.slides) await readPages(reading, count, sink)
  return {}
}
