import { type Pdfium, readText } from '../../api/imports/pdf/pdfium.ts'

/** Types of page objects. */
const [textObject, formObject] = [1, 5]

/**
 * The texts of a page in the order of its content. PDFium's own order is that of the lines: of texts above each other it
 * mixes the letters.
 */
export function textsOf(pdfium: Pdfium, page: number): string[] {
  const characters = pdfium.call('FPDFText_LoadPage', page)
  const texts: string[] = []
  const visit = (object: number): void => {
    const kind = pdfium.call('FPDFPageObj_GetType', object)
    const inside = kind === formObject ? pdfium.call('FPDFFormObj_CountObjects', object) : 0
    for (let at = 0; at < inside; at++) visit(pdfium.call('FPDFFormObj_GetObject', object, at))
    if (kind !== textObject) return
    const read = (pointer: number, bytes: number) =>
      pdfium.call('FPDFTextObj_GetText', object, characters, pointer, bytes)
    texts.push(readText(pdfium, read))
  }
  const count = pdfium.call('FPDFPage_CountObjects', page)
  for (let at = 0; at < count; at++) visit(pdfium.call('FPDFPage_GetObject', page, at))
  pdfium.call('FPDFText_ClosePage', characters)
  return texts
}
