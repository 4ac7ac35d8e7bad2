import { editorOf } from '../../blocks/editors.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Action, ShortcutScope } from './action.ts'
import { actions } from './index.ts'
import { editableText } from './selection-actions.ts'
import { matchesShortcut } from './shortcut.ts'

/** Where a key was pressed: on the slide, in the slide's text, in another control, or in a field of the page. */
type Place = 'canvas' | 'text' | 'control' | 'field'

const allowed: Readonly<Record<Place, readonly ShortcutScope[]>> = {
  canvas: ['canvas', 'both', 'always'],
  text: ['text', 'both', 'always'],
  control: ['canvas', 'both', 'always'],
  field: ['always'],
}

/** Listens to a document's keys (the page's, or the slide's own) and does the actions they stand for. Returns what ends it. */
export function attachKeyboard(document: Document, editor: Editor): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.key === 'Process') return
    if (pressKey(editor, event, placeOf(editor.model, event.target))) event.preventDefault()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/** Does what a key stands for; false when it stands for nothing here, and is left to the browser. */
export function pressKey(editor: Editor, event: KeyboardEvent, place: Place): boolean {
  const meant = actions.filter((action) => isMeant(action, event, place))
  const action = meant.find(({ when }) => when(editor.model.getState()))
  action?.run(editor)
  if (!action && !event.repeat) sayWhyNot(editor, meant)
  // A verb's keys with Mod are never left to the browser, also when there is nothing to do it with: it would mark every
  // word of the window, add a bookmark, or go back a page.
  if (action || (meant.length > 0 && (event.ctrlKey || event.metaKey))) return true
  return place === 'canvas' && typeInto(editor.model, event)
}

function sayWhyNot({ model, services }: Editor, meant: readonly Action[]): void {
  for (const { whyNot } of meant) {
    const words = whyNot?.(model.getState())
    if (words) services.notify(words, 'info')
  }
}

function isMeant(action: Action, event: KeyboardEvent, place: Place): boolean {
  if (!allowed[place].includes(action.scope)) return false
  const shortcut = action.shortcuts.find((one) => matchesShortcut(event, one))
  // A button that has the focus keeps the keys that work it; those with Mod are the editor's.
  return shortcut !== undefined && (place !== 'control' || shortcut.includes('Mod'))
}

/** A character typed over a selected text begins the typing, and is not lost. */
function typeInto(model: EditorModel, event: KeyboardEvent): boolean {
  const block = editableText(model.getState())
  const typed = [...event.key].length === 1 && event.key !== ' '
  const description = block && editorOf(block.type)
  // A window beside the block (an address, a formula) takes no letter for its first.
  if (
    !block ||
    description?.popover ||
    description?.ignoresLetters ||
    !typed ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return false
  model.startEditing(block.id, { kind: 'typed', text: event.key })
  return true
}

/** What takes all keys for itself, and what only those that work it. A box that was ticked leaves Mod+Z to the editor. */
const fields =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const controls = 'button, a[href], input, select, [role="slider"], [role="tab"]'

function placeOf(model: EditorModel, target: EventTarget | null): Place {
  const element = isElement(target) ? target : null
  // The palette is about to take the keys: none of them is a verb's.
  if (model.getState().dialog === 'palette') return 'field'
  // What blocks put on the slide to be edited in is as good as text: its undo is the editor's.
  if (element?.closest('[contenteditable], [data-in-place]'))
    return model.getState().editing === null ? 'field' : 'text'
  // A dialog or menu that is fading out keeps the focus meanwhile, but no longer takes keys.
  const closing = element?.closest('[data-closed]') != null
  if (element?.closest(fields) && !closing) return 'field'
  if (model.getState().editing !== null) return 'text'
  return element?.closest(controls) && !closing ? 'control' : 'canvas'
}

/** Elements of the slide's document are no instances of this one's classes. */
function isElement(target: EventTarget | null): target is Element {
  return (target as Node | null)?.nodeType === 1
}
