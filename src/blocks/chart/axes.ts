import { shortened, textWidth, wrapped } from '../text-width.ts'
import { formatTicks, type NumberFormat } from './number-format.ts'
import { lineHeight, type Pen } from './pen.ts'
import type { Scale } from './scale.ts'

/** A rectangle in px of the chart. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Space between a label and what it labels, in font sizes. */
export const labelGap = 0.45

/** The number of steps of an axis of a length: one every few lines of text. */
export function stepsFor(length: number, size: number): number {
  return Math.max(2, Math.min(6, Math.round(length / (size * 3.4))))
}

/** Labels for categories below a plot, or as many of them as fit. */
export interface CategoryLabels {
  /** Height of all lines. */
  readonly height: number
  /** The lines of each label; [] for one that is left out. */
  readonly lines: readonly (readonly string[])[]
}

/**
 * Fits labels into bands of a width, side by side: broken into lines between words, or truncated. If the bands are too
 * narrow for that, every n-th label stays.
 */
export function categoryLabels(names: readonly string[], band: number, size: number, thin: boolean): CategoryLabels {
  const room = band - size * 0.5
  const most = band > size * 4 ? 3 : 2
  const longest = Math.max(...names.flatMap((name) => name.split(/\s+/)).map((word) => textWidth(word, size)))
  const fits = longest <= room || (!thin && room >= size * 3.5)
  const one = (name: string, width: number, count: number): string[] =>
    name.trim() === '' ? [] : wrapped(name, width, size, count)
  if (fits) {
    const lines = names.map((name) => one(name, room, most))
    return { lines, height: Math.max(1, ...lines.map(({ length }) => length)) * size * lineHeight }
  }
  const widest = Math.min(size * 7, Math.max(...names.map((name) => textWidth(name, size))))
  const every = Math.max(1, Math.ceil((widest + size * 0.6) / band))
  const lines = names.map((name, index) => (index % every === 0 ? one(name, every * band - size * 0.6, 1) : []))
  return { lines, height: size * lineHeight }
}

/** Labels for categories at the side of a plot, one below the other in bands of a height. */
export function sideLabels(names: readonly string[], band: number, size: number, width: number): CategoryLabels {
  const most = band >= size * lineHeight * 2.2 ? 2 : 1
  const every = Math.max(1, Math.ceil((size * lineHeight) / band))
  const lines = names.map((name, index) => {
    if (index % every !== 0 || name.trim() === '') return []
    return most === 1 ? [shortened(name.trim(), width, size)] : wrapped(name, width, size, most)
  })
  return { lines, height: 0 }
}

/** Width of the widest label. */
export const widestOf = (lines: readonly (readonly string[])[], size: number): number =>
  Math.max(0, ...lines.flat().map((line) => textWidth(line, size)))

/** A value axis at the left, with lines across the plot. `labels` false: only the line at zero. */
export function valueAxis(
  pen: Pen,
  area: Area,
  scale: Scale,
  size: number,
  labels: readonly string[],
): { readonly markup: string; readonly y: (value: number) => number } {
  const y = (value: number): number =>
    area.bottom - ((value - scale.from) / (scale.to - scale.from)) * (area.bottom - area.top)
  const lines = scale.ticks.map((tick, index) => {
    if (labels.length === 0 && tick !== 0) return ''
    const rule = pen.rule([area.left, y(tick)], [area.right, y(tick)], tick === 0 ? 0.5 : 0.15)
    if (labels.length === 0) return rule
    const at = [area.left - size * labelGap, y(tick)] as const
    return rule + pen.text([labels[index]!], at, { size: size * 0.9, side: 'right', part: 'muted' })
  })
  return { markup: lines.join(''), y }
}

/** The labels of an axis's ticks, and their width with the gap. */
export function tickLabels(scale: Scale, format: NumberFormat, size: number) {
  const labels = formatTicks(scale.ticks, scale.decimals, format)
  return { labels, width: Math.max(...labels.map((label) => textWidth(label, size * 0.9))) + size * labelGap }
}
