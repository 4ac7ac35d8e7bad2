import { readFileSync } from 'node:fs'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
const bytes = readFileSync(process.argv[2])
let left = Number(process.argv[3])
const lane = async () => {
  while (left-- > 0) {
    await sharp(bytes).autoOrient().jpeg({ quality: 90 }).toBuffer()
    await sharp(bytes).autoOrient().resize(320, 320, { fit: 'inside' }).webp({ quality: 80 }).toBuffer()
  }
}
await Promise.all([lane(), lane()])
