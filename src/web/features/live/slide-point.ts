import type { SlideSize } from '../../../rules/slide-size.ts'

/** A box on the screen, in px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SlideFit {
  /** Fraction of the box left empty around the slide, 0 to 1. */
  readonly margin: number
  /** Maximum scale of a slide. */
  readonly maxScale: number
  /** The size of a slide. */
  readonly slide: SlideSize
}

/**
 * Converts a point on the screen (px) to a point on the slide, as fractions of its width and height, clamped to 0..1. The
 * slide is centered in its frame's box, as large as fits.
 */
export function slidePoint(
  x: number,
  y: number,
  box: Box,
  { margin, maxScale, slide }: SlideFit,
): { readonly x: number; readonly y: number } {
  const scale = Math.min((box.width * (1 - margin)) / slide.width, (box.height * (1 - margin)) / slide.height, maxScale)
  const part = (at: number, start: number, size: number, whole: number): number => {
    const value = (at - start - size / 2) / (whole * scale) + 0.5
    // Three decimals are finer than a pixel, and short to send.
    return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  }
  return { x: part(x, box.left, box.width, slide.width), y: part(y, box.top, box.height, slide.height) }
}
