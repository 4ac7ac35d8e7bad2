import { spawn } from 'node:child_process'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { PictureType } from '../../rules/picture-types.ts'
import { createTurns } from '../../server/turns.ts'

/** A picture as it is stored; sides in px. */
export interface DrawnPicture {
  /** The type of the upload, but image/webp for an AVIF. */
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array
  /** WebP, at most 320 px on its longer side. */
  readonly thumbnail: Uint8Array
}

/** What the encoder makes: a picture of the library with its thumbnail, or a user's square portrait. */
type Purpose = 'media' | 'portrait'

const program = join(import.meta.dirname, 'encode-picture.ts')
/** ms that drawing one picture may take. */
const longest = 10_000

/** As many at once as there are processors. */
const inTurn = createTurns({
  atOnce: availableParallelism(),
  waiting: limits.upload.queue,
  full: messages.media.queueFull,
})

function run(purpose: Purpose, bytes: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning', program, purpose],
      {
        // None of our secrets: the settings of the instance stay behind.
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
        cwd: tmpdir(),
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: longest,
        killSignal: 'SIGKILL',
      },
    )
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : null))
    // A process that gave up does not read to the end.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}

async function encode(purpose: Purpose, bytes: Uint8Array): Promise<DrawnPicture | null> {
  const output = await inTurn(() => run(purpose, bytes))
  const end = output?.indexOf(0x0a) ?? -1
  if (!output || end < 0) return null
  const about = JSON.parse(output.subarray(0, end).toString()) as {
    type: PictureType
    width: number
    height: number
    size: number
    thumbnailSize: number
  }
  const middle = end + 1 + about.size
  if (output.length !== middle + about.thumbnailSize) return null
  return { ...about, picture: output.subarray(end + 1, middle), thumbnail: output.subarray(middle) }
}

/**
 * Decodes a PNG, JPEG, GIF, WebP or AVIF and encodes it again, in a process of its own. Null when it is no such
 * picture, larger than we take, or took too long. Throws 429 when the queue is full.
 */
export function drawAnew(bytes: Uint8Array): Promise<DrawnPicture | null> {
  return encode('media', bytes)
}

/** A user's picture: a square WebP of 256 px, made from the same types in the same way. Null and 429 as `drawAnew`. */
export async function drawPortrait(bytes: Uint8Array): Promise<Uint8Array | null> {
  return (await encode('portrait', bytes))?.picture ?? null
}
