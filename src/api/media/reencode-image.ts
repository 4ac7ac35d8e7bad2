import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { PictureType } from '../../rules/picture-types.ts'
import { timings } from '../../rules/timings.ts'
import { createConcurrencyLimit } from '../../server/concurrency-limit.ts'

/** A re-encoded image; width and height in px. */
export interface ReencodedImage {
  /** The type of the upload; image/webp for an AVIF. */
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array
  /** WebP, at most 320 px on its longer side. */
  readonly thumbnail: Uint8Array
}

/** A smaller version of an image, as WebP. */
export interface EncodedRendition {
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array
}

/** The encoder's output: a library image with its thumbnail, a user's square portrait, or smaller versions. */
type Purpose = 'media' | 'portrait' | 'renditions'

/** A line of JSON and the parts that follow it. */
interface Output<About> {
  readonly about: About
  readonly parts: readonly Uint8Array[]
}

const program = join(import.meta.dirname, 'encode-picture.mjs')

/** One process per CPU core at a time. */
const limited = createConcurrencyLimit({
  atOnce: availableParallelism(),
  waiting: limits.upload.queue,
  full: messages.media.queueFull,
})

/** The encoder's input: bytes, or the path of a file, which this process need not read. */
type Input = Uint8Array | string

async function run(purpose: Purpose, input: Input): Promise<Buffer | null> {
  if (typeof input !== 'string') return runOn(purpose, 'pipe', input)
  const file = await open(input, 'r')
  return runOn(purpose, file.fd, null).finally(() => file.close())
}

function runOn(purpose: Purpose, stdin: 'pipe' | number, bytes: Uint8Array | null): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--max-old-space-size=64', program, purpose, JSON.stringify(limits.media)], {
      // The process does not inherit the server's environment, since that contains secrets.
      // One arena: several would each keep what the decoder freed.
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
      cwd: tmpdir(),
      stdio: [stdin, 'pipe', 'ignore'],
      timeout: timings.pictureDecoding,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => parts.push(part))
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : null))
    // Ignores the stream's error if the process exits before it has read all input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}

async function encode<About>(purpose: Purpose, input: Input): Promise<Output<About> | null> {
  const output = await limited(() => run(purpose, input))
  const end = output?.indexOf(0x0a) ?? -1
  if (!output || end < 0) return null
  const about = JSON.parse(output.subarray(0, end).toString()) as About & { sizes: number[] }
  const parts: Uint8Array[] = []
  let from = end + 1
  for (const size of about.sizes) {
    parts.push(output.subarray(from, from + size))
    from += size
  }
  return output.length === from ? { about, parts } : null
}

/**
 * Decodes a PNG, JPEG, GIF, WebP or AVIF and encodes it again, in a separate process. `input`: its bytes, or the path of
 * its file. Null if it has another type, is too large, or timed out. Throws 429 if the queue is full.
 */
export async function reencodeImage(input: Input): Promise<ReencodedImage | null> {
  const encoded = await encode<Pick<ReencodedImage, 'type' | 'width' | 'height'>>('media', input)
  const [picture, thumbnail] = encoded?.parts ?? []
  return encoded && picture && thumbnail ? { ...encoded.about, picture, thumbnail } : null
}

/** Encodes a user's picture: a square WebP of 256 px. Returns null and throws 429 as `reencodeImage` does. */
export async function encodePortrait(bytes: Uint8Array): Promise<Uint8Array | null> {
  return (await encode('portrait', bytes))?.parts[0] ?? null
}

/** Encodes the smaller versions of a stored image. Returns null and throws 429 as `reencodeImage` does. */
export async function encodeRenditions(bytes: Uint8Array): Promise<EncodedRendition[] | null> {
  const encoded = await encode<{ renditions: { width: number; height: number }[] }>('renditions', bytes)
  const parts = encoded?.parts ?? []
  return encoded?.about.renditions.map((one, at) => ({ ...one, picture: parts[at] as Uint8Array })) ?? null
}
