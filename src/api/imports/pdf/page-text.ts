import { fontFamily } from '../font-family.ts'
import { colorOf } from './page-objects.ts'
import { type Pdfium, readNumbers } from './pdfium.ts'

/** A character of a page, in points; y grows upward. */
interface Glyph {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly look: Look
  /** Whether PDFium added it, such as a space between words. */
  readonly isGenerated: boolean
}

/** How characters look. */
export interface Look {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly color: string
}

/** Characters of a line that look the same. */
export interface TextRun {
  readonly text: string
  readonly size: number
  readonly look: Look
}

/** A line of text. */
export interface TextLine {
  readonly runs: readonly TextRun[]
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
}

/** Texts that are nearly upright are lines; in radians. Others stay in the picture. */
const upright = 0.02
/** A gap of this many sizes ends a line: the next words are of another column or cell. */
const columnGap = 1.6

function nameOf(pdfium: Pdfium, page: number, index: number): string {
  const read = (pointer: number, bytes: number) => pdfium.call('FPDFText_GetFontInfo', page, index, pointer, bytes, 0)
  const needed = read(0, 0)
  if (needed <= 1 || needed > 1_000) return ''
  return pdfium.withMemory(needed, (pointer) => {
    read(pointer, needed)
    return Buffer.from(pdfium.bytes().subarray(pointer, pointer + needed - 1)).toString('utf8')
  })
}

/** The family of a font of a PDF: ABCDEF+OpenSans-BoldItalic is Open Sans. */
function familyOf(name: string): string {
  const plain = name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(
      /[-,](?:[A-Za-z]*(?:Bold|Italic|Oblique|Regular|Medium|Light|Roman|Book|Black|Thin|Semi|Demi|MT|PS)[A-Za-z]*)+$/i,
      '',
    )
  const known: Readonly<Record<string, string>> = {
    Helvetica: 'Arial',
    TimesNewRomanPS: 'Times New Roman',
    TimesNewRoman: 'Times New Roman',
    Times: 'Times New Roman',
    CourierNew: 'Courier New',
    Courier: 'Courier New',
  }
  const short = plain.replace('DejaVu', 'Dejavu').replace(/(PSMT|PS|MT)$/, '')
  return fontFamily(known[short] ?? short.replace(/([a-z])([A-Z])/g, '$1 $2').replace('Dejavu', 'DejaVu'))
}

function createLooks(pdfium: Pdfium, page: number) {
  const known = new Map<string, Look>()
  return (index: number): Look => {
    const name = nameOf(pdfium, page, index)
    const color = colorOf(pdfium, 'FPDFText_GetFillColor', page, index)?.css ?? '#000000'
    const weight = pdfium.call('FPDFText_GetFontWeight', page, index)
    const key = `${name} ${color} ${weight}`
    const look = known.get(key) ?? {
      family: familyOf(name),
      bold: /bold|black|heavy|semibold|demi/i.test(name) || weight >= 600,
      italic: /italic|oblique/i.test(name),
      color,
    }
    known.set(key, look)
    return look
  }
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
}

/** The glyphs of a page in the order of its content. */
function glyphsOf(pdfium: Pdfium, text: number, count: number, height: number): Glyph[] {
  const looks = createLooks(pdfium, text)
  const glyphs: Glyph[] = []
  for (let index = 0; index < count; index += 1) {
    const isGenerated = pdfium.call('FPDFText_IsGenerated', text, index) === 1
    const angle = pdfium.call('FPDFText_GetCharAngle', text, index)
    if (!isGenerated && Math.min(Math.abs(angle), Math.abs(angle - Math.PI * 2)) > upright) continue
    const size = pdfium.call('FPDFText_GetFontSize', text, index)
    const box = readNumbers(pdfium, 'double', 4, (...at) => pdfium.call('FPDFText_GetCharBox', text, index, ...at))
    const origin = readNumbers(pdfium, 'double', 2, (...at) =>
      pdfium.call('FPDFText_GetCharOrigin', text, index, ...at),
    )
    const matrix = scaleOf(pdfium, text, index)
    if (!box || !origin) continue
    const [left, right] = [Math.min(origin[0]!, box[0]!), Math.max(box[1]!, origin[0]!)]
    glyphs.push({
      ...{ text: character(pdfium.call('FPDFText_GetUnicode', text, index)), left, right, isGenerated },
      ...{ baseline: height - origin[1]!, size: Math.max(1, size * matrix), look: looks(index) },
    })
  }
  return glyphs
}

