import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of a ZIP; a list of files is a ZIP in it. */
export interface PackedFile {
  readonly path: string
  readonly content: string | Uint8Array | readonly PackedFile[]
}

/** Files that are compressed already. */
const packed = /\.(png|jpe?g|gif|webp|mp4|webm|mov|mp3|m4a|ogg|woff2?|xlsx|zip)$/i

async function zipStream(files: readonly PackedFile[], time: Date): Promise<Readable> {
  const zip = new ZipFile()
  for (const { path, content } of files) {
    const bytes =
      typeof content === 'string' || content instanceof Uint8Array ? Buffer.from(content) : await packZip(content, time)
    // Office programs know the times of DOS only.
    zip.addBuffer(bytes, path, { mtime: time, mode: 0o100644, compress: !packed.test(path), forceDosTimestamp: true })
  }
  zip.end()
  return zip.outputStream as Readable
}

/** Packs files into a ZIP in memory, in their order. The same files at the same time give the same bytes. */
export async function packZip(files: readonly PackedFile[], time: Date): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zipStream(files, time)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Packs files as `packZip` does into a new file of the disk, since large ones need not be in memory twice. */
export async function packZipFile(
  path: string,
  files: readonly PackedFile[],
  time: Date,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(await zipStream(files, time), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
}
