import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { limits } from '../../rules/limits.ts'
import type { MediaReader } from '../media/read-media.ts'

/** The URL path of uploaded files. */
const mediaPath = '/m/'
/** Types whose pixels a PDF contains compressed without loss: slow and large for photos. */
const losslessInPdf = new Set(['image/png', 'image/webp', 'image/avif'])
/** Pictures kept per document, in bytes. */
const keptBytes = 50_000_000

interface Picture {
  readonly body: Uint8Array
  readonly type: string
}

async function bytesOf(body: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** An opaque picture as a JPEG, which a PDF contains as it is. Others stay as they are. */
async function forPdf(picture: Picture): Promise<Picture> {
  if (!losslessInPdf.has(picture.type)) return picture
  const open = () => sharp(picture.body, { limitInputPixels: limits.media.pixels })
  const { hasAlpha, pages = 1 } = await open().metadata()
  if (pages > 1 || (hasAlpha && !(await open().stats()).isOpaque)) return picture
  const jpeg = await open().removeAlpha().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
  return { body: jpeg, type: 'image/jpeg' }
}

/** Reads the pictures and fonts of a document by the path of their URL, each once. Null: there is no such file. */
export function createPictureSource(readMedia: MediaReader): (address: string) => Promise<Picture | null> {
  const kept = new Map<string, Promise<Picture | null>>()
  let size = 0
  const read = async (name: string): Promise<Picture | null> => {
    const file = await readMedia(`media/${name}`)
    if (!file) return null
    if (/^(video|audio)\//.test(file.type)) {
      // Exports contain no films. A stream that is not read keeps its file open.
      ;(file.body as Readable).destroy()
      return null
    }
    const picture = { body: await bytesOf(file.body), type: file.type }
    return forPdf(picture).catch(() => picture)
  }
  return async (address) => {
    if (!address.startsWith(mediaPath)) return null
    const name = address.slice(mediaPath.length).replace(/\?.*$/s, '')
    const known = kept.get(name)
    if (known) return known
    const reading = read(name)
    if (size < keptBytes) {
      kept.set(name, reading)
      reading.then(
        (picture) => {
          size += picture?.body.byteLength ?? 0
        },
        () => kept.delete(name),
      )
    }
    return reading
  }
}
