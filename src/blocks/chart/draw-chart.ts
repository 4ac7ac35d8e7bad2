import { numberIn } from '../number-text.ts'
import { shortened, textWidth, wrapped } from '../text-width.ts'
import type { Area } from './axes.ts'
import { colorCount } from './chart-cells.ts'
import { readLook } from './chart-look.ts'
import type { ChartProps } from './chart-props.ts'
import { drawColumns, drawLyingBars } from './draw-bars.ts'
import { drawClassic } from './draw-classic.ts'
import { drawLines, drawPoints } from './draw-lines.ts'
import { drawPie } from './draw-pie.ts'
import { createPen, lineHeight, type Pen } from './pen.ts'
import type { Drawn, Plot } from './plot.ts'
import { isRightToLeft, readSheet, type Sheet } from './sheet.ts'

/** Draws a chart: the content of an svg of this size. Depends on nothing else, so every view draws the same. */
export function drawChart(props: ChartProps, width: number, height: number, size: number): string {
  const look = readLook(props.look)
  if (look) return drawClassic(props, look, width, height, size)
  const sheet = readSheet(props.cells)
  const words = [props.title, ...sheet.series.map(({ name }) => name), ...sheet.categories].join(' ')
  const pen = createPen(width, isRightToLeft(words))
  const title = titleOf(props.title, pen, width, size)
  const keys = props.legend && hasKeys(props, sheet) ? keysOf(sheet, width, size) : null
  const top = title.height + (keys ? keys.height : 0)
  const area: Area = { left: 0, top, right: width, bottom: Math.max(height, top + size * 4) }
  const { stacked, values, legend } = props
  const drawn = drawKind(props, { sheet, area, pen, size, stacked, values, legend })
  const groups = drawn.series.map((marks, index) => {
    const key = keys ? keyAt(keys, index, pen, title.height, size) : ''
    const step = props.steps ? ' class="fragment"' : ''
    return `<g${step} data-l-series="${(index % colorCount) + 1}">${marks}${key}</g>`
  })
  return `${title.markup}${drawn.frame}${groups.join('')}`
}

function drawKind({ kind }: ChartProps, plot: Plot): Drawn {
  if (kind === 'pie') return drawPie(plot)
  if (kind === 'line') return drawLines(plot)
  if (kind === 'scatter') {
    const numbers = plot.sheet.categories.map(numberIn)
    const areNumbers = numbers.some((number) => number !== null)
    return drawPoints(plot, areNumbers ? numbers : numbers.map((_, index) => index + 1))
  }
  return kind === 'bar' ? drawLyingBars(plot) : drawColumns(plot)
}

function titleOf(title: string, pen: Pen, width: number, size: number) {
  if (title.trim() === '') return { markup: '', height: 0 }
  const letters = size * 1.25
  const lines = wrapped(title, width, letters * 1.05, 2)
  const high = lines.length * letters * lineHeight
  return {
    markup: pen.text(lines, [0, high / 2], { size: letters, bold: true, part: 'title' }),
    height: high + size * 0.6,
  }
}

/** Whether the series are named above the plot: lines are named at their ends, slices in a list. */
const hasKeys = ({ kind }: ChartProps, { series }: Sheet): boolean =>
  series.length > 1 && kind !== 'pie' && kind !== 'line'

/** The legend: names side by side, in as many rows as they need. */
interface Keys {
  readonly height: number
  readonly places: readonly { readonly x: number; readonly row: number; readonly name: string }[]
}

function keysOf({ series }: Sheet, width: number, size: number): Keys {
  let [x, row] = [0, 0]
  const places = series.map(({ name }) => {
    const text = shortened(name, width * 0.45, size)
    const wide = size * 1.1 + textWidth(text, size)
    if (x > 0 && x + wide > width) {
      x = 0
      row++
    }
    const place = { x, row, name: text }
    x += wide + size * 1.2
    return place
  })
  return { places, height: (row + 1) * size * 1.5 + size * 0.4 }
}

function keyAt({ places }: Keys, index: number, pen: Pen, top: number, size: number): string {
  const { x, row, name } = places[index]!
  const y = top + (row + 0.5) * size * 1.5
  const box = pen.rect(x, y - size * 0.36, size * 0.72, size * 0.72, size * 0.16)
  return box + pen.text([name], [x + size * 1.1, y], { size })
}
