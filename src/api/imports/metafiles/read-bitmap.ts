/** A picture in a metafile: rows of red, green, blue and opacity. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const mostPixels = 30_000_000

/** Channels of a pixel of 16 bits: five bits each. */
function fromWord(value: number): readonly [number, number, number] {
  return [((value >> 10) & 31) * 8.226, ((value >> 5) & 31) * 8.226, (value & 31) * 8.226]
}

/** Reads an uncompressed device-independent bitmap. Null for other forms, and for damaged ones. */
export function readBitmap(info: Uint8Array, bits: Uint8Array): Bitmap | null {
  if (info.byteLength < 40) return null
  const view = new DataView(info.buffer, info.byteOffset, info.byteLength)
  const [width, signed] = [view.getInt32(4, true), view.getInt32(8, true)]
  const [depth, compression] = [view.getUint16(14, true), view.getUint32(16, true)]
  const height = Math.abs(signed)
  if (width <= 0 || height === 0 || width * height > mostPixels) return null
  if ((compression !== 0 && compression !== 3) || ![1, 4, 8, 16, 24, 32].includes(depth)) return null
  const stride = Math.floor((width * depth + 31) / 32) * 4
  if (bits.byteLength < stride * height) return null
  const headSize = view.getUint32(0, true)
  const pixels = new Uint8Array(width * height * 4)
  const data = new DataView(bits.buffer, bits.byteOffset, bits.byteLength)
  for (let row = 0; row < height; row++) {
    const from = (signed > 0 ? height - 1 - row : row) * stride
    for (let column = 0; column < width; column++) {
      const to = (row * width + column) * 4
      pixels[to + 3] = 255
      if (depth >= 24) {
        const at = from + (column * depth) / 8
        pixels.set([bits[at + 2]!, bits[at + 1]!, bits[at]!], to)
      } else if (depth === 16) pixels.set(fromWord(data.getUint16(from + column * 2, true)), to)
      else {
        const bit = column * depth
        const index = (bits[from + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
        const entry = headSize + index * 4
        if (entry + 3 <= info.byteLength) pixels.set([info[entry + 2]!, info[entry + 1]!, info[entry]!], to)
      }
    }
  }
  return { width, height, pixels }
}

/** How a picture is combined with what is below it: operations of the file's format. */
const [andOperation, ...additive] = [0x8800c6, 0x660046, 0xee0086]

/**
 * Whether a picture with this operation is a mask. Masks only prepare the ground for the picture after them, so they are
 * not read: nothing would count their pixels.
 */
export function isMask(operation: number): boolean {
  return operation === andOperation
}

/** A picture as its operation draws it: the black parts of one that follows a mask are clear. */
export function combined(bitmap: Bitmap, operation: number): Bitmap {
  if (!additive.includes(operation)) return bitmap
  const pixels = new Uint8Array(bitmap.pixels)
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at] === 0 && pixels[at + 1] === 0 && pixels[at + 2] === 0) pixels[at + 3] = 0
  }
  return { ...bitmap, pixels }
}
