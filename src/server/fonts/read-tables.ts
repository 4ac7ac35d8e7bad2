import { promisify } from 'node:util'
import { brotliDecompress, inflate } from 'node:zlib'
import { FontError, fontErrors } from './font-error.ts'

export type FontFormat = 'woff2' | 'woff' | 'ttf' | 'otf'

/** The tables of a font file by tag. A transformed table of a WOFF2 has other bytes than in a TTF. */
export interface FontTables {
  readonly format: FontFormat
  readonly tables: ReadonlyMap<string, Buffer>
  /** Tags of transformed tables. */
  readonly transformed: ReadonlySet<string>
}

/** Bytes of all tables together. */
const maxBytes = 60_000_000
const maxTables = 128

const inflated = promisify(inflate)
const unbrotlied = promisify(brotliDecompress)

/** Tags of a WOFF2's directory by index. */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '))

function tagAt(bytes: Buffer, at: number): string {
  const tag = bytes.toString('latin1', at, at + 4)
  if (!/^[\x20-\x7e]{4}$/.test(tag)) throw fontErrors.damaged()
  return tag
}

function checkCount(count: number): number {
  if (count < 1 || count > maxTables) throw fontErrors.damaged()
  return count
}

/** A slice that is whole: subarray would shorten it silently. */
function slice(bytes: Buffer, offset: number, length: number): Buffer {
  if (offset + length > bytes.length) throw fontErrors.damaged()
  return bytes.subarray(offset, offset + length)
}

/** Adds up the sizes of tables, before anything is unpacked. */
function totalOf(sizes: readonly number[]): number {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total > maxBytes) throw fontErrors.size()
  return total
}

function put(tables: Map<string, Buffer>, tag: string, bytes: Buffer): void {
  if (tables.has(tag)) throw fontErrors.damaged()
  tables.set(tag, bytes)
}

/** Throws if two ranges overlap: a small file could otherwise be read as a huge one. */
function checkOverlaps(ranges: readonly { readonly offset: number; readonly length: number }[]): void {
  let end = 0
  for (const { offset, length } of ranges.filter((range) => range.length > 0).toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw fontErrors.damaged()
    end = offset + length
  }
}

function readSfnt(bytes: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: checkCount(bytes.readUInt16BE(4)) }, (_, index) => {
    const at = 12 + index * 16
    return { tag: tagAt(bytes, at), offset: bytes.readUInt32BE(at + 8), length: bytes.readUInt32BE(at + 12) }
  })
  checkOverlaps(entries)
  // Browsers refuse such fonts.
  if (entries.some(({ offset }) => offset % 4 !== 0)) throw fontErrors.damaged()
  const tables = new Map<string, Buffer>()
  for (const { tag, offset, length } of entries) put(tables, tag, slice(bytes, offset, length))
  return tables
}

async function readWoff(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = Array.from({ length: checkCount(bytes.readUInt16BE(12)) }, (_, index) => {
    const at = 44 + index * 20
    const [offset, length, size] = [4, 8, 12].map((field) => bytes.readUInt32BE(at + field)) as [number, number, number]
    return { tag: tagAt(bytes, at), offset, length, size }
  })
  if (bytes.readUInt32BE(8) !== bytes.length) throw fontErrors.damaged()
  checkOverlaps(entries)
  totalOf(entries.map(({ size }) => size))
  const tables = new Map<string, Buffer>()
  for (const { tag, offset, length, size } of entries) {
    const stored = slice(bytes, offset, length)
    if (length > size) throw fontErrors.damaged()
    const table = length === size ? stored : await inflated(stored, { maxOutputLength: Math.max(1, size) })
    if (table.length !== size) throw fontErrors.damaged()
    put(tables, tag, table)
  }
  return tables
}

/** Reads the directory of a WOFF2, whose numbers have one to five bytes. */
class DirectoryReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    this.at += 1
    return this.#bytes.readUInt8(this.at - 1)
  }

  number(): number {
    let value = 0
    for (let index = 0; index < 5; index += 1) {
      const byte = this.byte()
      if (index === 0 && byte === 0x80) break
      value = value * 128 + (byte & 0x7f)
      if (value > 0xffffffff) break
      if ((byte & 0x80) === 0) return value
    }
    throw fontErrors.damaged()
  }

  tag(index: number): string {
    const known = knownTags[index]
    if (known !== undefined) return known
    this.at += 4
    return tagAt(this.#bytes, this.at - 4)
  }
}

interface Woff2Entry {
  readonly tag: string
  /** Bytes in the stream. */
  readonly size: number
  readonly isTransformed: boolean
}

function woff2Entry(reader: DirectoryReader): Woff2Entry {
  const flags = reader.byte()
  const tag = reader.tag(flags & 0x3f)
  const version = flags >> 6
  // Version 3 of glyf and loca, and version 0 of all others: as in a TTF.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
  const size = reader.number()
  return { tag, size: isTransformed ? reader.number() : size, isTransformed }
}

async function readWoff2(bytes: Buffer): Promise<Omit<FontTables, 'format'>> {
  if (bytes.readUInt32BE(8) !== bytes.length) throw fontErrors.damaged()
  const reader = new DirectoryReader(bytes, 48)
  const entries = Array.from({ length: checkCount(bytes.readUInt16BE(12)) }, () => woff2Entry(reader))
  const total = totalOf(entries.map(({ size }) => size))
  const stream = await unbrotlied(slice(bytes, reader.at, bytes.readUInt32BE(20)), {
    maxOutputLength: Math.max(1, total),
  })
  if (stream.length !== total) throw fontErrors.damaged()
  const tables = new Map<string, Buffer>()
  let offset = 0
  for (const { tag, size } of entries) {
    put(tables, tag, slice(stream, offset, size))
    offset += size
  }
  return { tables, transformed: new Set(entries.filter((entry) => entry.isTransformed).map(({ tag }) => tag)) }
}

async function tablesOf(bytes: Buffer): Promise<FontTables> {
  const signature = bytes.toString('latin1', 0, 4)
  const flavor = bytes.toString('latin1', 4, 8)
  if (signature === 'ttcf') throw fontErrors.collection()
  if (signature === 'wOF2') {
    if (flavor === 'ttcf') throw fontErrors.collection()
    return { format: 'woff2', ...(await readWoff2(bytes)) }
  }
  const plain = { transformed: new Set<string>() }
  if (signature === 'wOFF') return { format: 'woff', tables: await readWoff(bytes), ...plain }
  if (signature === 'OTTO') return { format: 'otf', tables: readSfnt(bytes), ...plain }
  if (signature === '\0\x01\0\0' || signature === 'true') {
    return { format: 'ttf', tables: readSfnt(bytes), ...plain }
  }
  throw fontErrors.type()
}

/**
 * Reads the tables of a WOFF2, WOFF, TTF or OTF. Every range is checked against the file, and what is unpacked has a
 * limit. Throws a FontError.
 */
export async function readTables(bytes: Buffer): Promise<FontTables> {
  try {
    return await tablesOf(bytes)
  } catch (error) {
    if (error instanceof FontError) throw error
    // A read behind the end, or a broken stream.
    throw fontErrors.damaged()
  }
}
