import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { limits } from '../../rules/limits.ts'
import { ZipError, zipErrors } from './zip-error.ts'
import { checkName, isArchive, NameList, signatureBytes } from './zip-names.ts'

/** A file inside a ZIP. */
export interface ZipEntry {
  readonly name: string
  /** Bytes when unpacked, as the ZIP claims; more or fewer are an error. */
  readonly size: number
  /** Streams its bytes. All bytes of all files count against the limit of the ZIP. */
  stream(): AsyncIterable<Buffer>
  /** Reads it into memory. Throws if it is larger than `most` bytes. */
  bytes(most: number): Promise<Buffer>
}

/** An open ZIP. Close it. */
export interface OpenZip {
  /** Its files by name, without folders. */
  readonly files: ReadonlyMap<string, ZipEntry>
  close(): void
}

/** Limits of one ZIP. */
export interface ZipLimits {
  readonly entries: number
  /** Bytes of all files when unpacked. */
  readonly bytes: number
}

/** Bits of an entry's flags: encrypted; strongly encrypted; encrypted names. */
const lockedFlags = 0x1 | 0x40 | 0x2000
/** Types of files in the mode that Unix programs store: none, regular, folder. */
const plainTypes: readonly number[] = [0, 0x8000, 0x4000]

/** The error for the user. yauzl has no error codes, only messages. */
function asZipError(error: unknown): ZipError {
  if (error instanceof ZipError) return error
  const { message } = error as Error
  if (/encrypt/i.test(message)) return zipErrors.locked()
  if (/absolute path|relative path|characters in fileName/i.test(message)) return zipErrors.name()
  return zipErrors.damaged()
}

function checkEntry(entry: Entry): void {
  checkName(entry.fileName)
  if ((entry.generalPurposeBitFlag & lockedFlags) !== 0) throw zipErrors.locked()
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw zipErrors.method()
  if (!plainTypes.includes((entry.externalFileAttributes >>> 16) & 0xf000)) throw zipErrors.link()
  if (entry.fileName.endsWith('/') && entry.uncompressedSize !== 0) throw zipErrors.damaged()
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Where an entry stands in the file. Throws if its own header names another file. */
async function rangeOf(zip: ZipFile, entry: Entry): Promise<Range> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  const isSame = header.fileName.equals(entry.fileNameRaw) && header.compressionMethod === entry.compressionMethod
  if (!isSame) throw zipErrors.damaged()
  if ((header.generalPurposeBitFlag & lockedFlags) !== 0) throw zipErrors.locked()
  return { start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize }
}

/** Throws if two entries share bytes: a small file could otherwise unpack to an immense one. */
function checkRanges(ranges: readonly Range[], directory: number): void {
  let last = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < last || end > directory) throw zipErrors.damaged()
    last = end
  }
}

/** The files of a ZIP, and the count of bytes that were unpacked of all of them. */
class Reader implements OpenZip {
  readonly files = new Map<string, ZipEntry>()
  readonly #zip: ZipFile
  readonly #limits: ZipLimits
  #unpacked = 0

  constructor(zip: ZipFile, zipLimits: ZipLimits) {
    this.#zip = zip
    this.#limits = zipLimits
  }

  async readDirectory(): Promise<void> {
    const zip = this.#zip
    if (zip.entryCount > this.#limits.entries) throw zipErrors.entries(this.#limits.entries)
    const directory = Number(zip.readEntryCursor)
    const names = new NameList()
    const entries: Entry[] = []
    let claimed = 0
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry)
      names.add(entry.fileName)
      claimed += entry.uncompressedSize
      if (claimed > this.#limits.bytes) throw zipErrors.size(this.#limits.bytes)
      entries.push(entry)
    }
    const ranges: Range[] = []
    for (const entry of entries) ranges.push(await rangeOf(zip, entry))
    checkRanges(ranges, directory)
    for (const entry of entries) if (!entry.fileName.endsWith('/')) this.#add(entry)
  }

  close(): void {
    this.#zip.close()
  }

  #add(entry: Entry): void {
    const { fileName: name, uncompressedSize: size } = entry
    const stream = () => this.#stream(entry)
    const bytes = async (most: number): Promise<Buffer> => {
      if (size > most) throw zipErrors.size(most)
      const parts: Buffer[] = []
      for await (const part of stream()) parts.push(part)
      return Buffer.concat(parts)
    }
    this.files.set(name, { name, size, stream, bytes })
  }

  async *#stream(entry: Entry): AsyncGenerator<Buffer> {
    let sum = 0
    let head = Buffer.alloc(0)
    try {
      // yauzl ends with an error if there are more or fewer bytes than claimed.
      for await (const part of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        this.#unpacked += part.length
        if (this.#unpacked > this.#limits.bytes) throw zipErrors.size(this.#limits.bytes)
        if (head.length < signatureBytes) {
          head = Buffer.concat([head, part.subarray(0, signatureBytes)])
          if (isArchive(head)) throw zipErrors.nested()
        }
        sum = crc32(part, sum)
        yield part
      }
    } catch (error) {
      throw asZipError(error)
    }
    if (sum !== entry.crc32) throw zipErrors.damaged()
  }
}

/**
 * Opens a ZIP that a user sent: the only reader of such files. Nothing is unpacked to the disk. Throws a ZipError for
 * links, unsafe or repeated names, overlapping or encrypted entries, archives in it, and beyond its limits.
 */
export async function openZip(path: string, zipLimits: ZipLimits = limits.zip): Promise<OpenZip> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  let zip: ZipFile
  try {
    zip = await openPromise(path, options)
  } catch (error) {
    throw asZipError(error)
  }
  const reader = new Reader(zip, zipLimits)
  try {
    await reader.readDirectory()
    return reader
  } catch (error) {
    zip.close()
    throw asZipError(error)
  }
}
