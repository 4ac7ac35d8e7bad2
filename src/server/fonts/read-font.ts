import { FontError, fontErrors } from './font-error.ts'
import { type FontFormat, type FontTables, readTables } from './read-tables.ts'

/** The properties of a font, as its file states them. */
export interface FontFacts {
  readonly format: FontFormat
  /** As in a style sheet: letters, digits, spaces, dots, hyphens and underscores. */
  readonly family: string
  /** The weights of a variable font; twice the same of others. */
  readonly weights: readonly [min: number, max: number]
  readonly style: 'normal' | 'italic'
  /** The license bits of OS/2 (fsType). */
  readonly licenseBits: number
}

type Tables = Pick<FontTables, 'tables' | 'transformed'>

function table({ tables }: Tables, tag: string, atLeast: number): Buffer {
  const bytes = tables.get(tag)
  if (!bytes || bytes.length < atLeast) throw fontErrors.damaged()
  return bytes
}

/** Throws unless the outlines are where the glyphs' offsets say. */
function checkGlyphs(font: Tables, glyphs: number, longOffsets: boolean): void {
  const { tables, transformed } = font
  if (tables.has('CFF ') || tables.has('CFF2')) return
  const glyf = tables.get('glyf')
  if (!glyf || !tables.has('loca')) throw fontErrors.outlines()
  if (transformed.has('glyf') !== transformed.has('loca')) throw fontErrors.damaged()
  // The transformed one begins with its number of glyphs.
  if (transformed.has('glyf')) {
    if (glyf.length < 36 || glyf.readUInt16BE(4) !== glyphs) throw fontErrors.damaged()
    return
  }
  const loca = table(font, 'loca', (glyphs + 1) * (longOffsets ? 4 : 2))
  let last = 0
  for (let glyph = 0; glyph <= glyphs; glyph += 1) {
    const offset = longOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
    if (offset < last || offset > glyf.length) throw fontErrors.damaged()
    last = offset
  }
}

/** Throws unless the tables that browsers need are there and fit together. */
function checkTables(font: Tables): void {
  const head = table(font, 'head', 54)
  const unitsPerEm = head.readUInt16BE(18)
  if (head.readUInt32BE(12) !== 0x5f0f3cf5 || unitsPerEm < 16 || unitsPerEm > 16_384) throw fontErrors.damaged()
  const glyphs = table(font, 'maxp', 6).readUInt16BE(4)
  if (glyphs === 0) throw fontErrors.outlines()
  const metrics = table(font, 'hhea', 36).readUInt16BE(34)
  if (metrics === 0 || metrics > glyphs) throw fontErrors.damaged()
  if (!font.transformed.has('hmtx')) table(font, 'hmtx', metrics * 4 + (glyphs - metrics) * 2)
  const cmap = table(font, 'cmap', 4)
  if (cmap.length < 4 + cmap.readUInt16BE(2) * 8) throw fontErrors.damaged()
  checkGlyphs(font, glyphs, head.readInt16BE(50) === 1)
}

interface Name {
  readonly id: number
  /** Higher: preferred. */
  readonly rank: number
  readonly text: string
}

/** Ids of the names that are read: family and style, also those of all weights and widths. */
const readNames: readonly number[] = [1, 2, 16, 17]
/** Most names, and bytes of each: names may overlap, so those of a small table could have gigabytes. */
const most = { names: 2_000, nameBytes: 400 }

