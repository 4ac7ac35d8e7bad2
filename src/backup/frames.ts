import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * File format of a backup: a sequence of frames, each a kind and a payload. Each is followed by a hash over it and the
 * previous hash, so that changed, missing or moved bytes are detected. With a passphrase each payload is encrypted with
 * AES-256-GCM. The first line of the file has the format and the parameters of the key derivation.
 */
const magic = 'lectern-backup 1'

/** Content of a frame: start of a table, rows, a file, or the manifest, which is last. */
export type FrameKind = 'table' | 'rows' | 'file' | 'manifest'

/** A frame, decrypted. */
export interface Frame {
  readonly kind: FrameKind
  readonly payload: Buffer
}

/** The file is no backup, is damaged, or has another passphrase; the message is shown to the operator. */
export class BackupError extends Error {}

const kinds: readonly FrameKind[] = ['table', 'rows', 'file', 'manifest']
const hashBytes = 32
const tagBytes = 16
/** Length and kind. */
const headBytes = 5
/** Maximum payload; no file or row is larger. */
const longest = 200_000_000

interface Sealing {
  readonly salt: string
  readonly cost: number
}

function keyFor(passphrase: string, { salt, cost }: Sealing): Buffer {
  const options = { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options)
}

/** Frame numbers are unique within a backup and keys are unique to a backup, so no nonce repeats. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

function seal(key: Buffer, index: number, payload: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
  return Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Buffer, index: number, sealed: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: tagBytes })
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([cipher.update(sealed.subarray(0, -tagBytes)), cipher.final()])
  } catch {
    throw new BackupError('This backup cannot be opened with this passphrase')
  }
}

function chain(before: Buffer, head: Buffer, stored: Buffer): Buffer {
  return createHash('sha256').update(before).update(head).update(stored).digest()
}

/** Repeats short writes: a full disk may write fewer bytes without an error before it fails. */
export async function writeWhole(file: Pick<FileHandle, 'write'>, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done)
    if (bytesWritten === 0) throw new BackupError('The disk takes no more: the backup is not written')
    done += bytesWritten
  }
}

/** Writes frames to a new file that only this user can read. */
export class FrameWriter {
  readonly #file: FileHandle
  readonly #key: Buffer | null
  #hash: Buffer
  #index = 0

  private constructor(file: FileHandle, key: Buffer | null, hash: Buffer) {
    this.#file = file
    this.#key = key
    this.#hash = hash
  }

  /** Creates the file. Throws if it exists. */
  static async begin(path: string, passphrase: string | null): Promise<FrameWriter> {
    const file = await open(path, 'wx', 0o600)
    const sealing = passphrase === null ? null : { salt: randomBytes(16).toString('base64'), cost: 2 ** 16 }
    const line = Buffer.from(`${magic} ${JSON.stringify({ sealing })}\n`)
    await writeWhole(file, line)
    const key = passphrase !== null && sealing ? keyFor(passphrase, sealing) : null
    return new FrameWriter(file, key, createHash('sha256').update(line).digest())
  }

  async write(kind: FrameKind, payload: Buffer): Promise<void> {
    const stored = this.#key ? seal(this.#key, this.#index, payload) : payload
    const head = Buffer.alloc(headBytes)
    head.writeUInt32BE(stored.length)
    head.writeUInt8(kinds.indexOf(kind), 4)
    this.#hash = chain(this.#hash, head, stored)
    this.#index += 1
    for (const part of [head, stored, this.#hash]) await writeWhole(this.#file, part)
  }

  /** Flushes everything to the disk. */
  async end(): Promise<void> {
    await this.#file.sync()
    await this.#file.close()
  }
}

/** Reads a requested number of bytes from a file; null if it ends exactly there. */
async function* reader(path: string): AsyncGenerator<Buffer | null, void, number | '\n'> {
  let held: Buffer = Buffer.alloc(0)
  let wanted = yield null
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer])
    for (;;) {
      const size: number = wanted === '\n' ? held.indexOf('\n') + 1 || Number.POSITIVE_INFINITY : wanted
      if (wanted === '\n' && held.length > 1_000 && size > 1_000) throw new BackupError('This is not a backup')
      if (held.length < size) break
      const piece = held.subarray(0, size)
      held = held.subarray(size)
      wanted = yield piece
    }
  }
  if (held.length > 0) throw new BackupError('This backup is damaged: it ends in the middle')
  yield null
}

function readSealing(line: string): Sealing | null {
  if (!line.startsWith(`${magic} `)) throw new BackupError('This is not a backup, or one of a newer Lectern')
  try {
    return (JSON.parse(line.slice(magic.length + 1)) as { sealing: Sealing | null }).sealing
  } catch {
    throw new BackupError('This backup is damaged in its first line')
  }
}

/** Reads the frames of a backup in order. Throws BackupError at the first corrupted byte. */
export async function* readFrames(path: string, passphrase: string | null): AsyncGenerator<Frame> {
  const pieces = reader(path)
  await pieces.next(0)
  const take = async (size: number | '\n') => (await pieces.next(size)).value ?? null
  const line = await take('\n')
  if (!line) throw new BackupError('This is not a backup')
  const sealing = readSealing(line.toString())
  if (sealing && passphrase === null)
    throw new BackupError('This backup is sealed; give its passphrase in BACKUP_PASSPHRASE')
  const key = sealing && passphrase !== null ? keyFor(passphrase, sealing) : null
  let hash: Buffer = createHash('sha256').update(line).digest()
  let last: FrameKind | null = null
  for (let index = 0; ; index++) {
    const head = await take(headBytes)
    if (!head) break
    const size = head.readUInt32BE()
    const kind = kinds[head.readUInt8(4)]
    if (!kind || size > longest) throw new BackupError(`This backup is damaged in part ${index + 1}`)
    const stored = await take(size)
    const written = await take(hashBytes)
    hash = chain(hash, head, stored ?? Buffer.alloc(0))
    if (!stored || !written?.equals(hash)) throw new BackupError(`This backup is damaged in part ${index + 1}`)
    last = kind
    yield { kind, payload: key ? unseal(key, index, stored) : stored }
  }
  if (last !== 'manifest') throw new BackupError('This backup is damaged: its end is missing')
}
