/**
 * Decodes an image and encodes it again, as a separate process. A crafted file that exploits the decoder finds no
 * secrets and stops no other request.
 * Argument 1: 'media' (the image, encoded into a file, and its thumbnail), 'thumbnail', 'portrait' (a square) or
 * 'renditions' (smaller versions of a stored image). Argument 2: the limits of media, as JSON. Input: of 'media', the file
 * that argument 3 names in the working folder, while argument 4 names the file to write, so that neither is held in memory;
 * else standard input. Standard output: a line of JSON, which has the size of each part, and the parts. Exit code 2: not
 * an accepted image; 3: out of memory.
 *
 * JavaScript without imports of TypeScript: Node.js would load its compiler into each of these processes, 22 MB.
 */
import { open } from 'node:fs/promises'
import sharp from 'sharp'

const [purpose = '', limits = '{}', from = '', to = ''] = process.argv.slice(2)
const most = JSON.parse(limits)

/** Limit of resident memory, in bytes. */
const maxMemory = 400_000_000
/** Longest side of a thumbnail, in px. */
const thumbnailSide = 320
/** Widths of the smaller versions of an image, in px. */
const renditionWidths = [960, 1920]
/** Width and height of a portrait, in px. */
const portraitSide = 256
/** As many bytes of a WebP as have its first image chunk. */
const headBytes = 4_096
/** Limit of pixels for lossless WebP. Encoding more pixels would exceed a request's time limit. */
const losslessPixels = 8_000_000

/** sharp's names of accepted formats, and of those that may be animated. AVIF is heif with the codec av1. */
const accepted = ['png', 'jpeg', 'gif', 'webp', 'heif']
const animatable = ['gif', 'webp']

/** @typedef {{ format: string, width: number, animated: boolean, lossless: boolean }} Source */

async function readInput() {
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  return Buffer.concat(parts)
}

/** Whether a WebP is lossless. Its first image chunk decides. */
async function isLossless(input) {
  const head = (typeof input === 'string' ? await readHead(input) : input.subarray(0, headBytes)).toString('latin1')
  return head.includes('VP8L') && !head.includes('VP8 ')
}

async function readHead(name) {
  const file = await open(name)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0).finally(() => file.close())
  return buffer.subarray(0, bytesRead)
}

function hasAllowedSize(header) {
  const frames = header.pages ?? 1
  const height = header.pageHeight ?? header.height
  if (Math.max(header.width, height) > most.side) return false
  const pixels = header.width * height
  return pixels <= most.pixels && frames <= most.frames && frames * pixels <= most.framePixels
}

/**
 * Reads only the header, so that nothing is decompressed before the size is known. Throws if the file is not accepted.
 *
 * @returns {Promise<Source>}
 */
async function readSource(input) {
  const header = await sharp(input, { limitInputPixels: most.pixels }).metadata()
  const allowed = accepted.includes(header.format) && (header.format !== 'heif' || header.compression === 'av1')
  if (!allowed || !hasAllowedSize(header)) throw new Error('not accepted')
  const { format, width, height } = header
  const lossless = format === 'webp' && width * height <= losslessPixels && (await isLossless(input))
  return { format, width, animated: animatable.includes(format) && (header.pages ?? 1) > 1, lossless }
}

/** Selects the encoder. An AVIF becomes a WebP: encoding AVIF takes gigabytes of memory at 40 megapixels. */
function encoded(picture, { format, lossless }) {
  if (format === 'png') return picture.png({ compressionLevel: 8 })
  if (format === 'jpeg') return picture.jpeg({ quality: 90 })
  if (format === 'gif') return picture.gif()
  return lossless ? picture.webp({ lossless: true, effort: 0 }) : picture.webp({ quality: 90, effort: 2 })
}

function write(about, ...parts) {
  process.stdout.write(`${JSON.stringify({ ...about, sizes: parts.map((part) => part.length) })}\n`)
  for (const part of parts) process.stdout.write(part)
}

/** Encodes an upright WebP without metadata, of an animation's first frame. */
function encodeSmall(input) {
  return sharp(input, { limitInputPixels: most.framePixels, failOn: 'error' })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/**
 * Encodes the image in its size, upright, without metadata (location, camera, hidden bytes), and its thumbnail as WebP.
 */
async function encodeMedia(name, source) {
  const options = { limitInputPixels: most.framePixels, animated: source.animated, failOn: 'error' }
  const upright = source.animated ? sharp(name, options) : sharp(name, options).autoOrient()
  const { format, width, height, pageHeight, size } = await encoded(upright, source).toFile(to)
  write({ type: `image/${format}`, width, height: pageHeight ?? height, size }, await encodeSmall(name))
}

/** Encodes a square WebP, cropped by sharp's attention strategy, without metadata. */
async function encodePortrait(bytes) {
  const picture = await sharp(bytes, { limitInputPixels: most.pixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(portraitSide, portraitSide, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer()
  write({}, picture)
}

/**
 * Encodes smaller versions as WebP. Those that are no smaller in bytes than the image are omitted, and so are all of an
 * animation, which would stand still.
 */
async function encodeRenditions(bytes, source) {
  const made = []
  for (const side of source.animated ? [] : renditionWidths) {
    if (side >= source.width) continue
    const { data, info } = await sharp(bytes, { limitInputPixels: most.pixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: side })
      .webp({ quality: 82, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    if (data.length < bytes.length) made.push({ width: info.width, height: info.height, data })
  }
  write({ renditions: made.map(({ width, height }) => ({ width, height })) }, ...made.map(({ data }) => data))
}

async function encode(input) {
  const source = await readSource(input)
  if (purpose === 'media') await encodeMedia(input, source)
  else if (purpose === 'thumbnail') write({}, await encodeSmall(input))
  else await (purpose === 'portrait' ? encodePortrait(input) : encodeRenditions(input, source))
}

sharp.cache(false)
sharp.concurrency(1)
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(3)
}, 50).unref()
encode(purpose === 'media' ? from : await readInput()).catch(() => {
  process.exitCode = 2
})
