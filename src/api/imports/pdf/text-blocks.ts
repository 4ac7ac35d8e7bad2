import type { Block } from '../../../document/deck-model.ts'
import { escapeAttribute, escapeText } from '../../../document/html.ts'
import { makeBlock } from '../make-block.ts'
import type { TextLine, TextRun } from './page-text.ts'

/** Where points of the page stand on the slide. */
export interface PagePlace {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** Lines whose distance is more than this many sizes do not belong together. */
const widestPitch = 2.1
/** The usual height of a line, and the height of its center above the baseline, in font sizes. */
const [usualPitch, raise] = [1.2, 0.345]
const bullet = /^\s*(?:[•‣▪■●○◦–—*-]|\d{1,2}[.)])\s/

const near = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0

/** Whether a line continues the text of lines above it. */
function goesOn(lines: readonly TextLine[], next: TextLine): boolean {
  const last = lines.at(-1)!
  const pitch = next.baseline - last.baseline
  const { size } = last
  if (!near(size, next.size, size * 0.12) || pitch < size * 0.7 || pitch > size * widestPitch) return false
  const before = lines.at(-2)
  if (before && pitch > (last.baseline - before.baseline) * 1.5 + 1) return false
  const isBeside = next.left > last.right || next.right < last.left
  const middle = (line: TextLine) => (line.left + line.right) / 2
  const aligned =
    near(next.left, last.left, size * 2.5) ||
    near(middle(next), middle(last), size) ||
    near(next.right, last.right, size * 0.3)
  return !isBeside && aligned
}

/** Groups lines to the texts that they are of. */
export function groupLines(lines: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && goesOn(last, line)) last.push(line)
    else groups.push([line])
  }
  return groups
}

type Align = 'left' | 'center' | 'right'

function alignOf(lines: readonly TextLine[]): Align {
  const spread = (value: (line: TextLine) => number) => {
    const values = lines.map(value)
    return Math.max(...values) - Math.min(...values)
  }
  const tolerance = lines[0]!.size * 0.5
  if (lines.length < 2 || spread(({ left }) => left) <= tolerance) return 'left'
  if (spread(({ left, right }) => left + right) / 2 <= tolerance) return 'center'
  return spread(({ right }) => right) <= tolerance ? 'right' : 'left'
}

/** Whether the first word of the next line would have had room: the line ends its paragraph. */
function endsParagraph(line: TextLine, next: TextLine, right: number, align: Align): boolean {
  const text = next.runs.map((run) => run.text).join('')
  if (bullet.test(text)) return true
  const word = /^\s*\S+/.exec(text)?.[0] ?? ''
  const width = ((next.right - next.left) * word.length) / Math.max(1, text.trim().length)
  const room = align === 'center' ? (right - line.right) * 2 : right - line.right
  return room > width + line.size * 0.6
}

function runHtml({ text, size, look }: TextRun, base: TextRun, scale: number): string {
  const style = [
    ...(Math.abs(size - base.size) < 0.5 ? [] : [`font-size: ${rounded(size * scale)}px;`]),
    ...(look.family === base.look.family || look.family === '' ? [] : [`font-family: ${look.family};`]),
    ...(look.color === base.look.color ? [] : [`color: ${look.color};`]),
    ...(look.bold === base.look.bold ? [] : [`font-weight: ${look.bold ? 'bold' : 'normal'};`]),
    ...(look.italic === base.look.italic ? [] : [`font-style: ${look.italic ? 'italic' : 'normal'};`]),
  ]
  const words = escapeText(text.replaceAll(/\p{Cc}/gu, ''))
  return style.length === 0 ? words : `<span style="${escapeAttribute(style.join(' '))}">${words}</span>`
}

/** The paragraphs of a text. Words that were parted at the end of a line are joined. */
function paragraphsOf(lines: readonly TextLine[], base: TextRun, scale: number, align: Align): string {
  const right = Math.max(...lines.map((line) => line.right))
  let html = '<p>'
  for (const [index, line] of lines.entries()) {
    const words = line.runs.map((run) => runHtml(run, base, scale)).join('')
    const next = lines[index + 1]
    const shown = words.trimEnd()
    html += shown
    if (!next) break
    if (endsParagraph(line, next, right, align)) html += '</p><p style="margin-top: 0px;">'
    // Only the line is looked at: the text before it would be read again for each line.
    else html += /\p{Ll}[\u00ad\u2010]$/u.test(shown.slice(-3)) ? '' : ' '
  }
  return `${html}</p>`
}

/** A text block where these lines stand. */
export function textBlock(lines: readonly TextLine[], place: PagePlace): Block {
  const { scale } = place
  const [first] = lines as readonly [TextLine, ...TextLine[]]
  const base = first.runs.find(({ text }) => text.trim() !== '') ?? first.runs[0]!
  const pitches = lines.slice(1).map((line, index) => line.baseline - lines[index]!.baseline)
  const pitch =
    pitches.length === 0 ? first.size * usualPitch : pitches.reduce((sum, one) => sum + one, 0) / pitches.length
  const align = alignOf(lines)
  const [left, right] = [Math.min(...lines.map((line) => line.left)), Math.max(...lines.map((line) => line.right))]
  // Other fonts are wider: the text gets some room, on the sides that its alignment leaves.
  const room = (right - left) * 0.03 + first.size * 0.3
  const before = align === 'left' ? 0 : align === 'right' ? room : room / 2
  const frame = {
    x: rounded(place.x + (left - before) * scale),
    y: rounded(place.y + (first.baseline - pitch / 2 - raise * first.size) * scale),
    ...{ width: rounded((right - left + room) * scale), height: rounded(pitch * lines.length * scale), rotation: 0 },
  }
  const { look } = base
  const style: (readonly [string, string])[] = [
    ['font-size', `${rounded(base.size * scale)}px`],
    ...(look.family === '' ? [] : [['font-family', look.family] as const]),
    ['color', look.color],
    ['font-weight', look.bold ? 'bold' : 'normal'],
    ...(look.italic ? [['font-style', 'italic'] as const] : []),
    ['line-height', `${rounded(pitch * scale)}px`],
    ['text-align', align],
    ...(lines.length === 1 ? [['white-space', 'nowrap'] as const] : []),
  ]
  const html = paragraphsOf(lines, base, scale, align)
  const props = { html, fit: 'none' as const, verticalAlign: 'top' as const, padding: 0, placeholder: '' }
  return makeBlock('text', frame, props, { style })
}
