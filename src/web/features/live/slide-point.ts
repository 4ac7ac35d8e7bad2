/** A box on the screen, in px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SlideFit {
  /** Part of the box left empty around the slides, 0 to 1. */
  readonly margin: number
  /** Most a slide is enlarged. */
  readonly maxScale: number
}

/** The slide's width and height, in slide px. */
const [WIDTH, HEIGHT] = [960, 700]

/**
 * The place on a slide under a place on the screen (px), as parts of its width and height, cut to 0..1. The slide stands
 * in the middle of its frame's box, as large as fits.
 */
export function slidePoint(
  x: number,
  y: number,
  box: Box,
  { margin, maxScale }: SlideFit,
): { readonly x: number; readonly y: number } {
  const scale = Math.min((box.width * (1 - margin)) / WIDTH, (box.height * (1 - margin)) / HEIGHT, maxScale)
  const part = (at: number, start: number, size: number, whole: number): number => {
    const value = (at - start - size / 2) / (whole * scale) + 0.5
    // Three decimals are finer than a pixel, and short on the way.
    return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  }
  return { x: part(x, box.left, box.width, WIDTH), y: part(y, box.top, box.height, HEIGHT) }
}
