/**
 * Draws a picture anew. Runs as a process of its own: whatever a crafted file does to the decoder, it happens where
 * there is nothing to take and nothing to break. Bytes come in on the standard input; a line of JSON, the picture and
 * its small copy go out on the standard output. Exit code 2: not a picture we take; 3: it took too much memory.
 */
import sharp from 'sharp'
import { limits } from '../../rules/limits.ts'

/** Bytes that this process may take in all. */
const mostMemory = 400_000_000
/** Longest side of the small copy, in px. */
const thumbnailSide = 320

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Looks at the header only: nothing is unpacked before its size is known. */
async function checkSize(bytes: Buffer): Promise<{ format: string; animated: boolean }> {
  const header = await sharp(bytes, { limitInputPixels: limits.media.pixels }).metadata()
  const frames = header.pages ?? 1
  const pixels = header.width * (header.pageHeight ?? header.height)
  const fits =
    pixels <= limits.media.pixels && frames <= limits.media.frames && frames * pixels <= limits.media.framePixels
  if (!fits || !['png', 'jpeg', 'gif'].includes(header.format)) throw new Error('not taken')
  return { format: header.format, animated: header.format === 'gif' && frames > 1 }
}

async function encode(bytes: Buffer): Promise<void> {
  const { format, animated } = await checkSize(bytes)
  const options = { limitInputPixels: limits.media.framePixels, animated, failOn: 'error' } as const
  // Turned as the camera was held; all that was written beside the picture (place, camera, hidden data) stays behind.
  const upright = () => (animated ? sharp(bytes, options) : sharp(bytes, options).autoOrient())
  const drawn = {
    png: () => upright().png({ compressionLevel: 8 }),
    jpeg: () => upright().jpeg({ quality: 90 }),
    gif: () => upright().gif(),
  }[format as 'png' | 'jpeg' | 'gif']()
  const picture = await drawn.toBuffer({ resolveWithObject: true })
  const small = await sharp(bytes, { ...options, animated: false })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  const { width, height, pageHeight } = picture.info
  const about = { width, height: pageHeight ?? height, size: picture.data.length, thumbnailSize: small.length }
  process.stdout.write(`${JSON.stringify(about)}\n`)
  process.stdout.write(picture.data)
  process.stdout.write(small)
}

sharp.cache(false)
sharp.concurrency(1)
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(3)
}, 50).unref()
encode(await readInput()).catch(() => {
  process.exitCode = 2
})
