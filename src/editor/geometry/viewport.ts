import type { Viewport } from '../state/editor-state.ts'
import type { Point } from './point.ts'

/** The slide's place on the canvas: `scale` screen px per slide px, and where its top left corner is (screen px of the canvas). */
export interface Placement {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The least and the greatest zoom, in screen px per slide px. */
export const zoomLimits = { least: 0.1, most: 8 } as const

const margins = { usual: 44, narrow: 16, narrowBelow: 560 } as const

/** What stays free around a slide that fits a canvas of this width, in screen px: on a phone just enough for its handles. */
export function marginOn(width: number): number {
  return width < margins.narrowBelow ? margins.narrow : margins.usual
}

/** Where a slide of `slide` px stands on a canvas of `stage` screen px. `margin`: what stays free around it when it fits. */
export function placementOf(
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
  viewport: Viewport,
  margin: number,
): Placement {
  const fitting = Math.min((stage.width - 2 * margin) / slide.width, (stage.height - 2 * margin) / slide.height)
  const scale = viewport.zoom === 'fit' ? Math.max(zoomLimits.least, fitting) : viewport.zoom
  const pan = viewport.zoom === 'fit' ? { x: 0, y: 0 } : { x: viewport.panX, y: viewport.panY }
  return {
    scale,
    x: (stage.width - slide.width * scale) / 2 + pan.x,
    y: (stage.height - slide.height * scale) / 2 + pan.y,
  }
}

/** A point of the canvas (screen px) on the slide (slide px). */
export function toSlide(point: Point, placement: Placement): Point {
  return { x: (point.x - placement.x) / placement.scale, y: (point.y - placement.y) / placement.scale }
}

/** A point of the slide (slide px) on the canvas (screen px). */
export function toScreen(point: Point, placement: Placement): Point {
  return { x: point.x * placement.scale + placement.x, y: point.y * placement.scale + placement.y }
}

/** The view zoomed to `zoom` so that what is under `at` (screen px of the canvas) stays under it. */
export function zoomedAbout(
  at: Point,
  zoom: number,
  placement: Placement,
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
): Viewport {
  return pinched({ from: at, to: at, zoom }, placement, stage, slide)
}

/** The view zoomed to `zoom` so that what was under `from` comes to be under `to` (both screen px of the canvas). */
export function pinched(
  way: { readonly from: Point; readonly to: Point; readonly zoom: number },
  placement: Placement,
  stage: { readonly width: number; readonly height: number },
  slide: { readonly width: number; readonly height: number },
): Viewport {
  const scale = Math.min(zoomLimits.most, Math.max(zoomLimits.least, way.zoom))
  const under = toSlide(way.from, placement)
  return {
    zoom: scale,
    panX: way.to.x - under.x * scale - (stage.width - slide.width * scale) / 2,
    panY: way.to.y - under.y * scale - (stage.height - slide.height * scale) / 2,
  }
}
