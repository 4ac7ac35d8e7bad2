import { editorOf } from '../../blocks/find-editor.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Action, ShortcutScope } from './action.ts'
import { actions } from './index.ts'
import { matchesShortcut } from './match-shortcut.ts'
import { editableText } from './selection-actions.ts'

/** Where a key was pressed: canvas, edited text, another control, or an input field of the page. */
type Place = 'canvas' | 'text' | 'control' | 'field'

const allowed: Readonly<Record<Place, readonly ShortcutScope[]>> = {
  canvas: ['canvas', 'both', 'always'],
  text: ['text', 'both', 'always'],
  control: ['canvas', 'both', 'always'],
  field: ['always'],
}

/**
 * Runs the actions of shortcuts pressed in a document (the page's or the canvas frame's). Returns the detach
 * function.
 */
export function attachKeyboard(document: Document, editor: Editor): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.key === 'Process') return
    if (pressKey(editor, event, placeOf(editor.model, event.target))) event.preventDefault()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/** Runs the action of a shortcut. Returns false if the key is left to the browser. */
export function pressKey(editor: Editor, event: KeyboardEvent, place: Place): boolean {
  const matching = actions.filter((action) => matches(action, event, place))
  const action = matching.find(({ when }) => when(editor.model.getState()))
  action?.run(editor)
  if (!action && !event.repeat) notifyWhyNot(editor, matching)
  // Shortcuts with Mod never reach the browser, even if the action is impossible. The browser would select all text of
  // the page, add a bookmark, or navigate back.
  if (action || (matching.length > 0 && (event.ctrlKey || event.metaKey))) return true
  return place === 'canvas' && typeInto(editor.model, event)
}

function notifyWhyNot({ model, services }: Editor, matching: readonly Action[]): void {
  for (const { whyNot } of matching) {
    const message = whyNot?.(model.getState())
    if (message) services.notify(message, 'info')
  }
}

function matches(action: Action, event: KeyboardEvent, place: Place): boolean {
  if (!allowed[place].includes(action.scope)) return false
  const shortcut = action.shortcuts.find((one) => matchesShortcut(event, one))
  // A focused control handles its own keys, so only shortcuts with Mod run actions.
  return shortcut !== undefined && (place !== 'control' || shortcut.includes('Mod'))
}

/** Starts text editing when a character is typed while a text block is selected. The character is inserted. */
function typeInto(model: EditorModel, event: KeyboardEvent): boolean {
  const block = editableText(model.getState())
  const typed = [...event.key].length === 1 && event.key !== ' '
  const description = block && editorOf(block.type)
  // Blocks edited in a popover (a URL, a formula) do not open it on a letter.
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

/**
 * Elements that handle all keys (`fields`), and elements that handle only some keys (`controls`). A focused checkbox,
 * for example, leaves Mod+Z to the editor.
 */
const fields =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const controls = 'button, a[href], input, select, [role="slider"], [role="tab"]'

function placeOf(model: EditorModel, target: EventTarget | null): Place {
  const element = isElement(target) ? target : null
  // The palette is about to take the focus: no key may run an action.
  if (model.getState().dialog === 'palette') return 'field'
  // In-place editors that blocks add to the slide count as text: undo is the editor's.
  if (element?.closest('[contenteditable], [data-in-place]'))
    return model.getState().editing === null ? 'field' : 'text'
  // A dialog or menu that is fading out still has the focus, but handles no keys.
  const closing = element?.closest('[data-closed]') != null
  if (element?.closest(fields) && !closing) return 'field'
  if (model.getState().editing !== null) return 'text'
  return element?.closest(controls) && !closing ? 'control' : 'canvas'
}

/** A check by nodeType: elements of the canvas frame are not instances of this window's Element. */
function isElement(target: EventTarget | null): target is Element {
  return (target as Node | null)?.nodeType === 1
}
