/** 32-bit numbers, the smallest byte first. */
export const ints = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value | 0, index * 4)
  return bytes
}
export const emfRecord = (type: number, data: Buffer): Buffer => Buffer.concat([ints(type, data.length + 8), data])

/** An enhanced metafile of 200 x 100 px. */
export function sampleEmf(...records: readonly Buffer[]): Buffer {
  const head = ints(0, 0, 199, 99, 0, 0, 2000, 1000, 0x464d4520, 0x10000, 0, 0, 0, 0, 0, 0, 1000, 1000, 100, 100)
  return Buffer.concat([emfRecord(1, head), ...records, emfRecord(14, ints(0, 0, 20))])
}

/** Text at a point; the widths of its letters are optional. */
export function emfText(text: string, [x, y] = [20, 30], widths: readonly number[] = []): Buffer {
  const letters = Buffer.from(text, 'utf16le')
  const padded = Buffer.concat([letters, Buffer.alloc((4 - (letters.length % 4)) % 4)])
  const after = widths.length === 0 ? 0 : 76 + padded.length
  const head = ints(0, 0, 0, 0, 1, 0, 0, x!, y!, text.length, 76, 0, 0, 0, 0, 0, after)
  return emfRecord(84, Buffer.concat([head, padded, ints(...widths)]))
}
