import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { unfinishedFiles } from '../../server/process-folder.ts'

/** An uploaded file, in a temporary file of this server. */
export interface ReceivedFile {
  /** Name and type as the client claims them. */
  readonly name: string
  readonly type: string
  readonly path: string
  readonly size: number
  /** SHA-256 of its bytes, hex. */
  readonly contentHash: string
  /** Its first bytes, at most `headBytes`. */
  readonly head: Buffer
}

/** As many bytes as decide about a file's type. */
const headBytes = 2_000
const largest = Math.max(limits.upload.imageKilobytes, limits.upload.videoKilobytes) * 1000

/** Writes a stream to the file. Null: it is longer than `limitOf` allows by its first bytes. */
async function write(
  file: FileHandle,
  stream: AsyncIterable<Buffer>,
  limitOf: (head: Buffer) => number,
): Promise<Pick<ReceivedFile, 'size' | 'contentHash' | 'head'> | null> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  for await (const chunk of stream) {
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    size += chunk.length
    // What is too long is read to its end: a client that still sends would not see the answer.
    if (size > headBytes && size > limitOf(head)) continue
    hash.update(chunk)
    await file.write(chunk)
  }
  return size > limitOf(head) ? null : { size, contentHash: hash.digest('hex'), head }
}

/**
 * Receives the file of a multipart request into a temporary file, so that large uploads need no memory. Calls `use` with
 * it, and deletes it afterward. Null if there is no file, or it is larger than `limitOf` allows by its first bytes.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  { dataDir, limitOf }: { readonly dataDir: string; limitOf(head: Buffer): number },
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T | null> {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: largest } }) : undefined
  if (!part) return null
  const claimed = { name: part.filename ?? '', type: part.mimetype }
  return receiveStream(part.file, { dataDir, limitOf, ...claimed }, async (received) =>
    part.file.truncated ? null : use(received),
  )
}

/** Receives a stream, such as that of a file inside a ZIP, as receiveFile does. */
export async function receiveStream<T>(
  stream: AsyncIterable<Buffer>,
  options: { readonly dataDir: string; readonly name: string; readonly type: string; limitOf(head: Buffer): number },
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T | null> {
  const { dataDir, name, type, limitOf } = options
  const path = join(unfinishedFiles(dataDir), randomBytes(16).toString('hex'))
  try {
    const file = await open(path, 'wx', 0o600)
    const written = await write(file, stream, limitOf).finally(() => file.close())
    return written && (await use({ name, type, path, ...written }))
  } finally {
    await rm(path, { force: true })
  }
}
