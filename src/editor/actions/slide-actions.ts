import {
  ChevronDown,
  ChevronUp,
  CopyPlus,
  EyeOff,
  LayoutGrid,
  LayoutTemplate,
  PaintRoller,
  PanelsTopLeft,
  Plus,
  SquareArrowDown,
  Trash2,
} from 'lucide-react'
import type { Slide } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import type { Command } from '../commands/command.ts'
import { slideOrder } from '../commands/find-slide.ts'
import { pairCopies } from '../commands/pair-blocks.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { addSlides, copyBackground, deleteSlides, type SlidePlace, skipSlides } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { DialogName, EditorState } from '../state/editor-state.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import { withLayouts } from '../templates/load-layouts.ts'
import type { Action } from './action.ts'
import { notifyWithUndo } from './notify-with-undo.ts'
import { contentOfSlides, readSlides, slidesFromHtml } from './slide-clipboard-content.ts'
import { besideOrBelow, countedSlides, hasRoomFor } from './slide-places.ts'

/** Adds, duplicates, deletes, skips and navigates slides. */
export const slideActions: readonly Action[] = [
  {
    id: 'new-slide',
    label: 'New slide',
    icon: Plus,
    group: 'slide',
    shortcuts: ['Mod+M'],
    scope: 'both',
    when: hasRoom,
    run: (editor) => addNext(editor, 'right'),
  },
  {
    id: 'new-slide-below',
    label: 'New slide below',
    icon: SquareArrowDown,
    group: 'slide',
    shortcuts: ['Mod+Shift+M'],
    scope: 'both',
    when: hasRoom,
    run: (editor) => addNext(editor, 'below'),
  },
  {
    id: 'new-slide-layout',
    label: 'New slide with layout',
    icon: LayoutTemplate,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: hasRoom,
    run: ({ model }) => openDialog(model, 'new-slide-layout'),
  },
  {
    id: 'change-layout',
    label: 'Change layout',
    icon: PanelsTopLeft,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => openDialog(model, 'change-layout'),
  },
  {
    id: 'slide-templates',
    label: 'Slide templates',
    icon: LayoutTemplate,
    group: 'slide',
    shortcuts: ['Mod+Alt+M'],
    scope: 'both',
    when: () => true,
    run: ({ model }) => model.show({ dialog: 'slide-templates' }),
  },
  {
    id: 'overview',
    label: 'Overview',
    icon: LayoutGrid,
    group: 'view',
    shortcuts: ['Mod+Alt+O'],
    scope: 'both',
    when: () => true,
    run: ({ model }) => openDialog(model, 'overview'),
  },
  {
    id: 'duplicate-slide',
    label: 'Duplicate slide',
    icon: CopyPlus,
    group: 'slide',
    shortcuts: ['Mod+Shift+D'],
    scope: 'both',
    when: (state) => hasRoomFor(state, selectedSlidesOf(state).length),
    run: ({ model }) => duplicate(model),
  },
  {
    id: 'background-to-all',
    label: 'Use this background on all slides',
    icon: PaintRoller,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: ({ deck }) => Object.keys(deck.slides).length > 1,
    run: (editor) => {
      const { deck, slideId } = editor.model.getState()
      editor.model.apply(copyBackground(slideId), { undo: 'step', label: 'Background of all slides' })
      notifyWithUndo(editor, 'All slides have this background', deck)
    },
  },
  {
    id: 'skip-slide',
    label: 'Skip when presenting',
    icon: EyeOff,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    isOn: (state) => selectedSlidesOf(state).every((id) => isSkipped(state.deck.slides[id])),
    run: ({ model }) => skip(model),
  },
  {
    id: 'delete-slide',
    label: 'Delete slide',
    icon: Trash2,
    group: 'slide',
    shortcuts: ['Mod+Shift+Backspace'],
    scope: 'canvas',
    when: (state) => slideOrder(state.deck).length > 1,
    run: (editor) => void deletePicked(editor),
  },
  {
    id: 'next-slide',
    label: 'Next slide',
    icon: ChevronDown,
    group: 'slide',
    shortcuts: ['PageDown', 'ArrowDown', 'ArrowRight'],
    scope: 'canvas',
    when: (state) => neighbor(state, 1) !== null,
    run: ({ model }) => go(model, 1),
  },
  {
    id: 'previous-slide',
    label: 'Previous slide',
    icon: ChevronUp,
    group: 'slide',
    shortcuts: ['PageUp', 'ArrowUp', 'ArrowLeft'],
    scope: 'canvas',
    when: (state) => neighbor(state, -1) !== null,
    run: ({ model }) => go(model, -1),
  },
]

