import { type Pdfium, readNumbers } from './pdfium.ts'

/** PDFium's kinds of page objects. */
export const kinds = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const

/** A matrix: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A rectangle in points; y grows upward. */
export interface Bounds {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** An object of a page: what draws a text, a path or a picture. */
export interface PageObject {
  readonly pointer: number
  readonly kind: number
  readonly bounds: Bounds
}

function boundsOf(pdfium: Pdfium, object: number): Bounds | null {
  const read = readNumbers(pdfium, 'float', 4, (...at) => pdfium.call('FPDFPageObj_GetBounds', object, ...at))
  if (!read?.every(Number.isFinite)) return null
  const [left, bottom, right, top] = read as [number, number, number, number]
  return { left, bottom, right, top }
}

/** The objects of a page, backmost first. */
export function objectsOf(pdfium: Pdfium, page: number, most: number): PageObject[] {
  const count = Math.min(most, pdfium.call('FPDFPage_CountObjects', page))
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const pointer = pdfium.call('FPDFPage_GetObject', page, index)
    return { pointer, kind: pdfium.call('FPDFPageObj_GetType', pointer), bounds: boundsOf(pdfium, pointer) }
  }).filter((one): one is PageObject => one.bounds !== null)
}

/** The matrix of an object; null if it has none. */
export function matrixOf(pdfium: Pdfium, object: number): Matrix | null {
  return pdfium.withMemory(24, (pointer) => {
    if (pdfium.call('FPDFPageObj_GetMatrix', object, pointer) === 0) return null
    const view = new DataView(pdfium.bytes().buffer, pointer, 24)
    const at = (index: number) => view.getFloat32(index * 4, true)
    return [at(0), at(1), at(2), at(3), at(4), at(5)]
  })
}

/** A color of an object in CSS, from what reads it as red, green, blue and opacity; null if it has none. */
export function colorOf(
  pdfium: Pdfium,
  name: string,
  ...given: readonly number[]
): { readonly css: string; readonly alpha: number } | null {
  return pdfium.withMemory(16, (pointer) => {
    const places = [0, 4, 8, 12].map((at) => pointer + at)
    if (pdfium.call(name, ...given, ...places) === 0) return null
    const view = new DataView(pdfium.bytes().buffer, pointer, 16)
    const [r, g, b, a] = [0, 4, 8, 12].map((at) => view.getUint32(at, true) & 255) as [number, number, number, number]
    const css =
      a === 255
        ? `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        : `rgba(${r}, ${g}, ${b}, ${Math.round((a / 255) * 100) / 100})`
    return { css, alpha: a / 255 }
  })
}

/** Leaves objects out of drawings of the page, or draws them again. */
export function setActive(pdfium: Pdfium, objects: readonly PageObject[], isActive: boolean): void {
  for (const { pointer } of objects) pdfium.call('FPDFPageObj_SetIsActive', pointer, isActive ? 1 : 0)
}
