import { limits } from '../../rules/limits.ts'
import type { Placement } from '../geometry/viewport.ts'

/** How thick a ruler is, in screen px. */
export const rulerSize = 18
/** Lengths between two numbers, in slide px; the shortest that leaves room for them is taken. */
const spans = [10, 20, 50, 100, 200, 500]
/** Room that a number needs, in screen px. */
const room = 46

/** The length between two numbers of a ruler, in slide px, at a scale (screen px per slide px). */
export function rulerSpan(scale: number): number {
  return spans.find((span) => span * scale >= room) ?? 1_000
}

/** Draws the ruler along an axis of the canvas: strokes, and numbers in slide px that begin at the slide's corner. */
export function drawRuler(
  ruler: HTMLCanvasElement,
  axis: 'x' | 'y',
  placement: Placement,
  stage: { readonly clientWidth: number; readonly clientHeight: number },
): void {
  const length = axis === 'x' ? stage.clientWidth : stage.clientHeight
  const dense = window.devicePixelRatio || 1
  const [width, height] = axis === 'x' ? [length, rulerSize] : [rulerSize, length]
  ruler.width = Math.round(width * dense)
  ruler.height = Math.round(height * dense)
  ruler.style.width = `${width}px`
  ruler.style.height = `${height}px`
  const context = ruler.getContext('2d')
  if (!context) return
  const look = getComputedStyle(ruler)
  context.scale(dense, dense)
  context.fillStyle = look.color
  context.font = `10px ${look.fontFamily}`
  const most = axis === 'x' ? limits.slide.width : limits.slide.height
  const span = rulerSpan(placement.scale)
  for (let tenth = 0; tenth * (span / 10) <= most; tenth++) {
    const at = tenth * (span / 10)
    const place = Math.round(placement[axis] + at * placement.scale)
    if (place < -room || place > length) continue
    const long = tenth % 10 === 0 ? rulerSize : tenth % 5 === 0 ? 7 : 4
    if (axis === 'x') context.fillRect(place, rulerSize - long, 1, long)
    else context.fillRect(rulerSize - long, place, long, 1)
    if (tenth % 10 === 0) writeNumber(context, axis, place, at)
  }
}

/** Beside its stroke; along the left side it is turned, as it would not fit. */
function writeNumber(context: CanvasRenderingContext2D, axis: 'x' | 'y', place: number, value: number): void {
  if (axis === 'x') {
    context.fillText(String(value), place + 4, 10)
    return
  }
  context.save()
  context.translate(10, place - 4)
  context.rotate(-Math.PI / 2)
  context.fillText(String(value), 0, 0)
  context.restore()
}
