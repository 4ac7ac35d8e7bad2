import type { SlideSize } from '../../rules/slide-size.ts'
import type { Point } from './point.ts'
import type { Rect } from './rect.ts'

/** The margin around a picture as large as the slide allows, in slide px. */
const margin = 40

/** The gap between pictures inserted together, in slide px. */
const gap = 20

/** Vector pictures whose longer side is up to `largest` count as icons and are shown at `shown`. In slide px. */
const icon = { largest: 72, shown: 240 }

/**
 * The size at which a picture is inserted: its own, reduced if it is too large for the slide, or enlarged for an
 * icon. Pictures of unknown size get a default one.
 */
export function naturalSize(image: SlideSize & { readonly isVector?: boolean }, slide: SlideSize): SlideSize {
  if (!(image.width > 0 && image.height > 0)) return { width: 400, height: 300 }
  const room = { width: slide.width - 2 * margin, height: slide.height - 2 * margin }
  const largest = Math.min(room.width / image.width, room.height / image.height)
  const side = Math.max(image.width, image.height)
  const wanted = image.isVector && side <= icon.largest ? icon.shown / side : 1
  const scale = Math.min(wanted, largest)
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) }
}

/**
 * The positions of pictures around a point. A single one is centered there, moved within the slide. Several are
 * arranged in rows, each scaled down to its cell.
 */
export function gridOf(sizes: readonly SlideSize[], middle: Point, slide: SlideSize): readonly Rect[] {
  if (sizes.length === 0) return []
  const columns = Math.ceil(Math.sqrt(sizes.length))
  const rows = Math.ceil(sizes.length / columns)
  if (sizes.length === 1) return [onSlide(around(sizes[0]!, middle), slide)]
  const cell = {
    width: (slide.width - 2 * margin - (columns - 1) * gap) / columns,
    height: (slide.height - 2 * margin - (rows - 1) * gap) / rows,
  }
  return sizes.map((size, index) => {
    const scale = Math.min(1, cell.width / size.width, cell.height / size.height)
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const center = {
      x: margin + column * (cell.width + gap) + cell.width / 2,
      y: margin + row * (cell.height + gap) + cell.height / 2,
    }
    return around({ width: Math.round(size.width * scale), height: Math.round(size.height * scale) }, center)
  })
}

function around(size: SlideSize, middle: Point): Rect {
  return { ...size, x: Math.round(middle.x - size.width / 2), y: Math.round(middle.y - size.height / 2) }
}

/** Moves a rectangle within the slide, if it fits. */
function onSlide(place: Rect, slide: SlideSize): Rect {
  const x = Math.max(0, Math.min(place.x, slide.width - place.width))
  const y = Math.max(0, Math.min(place.y, slide.height - place.height))
  return { ...place, x, y }
}
