import type { BlockId } from '../../document/types.ts'
import { marqueeHits } from '../geometry/marquee.ts'
import type { Point } from '../geometry/point.ts'
import { rectBetween } from '../geometry/rect.ts'
import type { Editor } from '../state/editor.ts'
import type { Gesture, GestureSurface, PointerAt } from './gesture.ts'

/** Chooses blocks with a rectangle. Shift (at the end) adds to the selection. Locked blocks are never taken. */
export function marqueeGesture(editor: Editor, surface: GestureSurface, from: PointerAt): Gesture {
  const start: Point = from.slide
  const locked = new Set(editor.slide().blocks.flatMap((block) => (block.locked ? [block.id] : [])))
  const boxes = [...surface.allPlaced()].filter(([id]) => !locked.has(id)).map(([id, { box }]) => [id, box] as const)
  const all = Object.fromEntries(boxes)
  const kept = editor.getState().selection
  const chosen = (at: PointerAt): readonly BlockId[] => {
    const hits = marqueeHits(all, start, at.slide)
    return at.shift ? [...kept, ...hits.filter((id) => !kept.includes(id))] : hits
  }
  return {
    name: 'marquee',
    cursor: 'default',
    move: (at) => surface.preview({ area: rectBetween(start, at.slide), chosen: chosen(at) }),
    end: (at) => {
      surface.clear()
      editor.select(chosen(at))
    },
    cancel: () => surface.clear(),
  }
}
