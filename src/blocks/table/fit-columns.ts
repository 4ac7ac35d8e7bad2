import { parseFragment, textContent } from '../../document/html.ts'
import { numberIn } from '../number-text.ts'
import { textWidth } from '../text-width.ts'
import type { TableCell, TableProps, TableRow } from './block.ts'

// Widths and alignment of columns that follow from the text in them. The same object if nothing changes.

/** Width of a column in characters: at least, and at most if its text can be broken into lines. */
const bounds = { min: 4, max: 28 }

/** Padding of a cell, in characters. */
const padding = 2

/** Average width of a character, in font sizes. */
const character = 0.57

/** Characters in a line of a table of ordinary width. */
const usualRoom = 48

/** Text of a cell, a line each. */
function linesOf(cell: TableCell): string[] {
  const broken = cell.html.replace(/<br>|<\/(?:p|li|h[1-6])>/g, '\n')
  return textContent(parseFragment(broken)).split('\n')
}

/** A column's need of room, in characters: for its longest word, and for its longest line. */
function needsOf({ rows }: TableProps): { readonly word: number; readonly line: number }[] {
  const widest = (texts: readonly string[]): number =>
    padding + Math.max(bounds.min, ...texts.map((text) => textWidth(text, 1 / character)))
  return rows[0]!.map((_, column) => {
    const cells = rows.map((row) => row[column]).filter((cell) => cell?.columns === 1)
    const lines = cells.flatMap((cell) => linesOf(cell!))
    return { word: widest(lines.flatMap((line) => line.split(/\s+/))), line: widest(lines) }
  })
}

/** The width at which a table needs no more lines than its long texts, in px of a font size. */
export function naturalWidth(props: TableProps, size: number): number {
  const needs = needsOf(props).map(({ word, line }) => Math.max(word, Math.min(line, bounds.max)))
  return Math.ceil(needs.reduce((total, one) => total + one, 0) * character * size)
}

/**
 * Sets the widths so that each column has room for its words, and long texts share the rest. `room`: the width of the
 * table in characters.
 */
export function fitColumns(props: TableProps, room = usualRoom): TableProps {
  const needs = needsOf(props)
  const at = (most: number): number[] => needs.map(({ word, line }) => Math.max(word, Math.min(line, most)))
  const total = (parts: readonly number[]): number => parts.reduce((sum, one) => sum + one, 0)
  let most = bounds.max
  while (most > bounds.min && total(at(most)) > room) most--
  const parts = at(most)
  const widths = parts.map((one) => Math.round((one / total(parts)) * 10_000) / 100)
  return widths.every((width, index) => width === props.widths[index]) ? props : { ...props, widths }
}

/** Characters in a line of a table, by its width and font size in px. */
export const roomIn = (width: number, size: number): number => width / size / character

/** Aligns columns of numbers at the right, with their headings, unless their cells are aligned already. */
export function alignNumbers(rows: readonly TableRow[], hasHeader: boolean): readonly TableRow[] {
  const body = hasHeader ? rows.slice(1) : rows
  const areNumbers = (rows[0] ?? []).map((_, column) => {
    const texts = body.flatMap((row) => (row[column] ? [linesOf(row[column]).join(' ').trim()] : []))
    const filled = texts.filter((text) => text !== '')
    const numbers = filled.filter((text) => numberIn(text) !== null)
    // The heading of a table without a marked header is text above numbers.
    return numbers.length > 0 && filled.slice(hasHeader ? 0 : 1).every((text) => numberIn(text) !== null)
  })
  if (!areNumbers.includes(true)) return rows
  return rows.map((row) => row.map((cell, column) => (cell && areNumbers[column] ? alignedRight(cell) : cell)))
}

function alignedRight(cell: TableCell): TableCell {
  if (cell.columns > 1 || cell.style.some(([name]) => name === 'text-align')) return cell
  return { ...cell, style: [...cell.style, ['text-align', 'right']] }
}
