import sharp, { type Sharp } from 'sharp'
import { limits } from '../../../rules/limits.ts'
import type { SlideSize } from '../../../rules/slide-size.ts'
import type { ReadMedia } from '../process/reader.ts'
import type { Pdfium } from './pdfium.ts'

/** PDFium's bitmaps without and with opacity, by their bytes of a pixel. */
const bitmaps = { 3: 2, 4: 4 } as const
/** Draws annotations, and bytes in the order of red, green, blue. */
const flags = 0x01 | 0x10
const white = 0xffffffff
/** The thumbnail's longest side, as that of uploads. */
const thumbnailSide = 320
/** Share of pixels equal to their left neighbor, from which on a page is flat: PNG is then smaller than JPEG. */
const flatShare = 0.8

// One picture is encoded while the next page is drawn.
sharp.concurrency(1)

/** The pixels of a page. */
export interface Pixels extends SlideSize {
  readonly data: Uint8Array
  /** Bytes of a pixel; three: opaque. */
  readonly channels: 3 | 4
}

/** The size in px of the picture of a page of this size. */
export function pictureSize({ width, height }: SlideSize): SlideSize {
  const { pictureSide } = limits.import
  const scale = Math.min(pictureSide / width, (pictureSide * 1.5) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Memory of pages that were encoded, for the next: megabytes of new memory take longer to get than to fill. */
const spare: Uint8Array[] = []
const mostSpare = 3

function copied(source: Uint8Array): Uint8Array {
  const at = spare.findIndex(({ length }) => length === source.length)
  const [target = new Uint8Array(source.length)] = at < 0 ? [] : spare.splice(at, 1)
  target.set(source)
  return target
}

function draw(
  pdfium: Pdfium,
  page: number,
  { width, height }: SlideSize,
  channels: Pixels['channels'],
  ground: number,
): Pixels {
  const stride = width * channels
  return pdfium.withMemory(stride * height, (pointer) => {
    const bitmap = pdfium.call('FPDFBitmap_CreateEx', width, height, bitmaps[channels], pointer, stride)
    try {
      pdfium.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, ground)
      pdfium.call('FPDF_RenderPageBitmap', bitmap, page, 0, 0, width, height, 0, flags)
      return { width, height, channels, data: copied(pdfium.bytes().subarray(pointer, pointer + stride * height)) }
    } finally {
      pdfium.call('FPDFBitmap_Destroy', bitmap)
    }
  })
}

/** Draws a page on white. Without opacity it is drawn and encoded in two thirds of the time. */
export function drawPage(pdfium: Pdfium, page: number, size: SlideSize): Pixels {
  return draw(pdfium, page, size, 3, white)
}

/** Draws what is left of a page on nothing. Null if that is nothing. */
export function drawLayer(pdfium: Pdfium, page: number, size: SlideSize): Pixels | null {
  const pixels = draw(pdfium, page, size, 4, 0)
  const { buffer, byteOffset, byteLength } = pixels.data
  return new Uint32Array(buffer, byteOffset, byteLength / 4).every((pixel) => pixel === 0) ? null : pixels
}

/** Whether most pixels equal their neighbors, as on pages of text. Reads one row of sixteen. */
export function isFlat({ data, width, height, channels }: Pixels): boolean {
  let [equal, count] = [0, 0]
  const isEqual = (at: number, before: number): boolean =>
    data[at] === data[before] && data[at + 1] === data[before + 1] && data[at + 2] === data[before + 2]
  for (let y = 0; y < height; y += 16) {
    const end = (y + 1) * width * channels
    for (let at = (y * width + 1) * channels; at < end; at += channels) if (isEqual(at, at - channels)) equal += 1
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

/** Encodes the picture of a page: as PNG if it is flat, else as JPEG. Its pixels are overwritten by those of a later page. */
export async function encodePage(pixels: Pixels, name: string, label: string): Promise<ReadMedia> {
  const { width, height, channels, data } = pixels
  const raw = { raw: { width, height, channels } }
  const flat = isFlat(pixels)
  const picture = sharp(data, raw)
  const [bytes, thumbnail] = await Promise.all([
    flat ? encodeLayer(picture) : picture.jpeg({ quality: 85 }).toBuffer(),
    thumbnailOf(sharp(data, raw)),
  ])
  if (spare.length < mostSpare) spare.push(data)
  return { name, label, bytes, drawn: { type: flat ? 'image/png' : 'image/jpeg', width, height, thumbnail } }
}
