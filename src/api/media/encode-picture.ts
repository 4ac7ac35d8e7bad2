/**
 * Decodes a picture and encodes it again, in a process of its own: a crafted file that breaks the decoder finds no
 * secrets and stops no other request. The first argument says what to make: 'media' (the picture and its thumbnail) or
 * 'portrait' (a square alone). Reads the file from standard input. Writes a line of JSON, the picture and the thumbnail
 * to standard output. Exit code 2: not a picture we take; 3: out of memory.
 */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { limits } from '../../rules/limits.ts'

/** Most bytes of resident memory. */
const mostMemory = 400_000_000
/** Longest side of a thumbnail, in px. */
const thumbnailSide = 320
/** Width and height of a portrait, in px. */
const portraitSide = 256
/** Most pixels of a WebP that is kept without loss; encoding a larger one would take longer than a request may. */
const losslessPixels = 8_000_000

/** sharp's names for the formats we take, and for those that may be animated. AVIF is heif with the codec av1. */
const taken: readonly string[] = ['png', 'jpeg', 'gif', 'webp', 'heif']
const animatable: readonly string[] = ['gif', 'webp']

interface Source {
  readonly format: string
  readonly animated: boolean
  readonly lossless: boolean
}

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Whether a WebP is stored without loss: its first picture chunk says so. */
function isLossless(bytes: Buffer, format: string): boolean {
  if (format !== 'webp') return false
  const head = bytes.subarray(0, 4_096).toString('latin1')
  return head.includes('VP8L') && !head.includes('VP8 ')
}

function hasAllowedSize(header: Metadata): boolean {
  const frames = header.pages ?? 1
  const pixels = header.width * (header.pageHeight ?? header.height)
  return pixels <= limits.media.pixels && frames <= limits.media.frames && frames * pixels <= limits.media.framePixels
}

/** Reads the header only: nothing is decompressed before its size is known. Throws when the file is not taken. */
async function readSource(bytes: Buffer): Promise<Source> {
  const header = await sharp(bytes, { limitInputPixels: limits.media.pixels }).metadata()
  const allowed = taken.includes(header.format) && (header.format !== 'heif' || header.compression === 'av1')
  if (!allowed || !hasAllowedSize(header)) throw new Error('not taken')
  const lossless = isLossless(bytes, header.format) && header.width * header.height <= losslessPixels
  return { format: header.format, animated: animatable.includes(header.format) && (header.pages ?? 1) > 1, lossless }
}

/** The encoder for a format. An AVIF becomes a WebP: encoding AVIF takes gigabytes of memory at 40 megapixels. */
function encoded(picture: Sharp, { format, lossless }: Source): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 8 })
  if (format === 'jpeg') return picture.jpeg({ quality: 90 })
  if (format === 'gif') return picture.gif()
  return lossless ? picture.webp({ lossless: true, effort: 0 }) : picture.webp({ quality: 90, effort: 2 })
}

function write(about: Record<string, unknown>, ...parts: readonly Buffer[]): void {
  process.stdout.write(`${JSON.stringify(about)}\n`)
  for (const part of parts) process.stdout.write(part)
}

/** The picture in its own size, upright, without metadata (place, camera, hidden bytes), and its thumbnail as WebP. */
async function encodeMedia(bytes: Buffer, source: Source): Promise<void> {
  const options = { limitInputPixels: limits.media.framePixels, animated: source.animated, failOn: 'error' } as const
  const upright = source.animated ? sharp(bytes, options) : sharp(bytes, options).autoOrient()
  const picture = await encoded(upright, source).toBuffer({ resolveWithObject: true })
  const small = await sharp(bytes, { ...options, animated: false })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  const { format, width, height, pageHeight } = picture.info
  const type = `image/${format}`
  const about = { type, width, height: pageHeight ?? height, size: picture.data.length, thumbnailSize: small.length }
  write(about, picture.data, small)
}

/** A square WebP around what draws attention in the picture, without metadata. */
async function encodePortrait(bytes: Buffer): Promise<void> {
  const picture = await sharp(bytes, { limitInputPixels: limits.media.pixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(portraitSide, portraitSide, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer()
  const about = {
    type: 'image/webp',
    width: portraitSide,
    height: portraitSide,
    size: picture.length,
    thumbnailSize: 0,
  }
  write(about, picture)
}

async function encode(bytes: Buffer): Promise<void> {
  const source = await readSource(bytes)
  await (process.argv[2] === 'portrait' ? encodePortrait(bytes) : encodeMedia(bytes, source))
}

sharp.cache(false)
sharp.concurrency(1)
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(3)
}, 50).unref()
encode(await readInput()).catch(() => {
  process.exitCode = 2
})
