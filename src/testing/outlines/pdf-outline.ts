import { loadPdfium, openDocument, type Pdfium, readText } from '../../api/imports/pdf/pdfium.ts'

/** A character; a box where no font has it. */
const shownCharacter = (code: number): string => (code === 0 ? '\u25a1' : String.fromCodePoint(code))

/** The texts of a page by the number of their marked content. Spaces that PDFium adds go with the words before them. */
function markedTexts(pdfium: Pdfium, page: number): ReadonlyMap<number, string> {
  const characters = pdfium.call('FPDFText_LoadPage', page)
  const count = Math.max(0, pdfium.call('FPDFText_CountChars', characters))
  let mark = -1
  const all = Array.from({ length: count }, (_, at) => {
    const object = pdfium.call('FPDFText_GetTextObject', characters, at)
    if (object !== 0) mark = pdfium.call('FPDFPageObj_GetMarkedContentID', object)
    const text = shownCharacter(pdfium.call('FPDFText_GetUnicode', characters, at))
    return { mark, text, isAdded: pdfium.call('FPDFText_IsGenerated', characters, at) === 1 }
  })
  pdfium.call('FPDFText_ClosePage', characters)
  const texts = new Map<number, string>()
  for (const one of new Set(all.map((character) => character.mark))) {
    const own = all.filter((character) => character.mark === one)
    const written = own.filter(({ isAdded }) => !isAdded)
    // It ends the line after each letter of rotated texts.
    const shown = own.length > written.length * 1.6 + 2 ? written : own
    texts.set(one, shown.map(({ text }) => text).join(''))
  }
  return texts
}

/** A tag with its content; a text is a text. */
interface Tag {
  readonly name: string
  readonly content: (Tag | string)[]
}

/** Reads an element. Those without a meaning of their own are their content. */
function contentOf(pdfium: Pdfium, element: number, texts: ReadonlyMap<number, string>): (Tag | string)[] {
  const read = (name: string) => readText(pdfium, (pointer, bytes) => pdfium.call(name, element, pointer, bytes))
  const count = pdfium.call('FPDF_StructElement_CountChildren', element)
  const content = Array.from({ length: count }, (_, at): (Tag | string)[] => {
    const child = pdfium.call('FPDF_StructElement_GetChildAtIndex', element, at)
    if (child !== 0) return contentOf(pdfium, child, texts)
    const mark = pdfium.call('FPDF_StructElement_GetChildMarkedContentID', element, at)
    return mark < 0 ? [] : [texts.get(mark) ?? '']
  }).flat()
  const name = read('FPDF_StructElement_GetType')
  const alt = read('FPDF_StructElement_GetAltText')
  return name === 'NonStruct' ? content : [{ name: alt === '' ? name : `${name} alt="${alt}"`, content }]
}

/** Indented lines; texts that follow each other are one. */
function linesOf(content: readonly (Tag | string)[], depth: number): string[] {
  const indent = '  '.repeat(depth)
  const lines: string[] = []
  let text = ''
  const end = (): void => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (words !== '') lines.push(`${indent}"${words}"`)
    text = ''
  }
  for (const one of content) {
    if (typeof one === 'string') text += one
    else {
      end()
      lines.push(indent + one.name, ...linesOf(one.content, depth + 1))
    }
  }
  end()
  return lines
}

function pageOutline(pdfium: Pdfium, page: number): string {
  const tree = pdfium.call('FPDF_StructTree_GetForPage', page)
  const texts = markedTexts(pdfium, page)
  const count = pdfium.call('FPDF_StructTree_CountChildren', tree)
  const roots = Array.from({ length: count }, (_, at) => pdfium.call('FPDF_StructTree_GetChildAtIndex', tree, at))
  const lines = linesOf(
    roots.flatMap((root) => contentOf(pdfium, root, texts)),
    0,
  )
  pdfium.call('FPDF_StructTree_Close', tree)
  return `${lines.join('\n')}\n`
}

/** The structure of each page of a PDF: its tags with alternative texts and words, as indented lines. */
export async function pdfOutlines(file: Uint8Array): Promise<string[]> {
  const pdfium = await loadPdfium()
  const document = openDocument(pdfium, file)
  const outlines: string[] = []
  for (let at = 0; at < pdfium.call('FPDF_GetPageCount', document); at++) {
    const page = pdfium.call('FPDF_LoadPage', document, at)
    outlines.push(pageOutline(pdfium, page))
    pdfium.call('FPDF_ClosePage', page)
  }
  return outlines
}
