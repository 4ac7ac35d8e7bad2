import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP made by hand. Fields that are left out are as they should be. */
export interface HandMadeEntry {
  readonly name: string | Buffer
  readonly bytes?: Buffer
  readonly flags?: number
  /** 0: stored; 8: deflated. */
  readonly method?: number
  readonly attributes?: number
  /** What the central directory claims. */
  readonly size?: number
  readonly compressedSize?: number
  readonly crc?: number
  /** The name in the entry's own header. */
  readonly localName?: string
  /** What stands in the file instead of the packed bytes. */
  readonly stored?: Buffer
  /** Where the directory says that it begins; the entry itself is left out. */
  readonly offset?: number
}

/** The mode of a Unix program as external attributes. */
export const unixMode = (mode: number): number => (mode << 16) >>> 0

interface Placed {
  readonly entry: HandMadeEntry
  readonly name: Buffer
  readonly stored: Buffer
  readonly offset: number
}

function fields(length: number, values: readonly (readonly [at: number, bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(length)
  for (const [at, bytes, value] of values) buffer.writeUIntLE(value, at, bytes)
  return buffer
}

function factsOf({ entry, stored }: Placed) {
  const bytes = entry.bytes ?? Buffer.alloc(0)
  return {
    ...{ flags: entry.flags ?? 0x800, method: entry.method ?? 8, crc: entry.crc ?? crc32(bytes) },
    ...{ compressed: entry.compressedSize ?? stored.length, size: entry.size ?? bytes.length },
  }
}

function localHeader(placed: Placed): Buffer {
  const name = placed.entry.localName === undefined ? placed.name : Buffer.from(placed.entry.localName)
  const { flags, method, crc, compressed, size } = factsOf(placed)
  const head = fields(30, [
    ...([
      [0, 4, 0x04034b50],
      [4, 2, 20],
      [6, 2, flags],
      [8, 2, method],
      [14, 4, crc],
    ] as const),
    ...([
      [18, 4, compressed],
      [22, 4, size],
      [26, 2, name.length],
    ] as const),
  ])
  return Buffer.concat([head, name, placed.stored])
}

function directoryEntry(placed: Placed): Buffer {
  const { flags, method, crc, compressed, size } = factsOf(placed)
  const head = fields(46, [
    ...([
      [0, 4, 0x02014b50],
      [4, 2, 0x0314],
      [6, 2, 20],
      [8, 2, flags],
      [10, 2, method],
      [16, 4, crc],
    ] as const),
    ...([
      [20, 4, compressed],
      [24, 4, size],
      [28, 2, placed.name.length],
    ] as const),
    ...([
      [38, 4, placed.entry.attributes ?? unixMode(0o100644)],
      [42, 4, placed.offset],
    ] as const),
  ])
  return Buffer.concat([head, placed.name])
}

/** A ZIP of these entries, whatever they claim. `count`: the number of entries that its end claims. */
export function handMadeZip(entries: readonly HandMadeEntry[], count = entries.length): Buffer {
  const parts: Buffer[] = []
  const placed: Placed[] = []
  let offset = 0
  for (const entry of entries) {
    const bytes = entry.bytes ?? Buffer.alloc(0)
    const packed = (entry.method ?? 8) === 8 ? deflateRawSync(bytes) : bytes
    const stored = entry.stored ?? packed
    const one = { entry, name: Buffer.from(entry.name), stored, offset: entry.offset ?? offset }
    placed.push(one)
    if (entry.offset !== undefined) continue
    const local = localHeader(one)
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(placed.map(directoryEntry))
  const end = fields(22, [
    ...([
      [0, 4, 0x06054b50],
      [8, 2, count],
      [10, 2, count],
      [12, 4, directory.length],
      [16, 4, offset],
    ] as const),
  ])
  return Buffer.concat([...parts, directory, end])
}
