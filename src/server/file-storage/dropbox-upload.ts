import { createHash } from 'node:crypto'
import type { DropboxAnswer } from './dropbox-calls.ts'
import { StorageError, type UploadSource } from './file-storage.ts'

/** Size of a part, in bytes; a multiple of 4 MB, as Dropbox asks. A file of one part needs no session. */
export const partBytes = 8 * 1024 * 1024
/** Size of the blocks of a content hash. */
const blockBytes = 4 * 1024 * 1024

/** Calls below /2/files. */
export interface FileCalls {
  api(path: string, argument: unknown): Promise<DropboxAnswer>
  content(path: string, argument: unknown, bytes: Uint8Array): Promise<DropboxAnswer>
  /** The body of an answer. Throws StorageError for an error. */
  checked(answer: DropboxAnswer): DropboxAnswer['body']
}

/** The hash that Dropbox computes over a file: of the hashes of its blocks. Takes parts of whole blocks, in order. */
class ContentHash {
  readonly #all = createHash('sha256')

  update(part: Uint8Array): void {
    for (let start = 0; start < part.length; start += blockBytes) {
      this.#all.update(
        createHash('sha256')
          .update(part.subarray(start, start + blockBytes))
          .digest(),
      )
    }
  }

  digest(): string {
    return this.#all.digest('hex')
  }
}

/** Uploads all parts but the last in a session; returns its id. */
async function uploadParts(calls: FileCalls, { size, read }: UploadSource, hash: ContentHash): Promise<string> {
  let session: unknown = null
  for (let offset = 0; size - offset > partBytes; offset += partBytes) {
    const part = await read(offset, offset + partBytes - 1)
    hash.update(part)
    if (session === null) {
      session = calls.checked(await calls.content('upload_session/start', { close: false }, part)).session_id
      if (typeof session !== 'string') throw new StorageError('unreachable', 'no session')
    } else {
      const cursor = { session_id: session, offset }
      calls.checked(await calls.content('upload_session/append_v2', { cursor, close: false }, part))
    }
  }
  return String(session)
}

/** Writes a file, in parts if it is large, and compares its hash. Throws StorageError. */
export async function uploadFile(calls: FileCalls, path: string, source: UploadSource): Promise<void> {
  const { size, read } = source
  // `mute`: no notification on the user's desktop for each change of a deck.
  const commit = { path, mode: 'overwrite', autorename: false, mute: true }
  const hash = new ContentHash()
  const session = size > partBytes ? await uploadParts(calls, source, hash) : null
  const offset = Math.max(0, Math.ceil(size / partBytes) - 1) * partBytes
  const last = size === 0 ? new Uint8Array() : await read(offset, size - 1)
  hash.update(last)
  const answer =
    session === null
      ? await calls.content('upload', commit, last)
      : await calls.content('upload_session/finish', { cursor: { session_id: session, offset }, commit }, last)
  const { content_hash: stored } = calls.checked(answer)
  if (stored !== hash.digest()) throw new StorageError('unreachable', 'other bytes were stored')
}

/** Renames a file; without effect if it is gone or the new name is taken. Throws StorageError. */
export async function moveFile(calls: FileCalls, from: string, to: string): Promise<void> {
  const answer = await calls.api('move_v2', { from_path: from, to_path: to, autorename: false })
  // Also the same name in other case, and a file that the user has put elsewhere: the upload writes a new one.
  if (answer.status === 409 && /^(from_lookup|to\/conflict|duplicated_or_nested_paths)/.test(answer.error)) return
  calls.checked(answer)
}
