import { frameLimits } from './frame-limits.ts'

/** A width and a height, in slide px. */
export interface SlideSize {
  readonly width: number
  readonly height: number
}

/** The size of a new deck's slides: reveal.js's own. */
export const defaultSlideSize = '960x700'

/** The offered sizes. A deck may have any other within the limits. */
export const slideSizes: readonly { readonly id: string; readonly title: string }[] = [
  { id: defaultSlideSize, title: 'Standard' },
  { id: '1280x720', title: 'Widescreen (16:9)' },
  { id: '960x720', title: 'Classic (4:3)' },
  // 297 x 210 mm at 96 px an inch.
  { id: '1123x794', title: 'A4, landscape' },
  { id: '794x1123', title: 'A4, portrait' },
]

const { sideMin, sideMax } = frameLimits
const pattern = /^([1-9]\d{1,3})x([1-9]\d{1,3})$/

/** The default, for what shows no deck of its own. */
export const standardSlide: SlideSize = { width: 960, height: 700 }

/** A size as it is stored: 1280x720. */
export function slideSizeText({ width, height }: SlideSize): string {
  return `${Math.round(width)}x${Math.round(height)}`
}

/** Whether a text is a stored size: two integers, each within the limits. */
export function isSlideSize(value: string): boolean {
  const sides = pattern.exec(value)?.slice(1).map(Number) ?? []
  return sides.length === 2 && sides.every((side) => side >= sideMin && side <= sideMax)
}

/** Parses a stored size. Anything invalid gives the default. */
export function slideSizeOf(value: string): SlideSize {
  const [width, height] = (isSlideSize(value) ? value : defaultSlideSize).split('x').map(Number)
  return { width: width!, height: height! }
}
