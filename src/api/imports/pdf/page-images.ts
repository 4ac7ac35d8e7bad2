import { limits } from '../../../rules/limits.ts'
import type { Pixels } from './draw-page.ts'
import type { PageObject } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'

/** PDFium's bitmaps by their formats: bytes of a pixel. */
const pixelBytes: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 }
const withAlpha = 4

/** The pixels of a bitmap of PDFium as red, green, blue and opacity. */
function rgba(pdfium: Pdfium, bitmap: number): Pixels | null {
  const read = (name: string) => pdfium.call(`FPDFBitmap_Get${name}`, bitmap)
  const [width, height, stride, format] = [read('Width'), read('Height'), read('Stride'), read('Format')]
  const size = pixelBytes[format]
  if (!size || width < 1 || height < 1 || width * height > limits.media.pixels) return null
  const pointer = read('Buffer')
  const source = pdfium.bytes().subarray(pointer, pointer + stride * height)
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [y * stride + x * size, (y * width + x) * 4]
      const [blue, green, red] =
        size === 1
          ? [source[from]!, source[from]!, source[from]!]
          : [source[from]!, source[from + 1]!, source[from + 2]!]
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
      data[to + 3] = format === withAlpha ? source[from + 3]! : 255
    }
  }
  return { width, height, channels: 4, data }
}

/** The pixels that a picture has in the file, as wide and as high at most as the picture of a page. */
function pixelSize(pdfium: Pdfium, object: number): number {
  return pdfium.withMemory(8, (pointer) => {
    if (pdfium.call('FPDFImageObj_GetImagePixelSize', object, pointer, pointer + 4) === 0) return 0
    const view = new DataView(pdfium.bytes().buffer, pointer, 8)
    return Math.min(limits.import.pictureSide, Math.max(view.getUint32(0, true), view.getUint32(4, true)))
  })
}

/** The pixels that a picture is drawn with: its longer side has as many as in the file. */
export function areaInPixels(pdfium: Pdfium, { pointer, bounds }: PageObject): number {
  const [width, height] = [bounds.right - bounds.left, bounds.top - bounds.bottom]
  const side = Math.max(width, height)
  return side < 0.5 ? 0 : pixelSize(pdfium, pointer) ** 2 * (Math.min(width, height) / side)
}

/** Draws a picture of a page alone, turned and masked as on the page. Null if that fails. */
export function imagePixels(
  pdfium: Pdfium,
  document: number,
  page: number,
  { pointer, bounds }: PageObject,
): Pixels | null {
  const side = Math.max(bounds.right - bounds.left, bounds.top - bounds.bottom)
  const pixels = pixelSize(pdfium, pointer)
  if (side < 0.5 || pixels === 0) return null
  // A picture is drawn at one px a point: it is enlarged for that.
  const grow = pixels / side
  pdfium.call('FPDFPageObj_Transform', pointer, grow, 0, 0, grow, 0, 0)
  const bitmap = pdfium.call('FPDFImageObj_GetRenderedBitmap', document, page, pointer)
  pdfium.call('FPDFPageObj_Transform', pointer, 1 / grow, 0, 0, 1 / grow, 0, 0)
  if (bitmap === 0) return null
  try {
    return rgba(pdfium, bitmap)
  } finally {
    pdfium.call('FPDFBitmap_Destroy', bitmap)
  }
}