/** How much the matrix of a character enlarges its font. */
function scaleOf(pdfium: Pdfium, text: number, index: number): number {
  return pdfium.withMemory(24, (pointer) => {
    if (pdfium.call('FPDFText_GetMatrix', text, index, pointer) === 0) return 1
    const view = new DataView(pdfium.bytes().buffer, pointer, 24)
    return Math.hypot(view.getFloat32(8, true), view.getFloat32(12, true)) || 1
  })
}

const isBlank = ({ text }: Glyph): boolean => text.trim() === ''
/** Gaps between letters, in sizes, of words in spaced letters. Larger ones are those of words of one letter. */
const spacedLetters = { least: 0.08, most: 0.22 }
/** How much wider a space between such words is than the gap between their letters, in sizes. */
const wordGap = 0.18

/** The glyphs of a line, without the spaces that PDFium added between spaced letters: N O R T H. */
function withoutLooseSpaces(glyphs: readonly Glyph[]): readonly Glyph[] {
  const letters = glyphs.filter((one) => !isBlank(one))
  const gaps = letters.slice(1).map(({ left, size }, at) => (left - letters[at]!.right) / size)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]
  if (gaps.length < 3 || usual === undefined || usual < spacedLetters.least || usual > spacedLetters.most) return glyphs
  let before = -1
  return glyphs.filter((glyph) => {
    if (!isBlank(glyph)) before += 1
    return !isBlank(glyph) || !glyph.isGenerated || (gaps[before] ?? 0) > usual + wordGap
  })
}

function lineOf(read: readonly Glyph[]): TextLine | null {
  const glyphs = withoutLooseSpaces(read)
  const runs: { text: string; size: number; look: Look }[] = []
  for (const { text, size, look } of glyphs) {
    const last = runs.at(-1)
    if (last && (text.trim() === '' || (last.look === look && Math.abs(last.size - size) < 0.5))) last.text += text
    else runs.push({ text, size, look })
  }
  const words = glyphs.filter((one) => !isBlank(one))
  if (words.length === 0) return null
  const size = words.map((one) => one.size).sort((a, b) => a - b)[Math.floor(words.length / 2)]!
  return {
    ...{
      runs,
      size,
      left: Math.min(...words.map(({ left }) => left)),
      right: Math.max(...words.map(({ right }) => right)),
    },
    baseline: words[0]!.baseline,
  }
}

/** The upright lines of a page, in the order of its content. */
export function linesOf(pdfium: Pdfium, page: number, height: number, most: number): TextLine[] {
  const text = pdfium.call('FPDFText_LoadPage', page)
  if (text === 0) return []
  const count = Math.min(most, Math.max(0, pdfium.call('FPDFText_CountChars', text)))
  const lines: TextLine[] = []
  let open: Glyph[] = []
  const end = (): void => {
    const line = lineOf(open)
    if (line) lines.push(line)
    open = []
  }
  let edge = 0
  for (const glyph of glyphsOf(pdfium, text, count, height)) {
    if (/[\r\n]/.test(glyph.text)) {
      end()
      continue
    }
    const first = open.find((one) => !one.isGenerated)
    const isApart =
      first !== undefined &&
      !glyph.isGenerated &&
      (Math.abs(glyph.baseline - first.baseline) > first.size * 0.6 ||
        glyph.left > edge + columnGap * first.size ||
        glyph.left < edge - 3 * first.size)
    if (isApart) end()
    if (open.length === 0 && glyph.text.trim() === '') continue
    open.push(glyph)
    if (!glyph.isGenerated) edge = glyph.right
  }
  end()
  pdfium.call('FPDFText_ClosePage', text)
  return lines
}

/** The words of a page. Read by character: the whole text lacks as many at its end as the page has without a meaning. */
export function wordsOf(pdfium: Pdfium, page: number): string {
  const text = pdfium.call('FPDFText_LoadPage', page)
  if (text === 0) return ''
  const count = Math.max(0, pdfium.call('FPDFText_CountChars', text))
  const words = Array.from({ length: count }, (_, at) => character(pdfium.call('FPDFText_GetUnicode', text, at))).join(
    '',
  )
  pdfium.call('FPDFText_ClosePage', text)
  return words
}
