import sharp, { type Sharp } from 'sharp'
import { limits } from '../../../rules/limits.ts'
import type { SlideSize } from '../../../rules/slide-size.ts'
import type { ReadMedia } from '../process/reader.ts'
import type { Pdfium } from './pdfium.ts'

/** PDFium's bitmaps of four bytes a pixel without and with opacity, and its flags for drawing: annotations, and bytes in the order of red, green, blue. */
const [rgbx, rgba, flags] = [3, 4, 0x01 | 0x10]
const white = 0xffffffff
/** The thumbnail's longest side, as that of uploads. */
const thumbnailSide = 320
/** Share of pixels equal to their left neighbor, from which on a page is flat: PNG is then smaller than JPEG. */
const flatShare = 0.8

// One picture is encoded while the next page is drawn.
sharp.concurrency(1)

/** The pixels of a page, four bytes each. */
export interface Pixels extends SlideSize {
  readonly data: Uint8Array
}

/** The size in px of the picture of a page of this size. */
export function pictureSize({ width, height }: SlideSize): SlideSize {
  const { pictureSide } = limits.import
  const scale = Math.min(pictureSide / width, (pictureSide * 1.5) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws a page into pixels of four bytes. */
function draw(pdfium: Pdfium, page: number, { width, height }: SlideSize, format: number, ground: number): Uint8Array {
  const stride = width * 4
  return pdfium.withMemory(stride * height, (pointer) => {
    const bitmap = pdfium.call('FPDFBitmap_CreateEx', width, height, format, pointer, stride)
    try {
      pdfium.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, ground)
      pdfium.call('FPDF_RenderPageBitmap', bitmap, page, 0, 0, width, height, 0, flags)
      return pdfium.bytes().slice(pointer, pointer + stride * height)
    } finally {
      pdfium.call('FPDFBitmap_Destroy', bitmap)
    }
  })
}

const pixelsIn = (data: Uint8Array): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)

/** Draws a page on white. */
export function drawPage(pdfium: Pdfium, page: number, size: SlideSize): Pixels {
  return { width: size.width, height: size.height, data: draw(pdfium, page, size, rgbx, white) }
}

/** Draws what is left of a page on nothing. Null if that is nothing. */
export function drawLayer(pdfium: Pdfium, page: number, size: SlideSize): Pixels | null {
  const data = draw(pdfium, page, size, rgba, 0)
  return pixelsIn(data).every((pixel) => pixel === 0) ? null : { width: size.width, height: size.height, data }
}

/** Whether most pixels equal their neighbors, as on pages of text. Reads every eighth row. */
export function isFlat({ data, width, height }: Pixels): boolean {
  const pixels = pixelsIn(data)
  let [equal, count] = [0, 0]
  for (let y = 0; y < height; y += 8) {
    const end = (y + 1) * width
    for (let at = y * width + 1; at < end; at += 1) if (pixels[at] === pixels[at - 1]) equal += 1
    count += width - 1
  }
  return equal >= count * flatShare
}

/** The thumbnail of a picture, as those of uploads. */
export function thumbnailOf(picture: Sharp): Promise<Buffer> {
  return picture
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .webp({ quality: 80, effort: 0 })
    .toBuffer()
}

/** Encodes a picture that may be transparent. */
export function encodeLayer(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 3 }).toBuffer()
}

/** Encodes the picture of a page: as PNG if it is flat, else as JPEG. */
export async function encodePage(pixels: Pixels, name: string, label: string): Promise<ReadMedia> {
  const { width, height, data } = pixels
  const raw = { raw: { width, height, channels: 4 } } as const
  const flat = isFlat(pixels)
  const picture = sharp(data, raw).removeAlpha()
  const [bytes, thumbnail] = await Promise.all([
    flat ? encodeLayer(picture) : picture.jpeg({ quality: 85 }).toBuffer(),
    thumbnailOf(sharp(data, raw).removeAlpha()),
  ])
  return { name, label, bytes, drawn: { type: flat ? 'image/png' : 'image/jpeg', width, height, thumbnail } }
}