/** The names of a font. Offsets behind the table are skipped. */
function namesOf(font: Tables): Name[] {
  const bytes = table(font, 'name', 6)
  const strings = bytes.readUInt16BE(4)
  const count = Math.min(bytes.readUInt16BE(2), Math.floor((bytes.length - 6) / 12), most.names)
  return Array.from({ length: count }, (_, index) => 6 + index * 12).flatMap((at) => {
    const [platform, , language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((field) =>
      bytes.readUInt16BE(at + field),
    ) as [number, number, number, number, number, number]
    if (!readNames.includes(id)) return []
    const raw = bytes.subarray(strings + offset, strings + offset + Math.min(length, most.nameBytes))
    const isWide = platform !== 1
    const text = isWide
      ? Buffer.from(raw.subarray(0, raw.length & ~1))
          .swap16()
          .toString('utf16le')
      : raw.toString('latin1')
    const rank = (isWide ? 2 : 0) + (language === (isWide ? 0x409 : 0) ? 1 : 0)
    return [{ id, rank, text }]
  })
}

/** The longest name of a family. */
const maxName = 100

/** The family's name, with only what may stand in a quoted name of a style sheet. */
function familyOf(font: Tables): string {
  const names = namesOf(font)
  const best = (id: number) => names.filter((name) => name.id === id).toSorted((a, b) => b.rank - a.rank)
  // 16: the family of all weights and widths; 1: one that has four faces at most, so that each width is a family.
  const width = table(font, 'OS/2', 68).readUInt16BE(6)
  for (const { text } of width === 5 ? [...best(16), ...best(1)] : [...best(1), ...best(16)]) {
    const plain = text
      .normalize('NFC')
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const family = [...plain].slice(0, maxName).join('').trim()
    if (family !== '') return family
  }
  throw fontErrors.family()
}

/** Whether the face is italic by its names: some fonts set no bit. */
function isNamedItalic(font: Tables): boolean {
  return namesOf(font).some(({ id, text }) => (id === 2 || id === 17) && /italic|oblique/i.test(text))
}

const asWeight = (value: number) => Math.min(1_000, Math.max(1, Math.round(value)))

/** The range of the weight axis of a variable font; null if it has none. */
function weightAxis({ tables }: Tables): [number, number] | null {
  const fvar = tables.get('fvar')
  if (!fvar || fvar.length < 16) return null
  const [start, count, size] = [4, 8, 10].map((field) => fvar.readUInt16BE(field)) as [number, number, number]
  for (let axis = 0; axis < count; axis += 1) {
    const at = start + axis * size
    if (size < 20 || at + 20 > fvar.length) return null
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    const [min, max] = [asWeight(fvar.readInt32BE(at + 4) / 65_536), asWeight(fvar.readInt32BE(at + 12) / 65_536)]
    return min < max ? [min, max] : null
  }
  return null
}

function factsOf(font: FontTables): FontFacts {
  checkTables(font)
  const os2 = table(font, 'OS/2', 68)
  // Some old fonts count weights from 1 to 9.
  const weightClass = os2.readUInt16BE(4)
  const weight = asWeight(weightClass >= 1 && weightClass <= 9 ? weightClass * 100 : weightClass || 400)
  const selection = os2.readUInt16BE(62)
  const macStyle = table(font, 'head', 54).readUInt16BE(44)
  const isItalic = (selection & 0x201) !== 0 || (macStyle & 2) !== 0 || isNamedItalic(font)
  return {
    format: font.format,
    family: familyOf(font),
    weights: weightAxis(font) ?? [weight, weight],
    style: isItalic ? 'italic' : 'normal',
    licenseBits: os2.readUInt16BE(8),
  }
}

/**
 * Checks a font file and reads its properties. Throws a FontError for a file that is no font, damaged, or
 * larger than the limits when unpacked. Glyph programs are not run here.
 */
export async function readFont(bytes: Uint8Array): Promise<FontFacts> {
  const font = await readTables(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  try {
    return factsOf(font)
  } catch (error) {
    if (error instanceof FontError) throw error
    throw fontErrors.damaged()
  }
}

/** Whether the license bits allow to embed the font in documents: it is not restricted, nor limited to bitmaps. */
export function mayEmbed(licenseBits: number): boolean {
  return (licenseBits & 0xf) !== 2 && (licenseBits & 0x200) === 0
}
