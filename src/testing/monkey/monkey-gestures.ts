import { editorOf } from '../../blocks/find-editor.ts'
import { drawGesture } from '../../editor/gestures/draw.ts'
import type { Gesture } from '../../editor/gestures/gesture.ts'
import { lineEndGesture } from '../../editor/gestures/line-ends.ts'
import { marqueeGesture } from '../../editor/gestures/marquee.ts'
import { moveGesture } from '../../editor/gestures/move.ts'
import { movable } from '../../editor/gestures/moved-blocks.ts'
import { resizeGesture } from '../../editor/gestures/resize.ts'
import { rotateGesture } from '../../editor/gestures/rotate.ts'
import { selectedIn } from '../../editor/state/selection.ts'
import { pointerAt } from '../editor-surface.ts'
import type { MonkeyWorld } from './monkey-world.ts'

type Kind = (world: MonkeyWorld, from: ReturnType<typeof pointerAt>) => Gesture | null

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const

const kinds: readonly Kind[] = [
  ({ editor, surface }, from) => marqueeGesture(editor.model, surface, from),
  ({ editor, surface, one }, from) => drawGesture(editor.model, surface, from, one(drawn)!),
  ({ editor, surface }, from) =>
    movable(editor.model, surface).size === 0 ? null : moveGesture(editor.model, surface, from),
  ({ editor, surface }, from) =>
    movable(editor.model, surface).size === 0 ? null : rotateGesture(editor.model, surface, from),
  ({ editor, surface, one }, from) =>
    movable(editor.model, surface).size === 0 ? null : resizeGesture(editor.model, surface, from, one(handles)!),
  ({ editor, surface, below }, from) => {
    const [line, ...others] = selectedIn(editor.model.getState())
    const points = line && others.length === 0 && !line.locked ? editorOf(line.type)?.handles?.read(line) : null
    return points ? lineEndGesture(editor.model, surface, from, below(points.length)) : null
  },
]

const drawn = (['text', 'shape', 'line', 'code'] as const).map((type) => ({ kind: 'draw', type, props: {} }) as const)

/** Drags an object through a few points, and drops or cancels it. */
export function dragSomething(world: MonkeyWorld): string {
  const { editor, below, chance, one } = world
  editor.model.stopEditing()
  const place = () =>
    pointerAt(below(1200) - 120, below(900) - 100, { shift: chance(20), alt: chance(20), mod: chance(20) })
  const gesture = one(kinds)!(world, place())
  if (!gesture) return 'nothing to drag'
  for (let step = 0; step <= below(4); step++) gesture.move(place())
  const givesUp = chance(15)
  if (givesUp) gesture.cancel()
  else gesture.end(place())
  return `drag: ${gesture.name}${givesUp ? ', given up' : ''}`
}
