import { parseGradient } from '../../document/gradient.ts'
import type { Rgba } from '../../rules/colors.ts'

/** A box on the slide, in px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Samples of a gradient's part: between two stops there may be the one color that hides a text. */
const samples = 12

/** Where a gradient of a box begins and ends behind a place, from 0 to 1 from its first color to its last. */
function partBehind(kind: 'linear' | 'radial', angle: number, box: Box, place: Box): readonly [number, number] {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const center = { x: box.left + width / 2, y: box.top + height / 2 }
  const corners = [place.left, place.right].flatMap((x) =>
    [place.top, place.bottom].map((y) => ({ x: x - center.x, y: y - center.y })),
  )
  if (kind === 'radial') {
    const nearest = {
      x: Math.max(place.left - center.x, 0, center.x - place.right),
      y: Math.max(place.top - center.y, 0, center.y - place.bottom),
    }
    const radius = Math.hypot(width, height) / 2
    return [
      Math.hypot(nearest.x, nearest.y) / radius,
      Math.max(...corners.map(({ x, y }) => Math.hypot(x, y))) / radius,
    ]
  }
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180)]
  const length = Math.abs(width * sin) + Math.abs(height * cos)
  const along = corners.map(({ x, y }) => (x * sin + y * cos) / length + 0.5)
  return [Math.min(...along), Math.max(...along)]
}

const between = (from: number, to: number, part: number) => from + (to - from) * part

/**
 * The colors of a computed gradient behind a place. Null for pictures, and for gradients of another form than the
 * editor's. `read`: parses a computed color.
 */
export function gradientColors(
  value: string,
  { box, place, read }: { readonly box: Box; readonly place: Box; read(color: string): Rgba | null },
): readonly Rgba[] | null {
  const gradient = parseGradient(value)
  if (!gradient) return null
  const stops = gradient.stops.flatMap(({ color, at }) => {
    const rgba = read(color)
    return rgba ? [{ rgba, at: at / 100 }] : []
  })
  if (stops.length < gradient.stops.length) return null
  const [first, last] = partBehind(gradient.kind, gradient.angle, box, place)
  return Array.from({ length: samples + 1 }, (_, n) => {
    const at = between(first, last, n / samples)
    const next = stops.findIndex((stop) => stop.at >= at)
    if (next <= 0) return stops.at(next)!.rgba
    const [one, other] = [stops[next - 1]!, stops[next]!]
    const part = other.at === one.at ? 1 : (at - one.at) / (other.at - one.at)
    const channel = (name: keyof Rgba) => between(one.rgba[name], other.rgba[name], part)
    return { red: channel('red'), green: channel('green'), blue: channel('blue'), alpha: channel('alpha') }
  })
}
