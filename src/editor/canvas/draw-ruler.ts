import type { SlideSize } from '../../rules/slide-size.ts'
import type { Placement } from '../geometry/viewport.ts'

/** The thickness of a ruler, in screen px. */
const rulerSize = 18
/**
 * The possible distances between two numbers of a ruler, in slide px. The ruler uses the smallest one with enough room.
 */
const spans = [10, 20, 50, 100, 200, 500]
/** The minimum distance between two numbers, in screen px. */
const room = 46

/** The distance between two numbers of a ruler, in slide px. `scale`: screen px per slide px. */
function rulerSpan(scale: number): number {
  return spans.find((span) => span * scale >= room) ?? 1_000
}

/** Draws a ruler along an axis of the canvas: ticks, and numbers in slide px from the slide's corner. */
export function drawRuler(
  ruler: HTMLCanvasElement,
  axis: 'x' | 'y',
  placement: Placement,
  stage: { readonly clientWidth: number; readonly clientHeight: number },
  slide: SlideSize,
): void {
  const length = axis === 'x' ? stage.clientWidth : stage.clientHeight
  const density = window.devicePixelRatio || 1
  const [width, height] = axis === 'x' ? [length, rulerSize] : [rulerSize, length]
  ruler.width = Math.round(width * density)
  ruler.height = Math.round(height * density)
  ruler.style.width = `${width}px`
  ruler.style.height = `${height}px`
  const context = ruler.getContext('2d')
  if (!context) return
  const style = getComputedStyle(ruler)
  context.scale(density, density)
  context.fillStyle = style.color
  context.font = `10px ${style.fontFamily}`
  const end = axis === 'x' ? slide.width : slide.height
  const span = rulerSpan(placement.scale)
  for (let tenth = 0; tenth * (span / 10) <= end; tenth++) {
    const at = tenth * (span / 10)
    const place = Math.round(placement[axis] + at * placement.scale)
    if (place < -room || place > length) continue
    const long = tenth % 10 === 0 ? rulerSize : tenth % 5 === 0 ? 7 : 4
    if (axis === 'x') context.fillRect(place, rulerSize - long, 1, long)
    else context.fillRect(rulerSize - long, place, long, 1)
    if (tenth % 10 === 0) writeNumber(context, axis, place, at)
  }
}

/** Writes a number beside its tick. On the vertical ruler it is rotated, since it would not fit. */
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
