import { ArrowDown, ArrowUp, ListStart, ListTree } from 'lucide-react'
import { positionOf } from '../commands/find-slide.ts'
import { pickedSlides, placeOneOn } from '../commands/picked-slides.ts'
import { moveSlides, type SlidePlace } from '../commands/slide-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Action } from './action.ts'

/** Another order of the slides that are chosen: by keys and menus, where dragging is not at hand. */
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
  return placeOneOn(state.deck, pickedSlides(state), by)
}

/** At the bottom of the stack, or below the slide, that stands before the chosen ones; null when they are in one. */
function belowBefore(state: EditorState): SlidePlace | null {
  const first = positionOf(state.deck, pickedSlides(state)[0]!)
  if (!first || first.v > 0) return null
  const last = state.deck.stacks[first.h - 1]?.slides.at(-1)
  return last ? { side: 'below', of: last } : null
}

/** A place of its own after the stack; null when it is not in one. */
function besideStack(state: EditorState): SlidePlace | null {
  const ids = pickedSlides(state)
  const position = positionOf(state.deck, ids[0]!)
  const staying = position && state.deck.stacks[position.h]!.slides.find((id) => !ids.includes(id))
  return staying ? { side: 'right', of: staying } : null
}

function move(model: EditorModel, place: SlidePlace | null): void {
  if (!place) return
  const ids = pickedSlides(model.getState())
  const label = ids.length === 1 ? 'Move slide' : 'Move slides'
  model.apply(moveSlides(ids, place), { undo: 'step', label })
}
