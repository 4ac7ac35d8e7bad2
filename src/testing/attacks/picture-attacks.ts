import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { hit } from './attack.ts'

/** A hostile file for an upload of a picture. */
export interface PictureAttack {
  readonly name: string
  readonly type: string
  readonly bytes: () => Promise<Buffer> | Buffer
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose header states a size, with the chunks `more` before its few pixels. */
function png(width: number, height: number, { depth = 8, more = [] as readonly Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(
    height * (1 + (width * 3 * depth) / 8) > 1e6 ? 1000 : height * (1 + (width * 3 * depth) / 8),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture of one color. */
const plain = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: 'teal' } })
/** A small picture with its size overwritten at some places. */
async function resized(format: 'gif' | 'jpeg', places: (bytes: Buffer) => readonly number[], size: number) {
  const bytes = await plain().toFormat(format).toBuffer()
  for (const at of places(bytes)) {
    if (format === 'gif') bytes.writeUInt16LE(size, at)
    else bytes.writeUInt16BE(size, at)
  }
  return bytes
}
async function cut(format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'): Promise<Buffer> {
  const bytes = await plain().toFormat(format).toBuffer()
  return bytes.subarray(0, Math.floor(bytes.length * 0.6))
}
async function animation(format: 'gif' | 'webp', frames: number, side: number): Promise<Buffer> {
  const background = (index: number) => ({ r: index % 256, g: index >> 8, b: 90 })
  const pages = Array.from({ length: frames }, (_, index) =>
    sharp({ create: { width: side, height: side, channels: 3, background: background(index) } })
      .png()
      .toBuffer(),
  )
  const joined = sharp(await Promise.all(pages), { join: { animated: true } })
  return joined.toFormat(format, { effort: format === 'gif' ? 1 : 0 }).toBuffer()
}

const script = `<html><body><script>${hit}</script><svg onload="${hit}"></svg></body></html>`
const sof = (bytes: Buffer) => {
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  return [at + 5, at + 7]
}

/** Files that state or unpack to too much, are broken, or are something else as well. */
export const pictureAttacks: readonly PictureAttack[] = [
  { name: 'a PNG of 196 megapixels', type: 'image/png', bytes: () => png(14_000, 14_000) },
  { name: 'a PNG of the largest size', type: 'image/png', bytes: () => png(2_147_483_647, 2_147_483_647) },
  { name: 'a PNG of a height of 0', type: 'image/png', bytes: () => png(1, 0) },
  { name: 'a PNG of one row of 39 megapixels', type: 'image/png', bytes: () => png(39_000_000, 1) },
  {
    name: 'a PNG with 16 bits a channel that lacks its rows',
    type: 'image/png',
    bytes: () => png(6_000, 6_000, { depth: 16 }),
  },
  {
    ...{ name: 'a PNG with a text that unpacks to 500 MB', type: 'image/png' },
    bytes: () => {
      const unpacked = deflateSync(Buffer.alloc(500_000_000))
      return png(9, 9, { more: [pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), unpacked]))] })
    },
  },
  {
    ...{ name: 'a PNG with a color profile that unpacks to 100 MB', type: 'image/png' },
    bytes: () => {
      const unpacked = deflateSync(Buffer.alloc(100_000_000))
      return png(9, 9, { more: [pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), unpacked]))] })
    },
  },
  {
    ...{ name: 'a PNG with 60,000 chunks', type: 'image/png' },
    bytes: () => png(9, 9, { more: Array.from({ length: 60_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))) }),
  },
  { name: 'a JPEG of 65535 x 65535', type: 'image/jpeg', bytes: () => resized('jpeg', sof, 65_535) },
  { name: 'a GIF of 65535 x 65535', type: 'image/gif', bytes: () => resized('gif', () => [6, 8], 65_535) },
  { name: 'a GIF of 300 frames', type: 'image/gif', bytes: () => animation('gif', 300, 4) },
  { name: 'a WebP of 250 frames', type: 'image/webp', bytes: () => animation('webp', 250, 4) },
  ...(['png', 'jpeg', 'gif', 'webp', 'avif'] as const).map((format) => ({
    ...{ name: `a truncated ${format}`, type: `image/${format}`, bytes: () => cut(format) },
  })),
  { name: 'an empty file', type: 'image/png', bytes: () => Buffer.alloc(0) },
  { name: 'the signature of a PNG alone', type: 'image/png', bytes: () => png(1, 1).subarray(0, 8) },
  { name: 'a web page', type: 'image/png', bytes: () => Buffer.from(script) },
  { name: 'a TIFF', type: 'image/png', bytes: () => plain().tiff().toBuffer() },
  { name: 'a PDF', type: 'image/jpeg', bytes: () => Buffer.from(`%PDF-1.7\n${script}`) },
  { name: 'an archive', type: 'image/gif', bytes: () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(99)]) },
  {
    name: 'a GIF that is a script',
    type: 'image/gif',
    bytes: () => Buffer.from(`GIF89a/*${'a'.repeat(40)}*/=1;${hit}`),
  },
  {
    ...{ name: 'a JPEG followed by a web page', type: 'image/jpeg' },
    bytes: async () => Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(script)]),
  },
  {
    ...{ name: 'a PNG with a web page as its text', type: 'image/png' },
    bytes: () => png(9, 9, { more: [pngChunk('tEXt', Buffer.from(`Comment\0${script}`))] }),
  },
  {
    ...{ name: 'a JPEG with a web page in its metadata', type: 'image/jpeg' },
    bytes: () =>
      plain()
        .withExif({ IFD0: { ImageDescription: script } })
        .jpeg()
        .toBuffer(),
  },
  {
    ...{ name: 'an animation followed by a web page', type: 'image/gif' },
    bytes: async () => Buffer.concat([await animation('gif', 3, 9), Buffer.from(script)]),
  },
]
