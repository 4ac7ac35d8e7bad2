import type { Viewport } from '../state/editor-state.ts'
import type { Point } from './point.ts'

/**
 * The slide's placement on the canvas: screen px per slide px, and its top left corner in screen px of the canvas.
 */
export interface Placement {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The minimum and maximum zoom, in screen px per slide px. */
export const zoomLimits = { min: 0.1, max: 8 } as const

const margins = { usual: 44, narrow: 16, narrowBelow: 560 } as const

/**
 * The margin around a slide that fits a canvas of this width, in screen px. On phones it just has room for the
 * handles.
 */
export function marginOn(width: number): number {
  return width < margins.narrowBelow ? margins.narrow : margins.usual
}

/** The placement of a slide (slide px) on a canvas (`stage`, screen px). `margin`: kept free in `fit` mode. */
export function placementOf(
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
  viewport: Viewport,
  margin: number,
): Placement {
  const fitting = Math.min((stage.width - 2 * margin) / slide.width, (stage.height - 2 * margin) / slide.height)
  const scale = viewport.zoom === 'fit' ? Math.max(zoomLimits.min, fitting) : viewport.zoom
  const pan = viewport.zoom === 'fit' ? { x: 0, y: 0 } : { x: viewport.panX, y: viewport.panY }
  return {
    scale,
    x: (stage.width - slide.width * scale) / 2 + pan.x,
    y: (stage.height - slide.height * scale) / 2 + pan.y,
  }
}

/** Converts a point from screen px of the canvas to slide px. */
export function toSlide(point: Point, placement: Placement): Point {
  return { x: (point.x - placement.x) / placement.scale, y: (point.y - placement.y) / placement.scale }
}

/** Converts a point from slide px to screen px of the canvas. */
export function toScreen(point: Point, placement: Placement): Point {
  return { x: point.x * placement.scale + placement.x, y: point.y * placement.scale + placement.y }
}

/** The viewport zoomed so that the slide's point under `at` (screen px of the canvas) stays there. */
export function zoomedAround(
  at: Point,
  zoom: number,
  placement: Placement,
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
): Viewport {
  return pinched({ from: at, to: at, zoom }, placement, stage, slide)
}

/** The viewport zoomed so that the slide's point under `from` moves under `to` (screen px of the canvas). */
export function pinched(
  pinch: { readonly from: Point; readonly to: Point; readonly zoom: number },
  placement: Placement,
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
): Viewport {
  const scale = Math.min(zoomLimits.max, Math.max(zoomLimits.min, pinch.zoom))
  const under = toSlide(pinch.from, placement)
  return {
    zoom: scale,
    panX: pinch.to.x - under.x * scale - (stage.width - slide.width * scale) / 2,
    panY: pinch.to.y - under.y * scale - (stage.height - slide.height * scale) / 2,
  }
}
