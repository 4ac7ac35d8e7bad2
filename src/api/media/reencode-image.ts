import { spawn } from 'node:child_process'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { PictureType } from '../../rules/picture-types.ts'
import { timings } from '../../rules/timings.ts'
import { createConcurrencyLimit } from '../../server/concurrency-limit.ts'

/** A re-encoded image, in a file; width and height in px, size in bytes. */
export interface ReencodedImage {
  /** The type of the upload; image/webp for an AVIF. */
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly size: number
  /** WebP, at most 320 px on its longer side. */
  readonly thumbnail: Uint8Array
}

/** A smaller version of an image, as WebP. */
export interface EncodedRendition {
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array
}

/** The encoder's output of bytes: a thumbnail, a user's square portrait, or smaller versions. */
type Purpose = 'thumbnail' | 'portrait' | 'renditions'

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

/** A run of the encoder. `args`: the purpose, and for 'media' the names of its two files in the folder. */
interface Task {
  readonly args: readonly [purpose: string, ...files: string[]]
  readonly folder: string
  readonly input: Uint8Array | null
}

function run({ args: [purpose, ...files], folder, input }: Task): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const args = ['--max-old-space-size=64', program, purpose, JSON.stringify(limits.media), ...files]
    const child = spawn(process.execPath, args, {
      // The process does not inherit the server's environment, since that contains secrets.
      // One arena: several would each keep what the decoder freed.
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
      cwd: folder,
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'ignore'],
      timeout: timings.pictureDecoding,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => parts.push(part))
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : null))
    // Ignores the stream's error if the process exits before it has read all input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

async function encode<About>(task: Task): Promise<Output<About> | null> {
  const output = await limited(() => run(task))
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

function encodeBytes<About>(purpose: Purpose, input: Uint8Array): Promise<Output<About> | null> {
  return encode<About>({ args: [purpose], folder: tmpdir(), input })
}

/**
 * Decodes a PNG, JPEG, GIF, WebP or AVIF and encodes it again, in a separate process, from a file into another of its
 * folder, so that this process holds neither. The caller deletes both. Null if it has another type, is too large, or timed
 * out. Throws 429 if the queue is full.
 */
export async function reencodeImage(path: string, encodedPath: string): Promise<ReencodedImage | null> {
  const args = ['media', basename(path), basename(encodedPath)] as const
  const encoded = await encode<Omit<ReencodedImage, 'thumbnail'>>({ args, folder: dirname(path), input: null })
  const [thumbnail] = encoded?.parts ?? []
  return encoded && thumbnail ? { ...encoded.about, thumbnail } : null
}

/** Encodes an image's thumbnail. Returns null and throws 429 as `reencodeImage` does. */
export async function encodeThumbnail(bytes: Uint8Array): Promise<Uint8Array | null> {
  return (await encodeBytes('thumbnail', bytes))?.parts[0] ?? null
}

/** Encodes a user's picture: a square WebP of 256 px. Returns null and throws 429 as `reencodeImage` does. */
export async function encodePortrait(bytes: Uint8Array): Promise<Uint8Array | null> {
  return (await encodeBytes('portrait', bytes))?.parts[0] ?? null
}

/** Encodes the smaller versions of a stored image. Returns null and throws 429 as `reencodeImage` does. */
export async function encodeRenditions(bytes: Uint8Array): Promise<EncodedRendition[] | null> {
  const encoded = await encodeBytes<{ renditions: { width: number; height: number }[] }>('renditions', bytes)
  const parts = encoded?.parts ?? []
  return encoded?.about.renditions.map((one, at) => ({ ...one, picture: parts[at] as Uint8Array })) ?? null
}