/** Opens a dialog, after committing the text being edited, since the dialog shows the deck. */
function openDialog(model: EditorModel, dialog: DialogName): void {
  model.stopEditing()
  model.show({ dialog })
}

/** Adds the slide that usually follows the current one; see nextLayout. */
function addNext({ model, services }: Editor, side: SlidePlace['side']): void {
  withLayouts(services, ({ nextLayout, slideWith }) => {
    const state = model.getState()
    const size = slideSizeIn(state)
    const layout = nextLayout(model.slide(), size, state.lastLayout)
    add(model, slideWith(layout, size), side, 'New slide')
    model.show({ lastLayout: layout.id })
  })
}

/** Adds a slide beside or below the current one, and goes to it. */
export function add(model: EditorModel, slide: Slide, side: SlidePlace['side'], label: string): void {
  const { slideId } = model.getState()
  model.apply(addSlides([slide], { side, of: slideId }), { undo: 'step', label, goTo: slide.id, select: [] })
}

/** Whether a slide is skipped when presenting. */
export function isSkipped(slide: Slide | undefined): boolean {
  return slide?.attributes['data-visibility'] === 'hidden'
}

function duplicate(model: EditorModel): void {
  const state = model.getState()
  const ids = selectedSlidesOf(state)
  // The copies are made through the clipboard's format, which preserves stacks.
  const content = contentOfSlides(state.deck, ids)
  const read = readSlides((type) => content[type] ?? '')
  const copies = read && slidesFromHtml(read.html, read.notes)
  if (!copies) return
  const label = ids.length === 1 ? 'Duplicate slide' : 'Duplicate slides'
  const place = { side: besideOrBelow(state), of: ids.at(-1)! } as const
  const added = copies.slides.map((slide) => slide.id)
  const addCopies = addSlides(copies.slides, place, copies.columns)
  const command: Command = (deck) => pairCopies(copies.originals)(addCopies(deck))
  model.apply(command, { undo: 'step', label, goTo: added[0], select: [] })
  model.show({ selectedSlides: added.length > 1 ? added : [] })
}

function skip(model: EditorModel): void {
  const state = model.getState()
  const ids = selectedSlidesOf(state)
  const skips = !ids.every((id) => isSkipped(state.deck.slides[id]))
  model.apply(skipSlides(ids, skips), { undo: 'step', label: skips ? 'Skip slide' : 'Show slide' })
}

async function deletePicked(editor: Editor): Promise<void> {
  const ids = selectedSlidesOf(editor.model.getState())
  const many = ids.length > 1
  const yes = await editor.services.confirm({
    title: many ? `Delete ${ids.length} slides?` : 'Delete this slide?',
    message: many ? 'You can bring them back with undo.' : 'You can bring it back with undo.',
    confirmLabel: many ? 'Delete slides' : 'Delete slide',
    danger: true,
  })
  if (!yes) return
  const { deck } = editor.model.getState()
  const blank = newSlide()
  const all = ids.length === Object.keys(deck.slides).length
  const remove = deleteSlides(ids)
  // A deck has at least one slide: if all are deleted, a blank one replaces them.
  editor.model.apply(all ? (old) => remove(addSlides([blank], { side: 'right', of: ids.at(-1)! })(old)) : remove, {
    undo: 'step',
    label: many ? 'Delete slides' : 'Delete slide',
  })
  notifyWithUndo(editor, `${countedSlides(ids.length)} deleted`, deck)
}

function hasRoom(state: EditorState): boolean {
  return hasRoomFor(state, 1)
}

function neighbor(state: EditorState, by: 1 | -1): string | null {
  const order = slideOrder(state.deck)
  return order[order.indexOf(state.slideId) + by] ?? null
}

function go(model: EditorModel, by: 1 | -1): void {
  const id = neighbor(model.getState(), by)
  if (id === null) return
  // Every update notifies the panels, so this one is sent only if slides are selected.
  if (model.getState().selectedSlides.length > 0) model.show({ selectedSlides: [] })
  model.goTo(id)
}
