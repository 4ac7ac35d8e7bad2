import type { BlockId } from '../document/deck-model.ts'
import { boxOfFrame } from '../editor/geometry/box.ts'
import type { GestureSurface, PlacedBox, PointerAt, Preview } from '../editor/gestures/gesture.ts'
import type { EditorModel } from '../editor/state/editor-model.ts'

/** A canvas without a screen: a slide shown at `scale`, and the previews of gestures. */
export interface HeadlessSurface extends GestureSurface {
  /** The current preview, or null. */
  readonly shown: { preview: Preview | null }
}

/** A surface for this editor's gestures. Blocks with automatic height are 40 slide px high. */
export function headlessSurface(model: EditorModel, scale = 1): HeadlessSurface {
  const shown: { preview: Preview | null } = { preview: null }
  const all = (): Map<BlockId, PlacedBox> =>
    new Map(
      model.slide().blocks.flatMap((block) => {
        if (!block.frame) return []
        return [[block.id, { box: boxOfFrame(block.frame, 40), autoHeight: block.frame.height === null }] as const]
      }),
    )
  return {
    shown,
    placement: () => ({ scale, x: 0, y: 0 }),
    slideRect: () => ({ x: 0, y: 0, width: 960, height: 700 }),
    placed: (id) => all().get(id) ?? null,
    allPlaced: all,
    preview: (preview) => {
      shown.preview = preview
    },
    clear: () => {
      shown.preview = null
    },
  }
}

/** A pointer at a point of the slide (slide px), with modifier keys. */
export function pointerAt(
  x: number,
  y: number,
  held: Partial<Pick<PointerAt, 'shift' | 'alt' | 'mod'>> = {},
): PointerAt {
  return { slide: { x, y }, screen: { x, y }, shift: false, alt: false, mod: false, ...held }
}
