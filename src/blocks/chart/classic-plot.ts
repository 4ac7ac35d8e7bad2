import type { Area } from './axes.ts'
import type { ChartLook } from './chart-look.ts'
import { axisLabels, labelWidth, lineStrength, tickGap, tickLength } from './classic-frame.ts'
import type { NumberFormat } from './number-format.ts'
import { lineHeight, type Pen, type Point } from './pen.ts'
import type { Scale } from './scale.ts'

/** The axis of the categories, or of the values of points' first column. */
export interface Along {
  readonly names: readonly string[]
  /** The places of the names, from 0 to 1. */
  readonly at: readonly number[]
  /** Tick marks between categories, or at the numbers. */
  readonly ticks: readonly number[]
  /** Names that may be thinned out: numbers or dates. */
  readonly isSequence: boolean
  readonly isNumbers: boolean
}

/** Axes that were drawn, and where a category and a value are. */
export interface ClassicAxes {
  readonly markup: string
  readonly inner: Area
  /** A point of the plot: along the categories from 0 to 1, and its value. */
  at(along: number, value: number): Point
}

/** Ticks as their cells are written, without zeros at the end. */
export function classicTicks({ ticks, decimals }: Scale, { prefix, suffix, point }: NumberFormat, grouped: boolean) {
  return ticks.map((tick) => {
    const [whole = '', fraction] = String(Number(Math.abs(tick).toFixed(decimals + 2))).split('.')
    const digits = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, point === '.' ? ',' : '.') : whole
    const number = fraction === undefined ? digits : `${digits}${point}${fraction}`
    return `${tick < 0 ? '-' : ''}${prefix}${number}${suffix}`
  })
}

/** Whether a side's axis has labels, or tick marks. */
const has = (look: ChartLook, part: 'labels' | 'marks', side: 'x' | 'y'): boolean =>
  look.axes.includes(side) && look[part].includes(side)

/** How far labels are from their axis. */
const reachOf = (look: ChartLook, side: 'x' | 'y'): number => (has(look, 'marks', side) ? tickLength : 0)

/** The share of a room that slanted labels may take. */
const mostSlanted = 0.6

const widestOf = (labels: readonly string[], size: number): number =>
  Math.max(0, ...labels.map((label) => labelWidth(label, size)))

interface Sides {
  /** Labels of the vertical and of the horizontal axis. */
  readonly upright: readonly string[]
  readonly lying: readonly string[]
  /** Labels that may be thinned out. */
  readonly isLyingSequence: boolean
  /** Which axes have numbers at their ends. */
  readonly numbers: ChartLook['axes']
}

/** Where the plot is: at its set place, or in the room that its labels leave. */
function innerArea(
  room: Area,
  look: ChartLook,
  sides: Sides,
  ...[size, width, height]: [number, number, number]
): Area {
  const [x, y, wide, high] = look.plot
  if (x != null && y != null && wide && high && wide > 0 && high > 0)
    return { left: x * width, top: y * height, right: (x + wide) * width, bottom: (y + high) * height }
  const shows = (axis: 'x' | 'y'): boolean => has(look, 'labels', axis)
  const beside = reachOf(look, 'y') + (shows('y') ? widestOf(sides.upright, size) + tickGap : 0)
  const band = (room.right - room.left - beside) / Math.max(1, sides.lying.length)
  const names = axisLabels(sides.lying, band, size, sides.isLyingSequence)
  const most = (room.bottom - room.top) * mostSlanted
  const under = reachOf(look, 'x') + (shows('x') ? Math.min(names.height, most) + tickGap : 0)
  const top = shows('y') && sides.numbers.includes('y') ? size * 0.55 : 0
  const last =
    shows('x') && sides.numbers.includes('x') && !names.isSlanted ? labelWidth(sides.lying.at(-1) ?? '', size) / 2 : 0
  // A slanted first name begins to the left of its place.
  const slanted =
    shows('x') && names.isSlanted ? (labelWidth(sides.lying[0] ?? '', size) + size * 0.75) * Math.SQRT1_2 - band / 2 : 0
  const left = room.left + Math.max(beside, slanted)
  const [right, bottom] = [room.right - last, room.bottom - under]
  return { left, top: room.top + top, right: Math.max(right, left + 8), bottom: Math.max(bottom, room.top + top + 8) }
}

/** The length of the value axis before its labels are known, to choose its steps. */
export function roughLength(
  room: Area,
  look: ChartLook,
  names: readonly string[],
  ...[lying, isSequence, size]: [boolean, boolean, number]
): number {
  const wide = room.right - room.left - size * 2.4
  if (lying) return wide - widestOf(names, size)
  const [, , , share] = look.plot
  const high = room.bottom - room.top
  if (share) return high * share
  if (!has(look, 'labels', 'x')) return high - reachOf(look, 'x')
  const { height } = axisLabels(names, wide / Math.max(1, names.length), size, isSequence)
  return high - Math.min(height, high * mostSlanted) - tickGap - tickLength
}

