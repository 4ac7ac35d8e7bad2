import { shortened, textWidth } from '../text-width.ts'
import { valueLabel } from './number-format.ts'
import type { Drawn, Plot } from './plot.ts'

/** A slice: its share of the whole, from and to as fractions. */
interface Slice {
  readonly name: string
  readonly share: string
  readonly value: string
  readonly from: number
  readonly to: number
}

function slicesOf({ sheet }: Plot): Slice[] {
  const { values, cells } = sheet.series[0]!
  const sizes = values.map((value) => Math.max(0, value ?? 0))
  const total = sizes.reduce((sum, value) => sum + value, 0)
  let sum = 0
  return sheet.categories.map((name, index) => {
    const from = total === 0 ? 0 : sum / total
    sum += sizes[index]!
    const to = total === 0 ? 0 : sum / total
    const value = values[index] ?? null
    const share = `${Math.round((to - from) * 100)}%`
    return { name, share, from, to, value: value === null ? '' : valueLabel(cells[index]!, value, sheet.format) }
  })
}

/**
 * Draws a pie of the first series; negative values count as zero. A list beside it names the slices, since labels around
 * a pie collide. Each slice is a series of its own.
 */
export function drawPie(plot: Plot): Drawn {
  const { area, pen, size, legend, values } = plot
  const slices = slicesOf(plot)
  const [wide, high] = [area.right - area.left, area.bottom - area.top]
  const row = Math.min(size * 1.9, high / slices.length)
  const letters = Math.min(size, row * 0.72)
  const isListed = legend && letters >= size * 0.45
  const radius = Math.max(1, Math.min(high, isListed ? wide * 0.5 : wide) / 2 - 2)
  const list = isListed ? listWidths(slices, letters, wide - radius * 2 - letters * 3, values) : null
  const listed = list ? list.total + letters * 2 : 0
  const left = area.left + Math.max(0, (wide - radius * 2 - listed) / 2)
  const center = [left + radius, area.top + high / 2] as const
  const series = slices.map((slice, index) => {
    const drawn = slice.to > slice.from ? pen.slice(center, radius, slice.from, slice.to) : ''
    return drawn + shareInside(plot, slice, center, radius) + (list ? entry(index) : '')
  })
  function entry(index: number): string {
    const { name, share, value } = slices[index]!
    const y = center[1] + (index - (slices.length - 1) / 2) * row
    const at = left + radius * 2 + letters * 2
    const { key, widest, total } = list!
    const text = shortened(name.trim(), widest, letters)
    return (
      pen.rect(at, y - letters * 0.36, letters * 0.72, letters * 0.72, letters * 0.16) +
      pen.text([text], [at + key, y], { size: letters }) +
      pen.text([values ? value : share], [at + total, y], { size: letters, side: 'right', bold: true })
    )
  }
  return { frame: '', series }
}

/** The widths of the list's columns: key, names, numbers. */
function listWidths(slices: readonly Slice[], size: number, room: number, values: boolean) {
  const key = size * 1.2
  const number = Math.max(...slices.map(({ value, share }) => textWidth(values ? value : share, size))) * 1.08 + size
  const widest = Math.max(
    size * 2,
    Math.min(room - key - number, Math.max(...slices.map(({ name }) => textWidth(name.trim(), size)))),
  )
  return { key, widest, total: key + widest + number }
}

/** The share of a slice in it, if there is room. */
function shareInside({ pen, size }: Plot, slice: Slice, [x, y]: readonly [number, number], radius: number): string {
  const part = slice.to - slice.from
  const letters = Math.min(size * 0.9, radius * 0.2)
  if (part < 0.055 || letters < size * 0.5) return ''
  const angle = (slice.from + part / 2) * 2 * Math.PI
  const far = part > 0.9999 ? 0 : radius * (part > 0.4 ? 0.55 : 0.68)
  // A mirrored chart keeps the direction of its slices.
  const across = Math.sin(angle) * far * (pen.mirrored ? -1 : 1)
  const at = [x + across, y - Math.cos(angle) * far] as const
  return pen.text([slice.share], at, { size: letters, side: 'middle', bold: true, part: 'inside' })
}
