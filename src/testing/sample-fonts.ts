import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTables } from '../server/fonts/read-tables.ts'

const folder = fileURLToPath(new URL('../../node_modules/katex/dist/fonts/', import.meta.url))

/** A real font: the regular face of the family KaTeX_Typewriter. */
export function sampleFont(format: 'woff2' | 'woff' | 'ttf' = 'woff2', name = 'KaTeX_Typewriter-Regular'): Buffer {
  return readFileSync(`${folder}${name}.${format}`)
}

/** The tables of the sample font, to be changed. */
export async function sampleTables(): Promise<Map<string, Buffer>> {
  const { tables } = await readTables(sampleFont('ttf'))
  return new Map([...tables].map(([tag, bytes]) => [tag, Buffer.from(bytes)]))
}

function checksumOf(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

/** A font file of these tables, as browsers accept it. */
export function sfntOf(tables: ReadonlyMap<string, Buffer>, flavor = '\0\x01\0\0'): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16)
  head.write(flavor, 0, 'latin1')
  const power = Math.floor(Math.log2(tables.size))
  const searched = 16 * 2 ** power
  const fields = [tables.size, searched, power, tables.size * 16 - searched]
  for (const [index, value] of fields.entries()) head.writeUInt16BE(value, 4 + index * 2)
  const parts = [head]
  let offset = head.length
  for (const [index, [tag, bytes]] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    const at = 12 + index * 16
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    head.write(tag, at, 'latin1')
    for (const [field, value] of [checksumOf(padded), offset, bytes.length].entries()) {
      head.writeUInt32BE(value, at + 4 + field * 4)
    }
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** The sample font with other license bits. */
export async function sampleFontWithBits(bits: number): Promise<Buffer> {
  const tables = await sampleTables()
  tables.get('OS/2')?.writeUInt16BE(bits, 8)
  return sfntOf(tables)
}

/** A name table with a family. */
export function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16()
  const table = Buffer.alloc(18)
  const fields = [0, 1, 18, 3, 1, 0x409, 1, text.length, 0]
  for (const [index, value] of fields.entries()) table.writeUInt16BE(value, index * 2)
  return Buffer.concat([table, text])
}

/** The sample font under another family. */
export async function sampleFontNamed(family: string): Promise<Buffer> {
  return sfntOf((await sampleTables()).set('name', nameTable(family)))
}

/** A multipart form with one file, with its headers. */
export function fileForm(bytes: Uint8Array, name = 'file.bin', type = 'application/octet-stream') {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
}