/** Draws the axes of a plot with lines, tick marks and labels. `lying`: the values run to the right. */
export function classicAxes(
  pen: Pen,
  room: Area,
  look: ChartLook,
  part: {
    readonly along: Along
    readonly scale: Scale
    readonly labels: readonly string[]
    readonly lying: boolean
    readonly size: number
    readonly width: number
    readonly height: number
  },
): ClassicAxes {
  const { along, scale, labels, lying, size } = part
  const sides: Sides = lying
    ? { upright: along.names, lying: labels, isLyingSequence: true, numbers: 'x' }
    : { upright: labels, lying: along.names, isLyingSequence: along.isSequence, numbers: along.isNumbers ? 'xy' : 'y' }
  const inner = innerArea(room, look, sides, size, part.width, part.height)
  const [wide, high] = [inner.right - inner.left, inner.bottom - inner.top]
  const share = (value: number): number => (value - scale.from) / (scale.to - scale.from)
  const x = (place: number): number => inner.left + place * wide
  const y = (place: number): number => inner.bottom - place * high
  const valueAt = (value: number): number => (lying ? x(share(value)) : y(share(value)))
  const alongAt = (place: number): number => (lying ? y : x)(look.turned ? 1 - place : place)
  const onX = (lines: readonly number[]): string =>
    lines.map((at) => pen.rule([at, inner.top], [at, inner.bottom], lineStrength)).join('')
  const onY = (lines: readonly number[]): string =>
    lines.map((at) => pen.rule([inner.left, at], [inner.right, at], lineStrength)).join('')
  const values = scale.ticks.map(valueAt)
  const places = along.ticks.map(alongAt)
  const grid = [
    look.grid.includes('x') ? onX(lying ? values : places) : '',
    look.grid.includes('y') ? onY(lying ? places : values) : '',
  ].join('')
  const zero = valueAt(Math.min(scale.to, Math.max(scale.from, 0)))
  const base = lying ? inner.left : zero
  const lines = [
    look.axes.includes('x')
      ? pen.rule([inner.left, lying ? inner.bottom : base], [inner.right, lying ? inner.bottom : base], lineStrength)
      : '',
    look.axes.includes('y')
      ? pen.rule([lying ? zero : inner.left, inner.top], [lying ? zero : inner.left, inner.bottom], lineStrength)
      : '',
    has(look, 'marks', 'x') ? underMarks(pen, lying ? values : places, lying ? inner.bottom : base) : '',
    has(look, 'marks', 'y') ? sideMarks(pen, lying ? places : values, lying ? zero : inner.left) : '',
    has(look, 'labels', 'x')
      ? underLabels(
          pen,
          lying ? labels : along.names,
          lying ? values : along.at.map(alongAt),
          inner,
          size,
          sides.isLyingSequence,
          reachOf(look, 'x'),
        )
      : '',
    has(look, 'labels', 'y')
      ? sideLabels(
          pen,
          lying ? along.names : labels,
          lying ? along.at.map(alongAt) : values,
          inner,
          size,
          reachOf(look, 'y'),
        )
      : '',
  ].join('')
  return {
    markup: grid + lines,
    inner,
    at: (place, value) => (lying ? [valueAt(value), alongAt(place)] : [alongAt(place), valueAt(value)]),
  }
}

const underMarks = (pen: Pen, places: readonly number[], y: number): string =>
  places.map((x) => pen.rule([x, y], [x, y + tickLength], lineStrength)).join('')

const sideMarks = (pen: Pen, places: readonly number[], x: number): string =>
  places.map((y) => pen.rule([x - tickLength, y], [x, y], lineStrength)).join('')

function underLabels(
  pen: Pen,
  names: readonly string[],
  places: readonly number[],
  ...[inner, size, isSequence, reach]: [Area, number, boolean, number]
): string {
  const band = (inner.right - inner.left) / Math.max(1, names.length)
  const { isSlanted, every, lines } = axisLabels(names, band, size, isSequence)
  const top = inner.bottom + reach + tickGap
  return names
    .map((name, index) => {
      if (name.trim() === '' || index % every !== 0) return ''
      const at = places[index]!
      const own = lines[index]!
      const y = top + (own.length * size * lineHeight) / 2
      if (!isSlanted) return pen.text(own, [at, y], { size, side: 'middle' })
      return pen.text(own, [at + size * 0.25, y - size * 0.25], { size, side: 'right', slanted: true })
    })
    .join('')
}

function sideLabels(
  pen: Pen,
  names: readonly string[],
  places: readonly number[],
  ...[inner, size, reach]: [Area, number, number]
): string {
  const every = Math.max(1, Math.ceil((size * lineHeight * names.length) / Math.max(1, inner.bottom - inner.top) - 0.3))
  const x = inner.left - reach - tickGap
  return names
    .map((name, index) =>
      name.trim() === '' || index % every !== 0 ? '' : pen.text([name], [x, places[index]!], { size, side: 'right' }),
    )
    .join('')
}
