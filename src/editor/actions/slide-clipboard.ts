import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import { limits } from '../../rules/limits.ts'
import { pairCopies } from '../commands/pair-blocks.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { addSlides, deleteSlides } from '../commands/slide-commands.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { withSanitizer } from '../state/services.ts'
import type { Action } from './action.ts'
import { notifyWithUndo } from './notify-with-undo.ts'
import { contentOfSlides, readSlides, slidesFromHtml } from './slide-clipboard-content.ts'
import { besideOrBelow, countedSlides, leavesSome } from './slide-places.ts'

/**
 * Copy, cut and paste of slides in menus. The shortcuts are the browser's while the slide list has the focus:
 * clipboard events also reach other tabs. The menu's Paste inserts what was copied in this page.
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

/** The clipboard data that was last copied in this page; null if none. */
let copied: Readonly<Record<string, string>> | null = null

/** Handles a clipboard event of the slide list. Returns false if the clipboard holds no slides. */
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
 * Pastes slides after the selected ones and selects them. Returns false if the clipboard holds none. The content is
 * untrusted and is sanitized first.
 */
export function pasteSlides(editor: Editor, read: (type: string) => string): boolean {
  const content = readSlides(read)
  if (!content) return false
  let isHandled = true
  withSanitizer(editor.services, () => {
    isHandled = putSlides(editor, content)
  })
  return isHandled
}

/** Inserts the slides of a clipboard into the deck, sanitized. Returns false if there are none. */
function putSlides({ model, services }: Editor, content: NonNullable<ReturnType<typeof readSlides>>): boolean {
  try {
    const pasted = slidesFromHtml(services.sanitize(content.html), content.notes)
    if (!pasted) return false
    const state = model.getState()
    const total = Object.keys(state.deck.slides).length + pasted.slides.length
    if (total > limits.deck.slides) {
      services.notify(`A deck has ${limits.deck.slides} slides at most`, 'error')
      return true
    }
    const after = selectedSlidesOf(state).at(-1)!
    const ids = pasted.slides.map((slide) => slide.id)
    const place = { side: besideOrBelow(state), of: after } as const
    const addPasted = addSlides(pasted.slides, place, pasted.columns)
    model.apply((deck) => pairCopies(pasted.originals)(addPasted(deck)), {
      undo: 'step',
      label: ids.length === 1 ? 'Paste slide' : 'Paste slides',
      goTo: ids[0],
      select: [],
    })
    model.show({ selectedSlides: ids.length > 1 ? ids : [] })
  } catch (error) {
    services.notify(error instanceof Error ? error.message : String(error), 'error')
  }
  return true
}

function contentOfPicked(model: EditorModel): Readonly<Record<string, string>> {
  const state = model.getState()
  return contentOfSlides(state.deck, selectedSlidesOf(state))
}

function cutSlides(editor: Editor): void {
  const { deck } = editor.model.getState()
  const ids = selectedSlidesOf(editor.model.getState())
  const many = ids.length === 1 ? 'slide' : 'slides'
  editor.model.apply(deleteSlides(ids), { undo: 'step', label: `Cut ${many}` })
  notifyWithUndo(editor, `${countedSlides(ids.length)} cut`, deck)
}

function writeSlides(model: EditorModel): boolean {
  const content = contentOfPicked(model)
  copied = content
  const put = (event: ClipboardEvent): void => {
    for (const [type, value] of Object.entries(content)) event.clipboardData?.setData(type, value)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The listener is on the window, whose capture phase precedes the slide list's listener on the document.
  window.addEventListener('copy', put, { capture: true, once: true })
  const done = document.execCommand('copy')
  window.removeEventListener('copy', put, { capture: true })
  return done
}
