import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import { limits } from '../../rules/limits.ts'
import { pairCopies } from '../commands/pair-blocks.ts'
import { pickedSlides } from '../commands/picked-slides.ts'
import { addSlides, deleteSlides } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Action } from './action.ts'
import { contentOfSlides, readSlides, slidesFromHtml } from './slide-clipboard-content.ts'
import { besideOrBelow, countedSlides, leavesSome } from './slide-places.ts'
import { tellWithUndo } from './tell-with-undo.ts'

/**
 * Copy, cut and paste of slides from menus. The keys for them are the browser's, while the list of slides has the
 * keyboard: they come as clipboard events, which reach other tabs; a menu pastes what was copied in this one.
 */
export const slideClipboardActions: readonly Action[] = [
  {
    id: 'cut-slides',
    label: 'Cut slide',
    icon: Scissors,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: leavesSome,
    run: (editor) => {
      if (writeSlides(editor.model)) cutSlides(editor)
    },
  },
  {
    id: 'copy-slides',
    label: 'Copy slide',
    icon: Copy,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => {
      writeSlides(model)
    },
  },
  {
    id: 'paste-slides',
    label: 'Paste slide',
    icon: ClipboardPaste,
    group: 'slide',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: (editor) => {
      const content = copied
      if (content) pasteSlides(editor, (type) => content[type] ?? '')
      else editor.services.notify('Press Ctrl+V (⌘V) in the list of slides to paste what you copied elsewhere', 'info')
    },
  },
]

/** What was copied last, in this page. */
let copied: Readonly<Record<string, string>> | null = null

/** Answers a clipboard event of the list of slides. False when it is about something else. */
export function handleSlideClipboard(editor: Editor, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (!data) return false
  if (event.type === 'paste') return pasteSlides(editor, (type) => data.getData(type))
  copied = contentOfPicked(editor.model)
  for (const [type, value] of Object.entries(copied)) data.setData(type, value)
  if (event.type === 'cut' && leavesSome(editor.model.getState())) cutSlides(editor)
  return true
}

/**
 * Puts slides from a clipboard after those that are chosen, and chooses them. False when it holds none; what it holds
 * may come from anywhere and is made safe first.
 */
export function pasteSlides({ model, services }: Editor, read: (type: string) => string): boolean {
  const content = readSlides(read)
  if (!content) return false
  try {
    const pasted = slidesFromHtml(services.sanitize(content.html), content.notes)
    if (!pasted) return false
    const state = model.getState()
    const total = Object.keys(state.deck.slides).length + pasted.slides.length
    if (total > limits.deck.slides) {
      services.notify(`A deck has ${limits.deck.slides} slides at most`, 'error')
      return true
    }
    const after = pickedSlides(state).at(-1)!
    const ids = pasted.slides.map((slide) => slide.id)
    const place = { side: besideOrBelow(state), of: after } as const
    const addPasted = addSlides(pasted.slides, place, pasted.columns)
    model.apply((deck) => pairCopies(pasted.originals)(addPasted(deck)), {
      undo: 'step',
      label: ids.length === 1 ? 'Paste slide' : 'Paste slides',
      goTo: ids[0],
      select: [],
    })
    model.show({ picked: ids.length > 1 ? ids : [] })
  } catch (error) {
    services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
  return true
}

function contentOfPicked(model: EditorModel): Readonly<Record<string, string>> {
  const state = model.getState()
  return contentOfSlides(state.deck, pickedSlides(state))
}

function cutSlides(editor: Editor): void {
  const { deck } = editor.model.getState()
  const ids = pickedSlides(editor.model.getState())
  const many = ids.length === 1 ? 'slide' : 'slides'
  editor.model.apply(deleteSlides(ids), { undo: 'step', label: `Cut ${many}` })
  tellWithUndo(editor, `${countedSlides(ids.length)} cut`, deck)
}

function writeSlides(model: EditorModel): boolean {
  const content = contentOfPicked(model)
  copied = content
  const put = (event: ClipboardEvent): void => {
    for (const [type, value] of Object.entries(content)) event.clipboardData?.setData(type, value)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // On the window: the list's own listener, on the document, comes after it.
  window.addEventListener('copy', put, { capture: true, once: true })
  const done = document.execCommand('copy')
  window.removeEventListener('copy', put, { capture: true })
  return done
}
