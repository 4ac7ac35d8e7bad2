import { ArrowDown, ArrowUp, ListStart, ListTree } from 'lucide-react'
import { positionOf } from '../commands/find-slide.ts'
import { placeOneOn, selectedSlidesOf } from '../commands/selected-slides.ts'
import { moveSlides, type SlidePlace } from '../commands/slide-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Action } from './action.ts'

/** Moves the selected slides by shortcuts and menus, as an alternative to dragging. */
export const slideOrderActions: readonly Action[] = [
  {
    id: 'move-slide-later',
    label: 'Move slide later',
    icon: ArrowDown,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowDown'],
    scope: 'canvas',
    when: (state) => oneOn(state, 1) !== null,
    run: ({ model }) => move(model, oneOn(model.getState(), 1)),
  },
  {
    id: 'move-slide-earlier',
    label: 'Move slide earlier',
    icon: ArrowUp,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowUp'],
    scope: 'canvas',
    when: (state) => oneOn(state, -1) !== null,
    run: ({ model }) => move(model, oneOn(model.getState(), -1)),
  },
  {
    id: 'slide-into-stack',
    label: 'Put below the slide before',
    icon: ListTree,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowRight'],
    scope: 'canvas',
    when: (state) => belowBefore(state) !== null,
    run: ({ model }) => move(model, belowBefore(model.getState())),
  },
  {
    id: 'slide-out-of-stack',
    label: 'Take out of the stack',
    icon: ListStart,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowLeft'],
    scope: 'canvas',
    when: (state) => besideStack(state) !== null,
    run: ({ model }) => move(model, besideStack(model.getState())),
  },
]

function oneOn(state: EditorState, by: 1 | -1): SlidePlace | null {
  return placeOneOn(state.deck, selectedSlidesOf(state), by)
}

/** The place below the previous slide, or at the end of its stack. Null for slides that already are below another. */
function belowBefore(state: EditorState): SlidePlace | null {
  const first = positionOf(state.deck, selectedSlidesOf(state)[0]!)
  if (!first || first.v > 0) return null
  const last = state.deck.stacks[first.h - 1]?.slides.at(-1)
  return last ? { side: 'below', of: last } : null
}

/** The place to the right of the stack, outside of it. Null if the slides are in no stack. */
function besideStack(state: EditorState): SlidePlace | null {
  const ids = selectedSlidesOf(state)
  const position = positionOf(state.deck, ids[0]!)
  const staying = position && state.deck.stacks[position.h]!.slides.find((id) => !ids.includes(id))
  return staying ? { side: 'right', of: staying } : null
}

function move(model: EditorModel, place: SlidePlace | null): void {
  if (!place) return
  const ids = selectedSlidesOf(model.getState())
  const label = ids.length === 1 ? 'Move slide' : 'Move slides'
  model.apply(moveSlides(ids, place), { undo: 'step', label })
}
