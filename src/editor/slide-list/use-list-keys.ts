import type { KeyboardEvent } from 'react'
import { actionNamed } from '../actions/index.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import type { SlideSelection } from './use-slide-selection.ts'

/** Keys of the list that run an action. */
const actionIds: Readonly<Record<string, string>> = {
  'Mod+ArrowDown': 'move-slide-later',
  'Mod+ArrowUp': 'move-slide-earlier',
  'Mod+ArrowRight': 'slide-into-stack',
  'Mod+ArrowLeft': 'slide-out-of-stack',
  'Mod+d': 'duplicate-slide',
  Enter: 'new-slide',
  Delete: 'delete-slide',
  Backspace: 'delete-slide',
}

const far = 1000

/** Keys that move the selection, by how many items. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -far,
  End: far,
}

/** Focuses the current slide, so that the next key continues from there. */
function followFocus(list: HTMLElement, slideId: () => string): void {
  requestAnimationFrame(() => {
    list.querySelector<HTMLElement>(`[data-slide="${slideId()}"]`)?.focus({ preventScroll: true })
  })
}

/**
 * The keys of the list: arrows select, with Ctrl (⌘) they move slides. Enter adds a slide, Ctrl+D duplicates, Delete
 * deletes after a confirmation.
 */
export function useListKeys(selection: SlideSelection): (event: KeyboardEvent<HTMLElement>) => void {
  const editor = useEditorInstance()
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const mod = event.ctrlKey || event.metaKey
    // With Shift or Caps Lock a letter is the same shortcut.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const actionId = actionIds[`${mod ? 'Mod+' : ''}${key}`]
    if (event.altKey) return false
    if (actionId !== undefined && !event.shiftKey) {
      const action = actionNamed(actionId)
      if (action.when(editor.model.getState())) action.run(editor)
    } else if (!mod && event.key in steps) selection.step(steps[event.key]!, event.shiftKey)
    else if (mod && key === 'a') selection.all()
    else if (event.key === 'Escape' && editor.model.getState().selectedSlides.length > 0) selection.one()
    else return false
    return true
  }
  return (event) => {
    // The buttons that collapse stacks keep their own keys.
    if (!(event.target as Element).closest('[data-slide]') || !press(event)) return
    event.preventDefault()
    event.stopPropagation()
    followFocus(event.currentTarget, () => editor.model.getState().slideId)
  }
}
