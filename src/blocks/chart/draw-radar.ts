import type { Area } from './axes.ts'
import type { ChartLook } from './chart-look.ts'
import { labelWidth, lineStrength, tickGap } from './classic-frame.ts'
import { classicTicks } from './classic-plot.ts'
import { classicScale } from './classic-scale.ts'
import { valueLabel } from './number-format.ts'
import { lineHeight, type Pen, type Point } from './pen.ts'
import type { Drawn } from './plot.ts'
import { type Sheet, valuesOf } from './sheet.ts'

/** A radar chart in the classic look: an axis for each category around a center, with the values along it. */

/** The gap between an axis and the name of its category, in font sizes. */
const nameGap = 0.6

interface RadarPart {
  readonly pen: Pen
  readonly room: Area
  readonly size: number
  /** Whether ticks group thousands, and the size of the values at the marks; null for none. */
  readonly labels: { readonly grouped: boolean; readonly size: number | null }
}

export function drawRadar(sheet: Sheet, look: ChartLook, { pen, room, size, labels }: RadarPart): Drawn {
  const names = look.labels.includes('x') ? sheet.categories : []
  const count = Math.max(1, sheet.categories.length)
  const widest = Math.max(0, ...names.map((name) => labelWidth(name, size)))
  const center: Point = [(room.left + room.right) / 2, (room.top + room.bottom) / 2]
  const label = names.length > 0 ? size * (lineHeight + nameGap) : 0
  const beside = names.length > 0 ? widest + size * nameGap : 0
  const radius = Math.max(8, Math.min((room.right - room.left) / 2 - beside, (room.bottom - room.top) / 2 - label))
  const most = Math.min(10, Math.floor(radius / (size * lineHeight)))
  const scale = classicScale(valuesOf(sheet.series), { range: look.range, most, zero: true, close: false })
  const share = (value: number): number => (value - scale.from) / (scale.to - scale.from)
  const at = (category: number, part: number): Point => {
    const angle = (category / count) * 2 * Math.PI
    return [center[0] + Math.sin(angle) * radius * part, center[1] - Math.cos(angle) * radius * part]
  }
  const categories = Array.from({ length: count }, (_, index) => index)
  const ring = (part: number): string =>
    categories.map((one) => pen.rule(at(one, part), at(one + 1, part), lineStrength)).join('')
  const grid = !look.grid.includes('y') ? '' : scale.ticks.map((tick) => ring(share(tick))).join('')
  const hasAxes = look.axes.includes('y')
  const spokes = hasAxes ? categories.map((one) => pen.rule(center, at(one, 1), lineStrength)).join('') : ''
  const ticks =
    hasAxes && look.labels.includes('y')
      ? classicTicks(scale, sheet.format, labels.grouped).map((text, index) => {
          const [x, y] = at(0, share(scale.ticks[index]!))
          return pen.text([text], [x + tickGap, y], { size })
        })
      : []
  const around = names.map((name, index) => nameAround(pen, name, at(index, 1), center, size))
  const series = sheet.series.map(({ values, cells }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [at(index, share(value))]))
    if (points.length === 0) return ''
    const line = look.area ? pen.area(points, []) : pen.line([...points, points[0]!], 2.7, look.smooth)
    const dots = look.dots && !look.area ? points.map((point) => pen.dot(point, 3.4)).join('') : ''
    const written = values.flatMap((value, index) => {
      if (value === null || labels.size === null) return []
      const [x, y] = at(index, share(value))
      const text = valueLabel(cells[index]!, value, sheet.format, look.decimals)
      return pen.text([text], [x, y - labels.size * 0.8], { size: labels.size, side: 'middle' })
    })
    return line + dots + written.join('')
  })
  return { frame: grid + spokes + ticks.join('') + around.join(''), series }
}

/** The name of a category, beyond the end of its axis. */
function nameAround(pen: Pen, name: string, end: Point, center: Point, size: number): string {
  const [across, down] = [end[0] - center[0], end[1] - center[1]]
  const isMiddle = Math.abs(across) < 1
  const side = isMiddle ? 'middle' : across > 0 ? 'left' : 'right'
  const far = Math.hypot(across, down) || 1
  const [x, y] = [end[0] + (across / far) * size * nameGap, end[1] + (down / far) * size * (nameGap + 0.5)]
  return pen.text([name], [x, y], { size, side })
}
