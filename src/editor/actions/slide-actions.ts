import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, CopyPlus, Plus, SquareArrowDown, Trash2 } from 'lucide-react'
import { newSlide } from '../../document/new-slide.ts'
import type { Slide } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { positionOf, slideOrder } from '../commands/find-slide.ts'
import { copySlide } from '../commands/fresh-copy.ts'
import { addSlides, deleteSlides, moveSlides, type SlidePlace } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Action } from './action.ts'

/** The slides: more of them, fewer of them, another one, another order. */
export const slideActions: readonly Action[] = [
  {
    id: 'new-slide',
    label: 'New slide',
    icon: Plus,
    group: 'slide',
    shortcuts: ['Mod+M'],
    scope: 'both',
    when: hasRoom,
    run: (editor) => add(editor, newSlide(), 'right', 'New slide'),
  },
  {
    id: 'new-slide-below',
    label: 'New slide below',
    icon: SquareArrowDown,
    group: 'slide',
    shortcuts: ['Mod+Shift+M'],
    scope: 'both',
    when: hasRoom,
    run: (editor) => add(editor, newSlide(), 'below', 'New slide'),
  },
  {
    id: 'duplicate-slide',
    label: 'Duplicate slide',
    icon: CopyPlus,
    group: 'slide',
    shortcuts: ['Mod+Shift+D'],
    scope: 'both',
    when: hasRoom,
    run: (editor) => add(editor, copySlide(editor.slide()), besideOrBelow(editor.getState()), 'Duplicate slide'),
  },
  {
    id: 'delete-slide',
    label: 'Delete slide',
    icon: Trash2,
    group: 'slide',
    shortcuts: ['Mod+Shift+Backspace'],
    scope: 'canvas',
    when: (state) => slideOrder(state.deck).length > 1,
    run: (editor) => void deleteSlide(editor),
  },
  {
    id: 'next-slide',
    label: 'Next slide',
    icon: ChevronDown,
    group: 'slide',
    shortcuts: ['PageDown', 'ArrowDown', 'ArrowRight'],
    scope: 'canvas',
    when: (state) => neighbour(state, 1) !== null,
    run: (editor) => go(editor, 1),
  },
  {
    id: 'previous-slide',
    label: 'Previous slide',
    icon: ChevronUp,
    group: 'slide',
    shortcuts: ['PageUp', 'ArrowUp', 'ArrowLeft'],
    scope: 'canvas',
    when: (state) => neighbour(state, -1) !== null,
    run: (editor) => go(editor, -1),
  },
  {
    id: 'move-slide-later',
    label: 'Move slide later',
    icon: ArrowDown,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowDown'],
    scope: 'canvas',
    when: (state) => laterPlace(state) !== null,
    run: (editor) => move(editor, laterPlace(editor.getState())),
  },
  {
    id: 'move-slide-earlier',
    label: 'Move slide earlier',
    icon: ArrowUp,
    group: 'slide',
    shortcuts: ['Mod+Shift+ArrowUp'],
    scope: 'canvas',
    when: (state) => earlierPlace(state) !== null,
    run: (editor) => move(editor, earlierPlace(editor.getState())),
  },
]

/** Adds a slide beside or below the one on the canvas, and shows it. */
export function add(editor: Editor, slide: Slide, side: SlidePlace['side'], label: string): void {
  const { slideId } = editor.getState()
  editor.apply(addSlides([slide], { side, of: slideId }), { undo: 'step', label, goTo: slide.id, select: [] })
}

async function deleteSlide(editor: Editor): Promise<void> {
  const { slideId } = editor.getState()
  const yes = await editor.services.confirm({
    title: 'Delete this slide?',
    message: 'You can bring it back with undo.',
    confirmLabel: 'Delete slide',
    danger: true,
  })
  if (yes) editor.apply(deleteSlides([slideId]), { undo: 'step', label: 'Delete slide' })
}

function hasRoom(state: EditorState): boolean {
  return Object.keys(state.deck.slides).length < limits.deck.slides
}

/** A copy of a slide in a stack stays in the stack. */
function besideOrBelow(state: EditorState): SlidePlace['side'] {
  const position = positionOf(state.deck, state.slideId)
  const stack = position && state.deck.stacks[position.h]
  return stack && stack.slides.length > 1 ? 'below' : 'right'
}

function neighbour(state: EditorState, by: 1 | -1): string | null {
  const order = slideOrder(state.deck)
  return order[order.indexOf(state.slideId) + by] ?? null
}

function go(editor: Editor, by: 1 | -1): void {
  const id = neighbour(editor.getState(), by)
  if (id !== null) editor.goTo(id)
}

function move(editor: Editor, place: SlidePlace | null): void {
  if (!place) return
  editor.apply(moveSlides([editor.getState().slideId], place), { undo: 'step', label: 'Move slide' })
}

/** One place on: down its stack, at its end out of it, and alone past the next stack as a whole. */
function laterPlace(state: EditorState): SlidePlace | null {
  const position = positionOf(state.deck, state.slideId)
  if (!position) return null
  const own = state.deck.stacks[position.h]!.slides
  const below = own[position.v + 1]
  if (below) return { side: 'below', of: below }
  if (own.length > 1) return { side: 'right', of: own[0]! }
  const next = state.deck.stacks[position.h + 1]?.slides[0]
  return next ? { side: 'right', of: next } : null
}

function earlierPlace(state: EditorState): SlidePlace | null {
  const position = positionOf(state.deck, state.slideId)
  if (!position) return null
  const own = state.deck.stacks[position.h]!.slides
  const above = own[position.v - 1]
  if (above) return { side: 'above', of: above }
  if (own.length > 1) return { side: 'left', of: own[1]! }
  const previous = state.deck.stacks[position.h - 1]?.slides[0]
  return previous ? { side: 'left', of: previous } : null
}
