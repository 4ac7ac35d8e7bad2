import type { KeyboardEvent } from 'react'
import { actionNamed } from '../actions/index.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import type { SlidePicking } from './use-slide-picking.ts'

/** The keys of the list that stand for a verb of the editor. */
const verbs: Readonly<Record<string, string>> = {
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

/** Keys that choose: how many lines further. */
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

/** The focus follows the slide that is now shown, so that the next key goes on from there. */
function followFocus(list: HTMLElement, slideId: () => string): void {
  requestAnimationFrame(() => {
    list.querySelector<HTMLElement>(`[data-slide="${slideId()}"]`)?.focus({ preventScroll: true })
  })
}

/** What keys do in the list: arrows choose, with Ctrl (⌘) they move slides, Enter adds one, Ctrl+D copies, Delete asks and deletes. */
export function useListKeys(picking: SlidePicking): (event: KeyboardEvent<HTMLElement>) => void {
  const editor = useEditorInstance()
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const mod = event.ctrlKey || event.metaKey
    // A letter is the same key in capitals.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const verb = verbs[`${mod ? 'Mod+' : ''}${key}`]
    if (event.altKey) return false
    if (verb !== undefined && !event.shiftKey) {
      const action = actionNamed(verb)
      if (action.when(editor.model.getState())) action.run(editor)
    } else if (!mod && event.key in steps) picking.step(steps[event.key]!, event.shiftKey)
    else if (mod && key === 'a') picking.all()
    else if (event.key === 'Escape' && editor.model.getState().picked.length > 0) picking.one()
    else return false
    return true
  }
  return (event) => {
    // The buttons that fold stacks keep their own keys.
    if (!(event.target as Element).closest('[data-slide]') || !press(event)) return
    event.preventDefault()
    event.stopPropagation()
    followFocus(event.currentTarget, () => editor.model.getState().slideId)
  }
}
