/**
 * The baseline of bench/media-library.ts, as a separate process: sharp decodes and encodes a picture and its thumbnail,
 * as an upload does, two at a time. Usage: node bench/sharp-alone.ts FILE COUNT
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const [, , file = '', count = '1'] = process.argv
sharp.cache(false)
sharp.concurrency(1)
const bytes = readFileSync(file)
let left = Number(count)

async function lane(): Promise<void> {
  while (left-- > 0) {
    await sharp(bytes).autoOrient().jpeg({ quality: 90 }).toBuffer()
    await sharp(bytes).autoOrient().resize(320, 320, { fit: 'inside' }).webp({ quality: 80 }).toBuffer()
  }
}

await Promise.all([lane(), lane()])
