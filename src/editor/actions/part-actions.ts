import { PanelsTopLeft } from 'lucide-react'
import type { Action } from './action.ts'

/** The parts of the editor in the order in which the keyboard visits them, each with what takes the keyboard there. */
const parts: readonly (readonly [part: string, entry: string])[] = [
  ['[role="application"]', '[role="application"]'],
  ['aside[aria-label="Properties"]', '[role="tab"][aria-selected="true"]'],
  ['nav[aria-label="Slides"]', '[data-slide][aria-current], [data-slide]'],
  ['[role="toolbar"][aria-label="Add"]', 'button:not(:disabled)'],
  // There while blocks are selected, and one step back from the slide.
  ['[role="toolbar"][aria-label="Selected blocks"]', 'button:not(:disabled)'],
]

/** What takes the keyboard in a part; null for parts that are not shown. */
function entryOf([part, entry]: (typeof parts)[number]): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(part === entry ? part : `${part} :is(${entry})`)
  return found && found.getClientRects().length > 0 ? found : null
}

/** Gives the keyboard to the next part (or the one before); nothing while a window is open, which keeps it. */
function visit(by: 1 | -1): void {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
  const shown = parts.filter((part) => entryOf(part) !== null)
  const here = shown.findIndex(([part]) => document.activeElement?.closest(part))
  // From anywhere else (a text on the slide, the top of the page) the way begins at the slide.
  const next = shown[(Math.max(here, 0) + by + shown.length) % shown.length]
  if (next) entryOf(next)?.focus()
}

function go(id: string, label: string, shortcut: string, by: 1 | -1): Action {
  return {
    id,
    label,
    icon: PanelsTopLeft,
    group: 'view',
    shortcuts: [shortcut],
    scope: 'always',
    quiet: true,
    when: () => true,
    run: ({ model }) => {
      model.stopEditing()
      visit(by)
    },
  }
}

/** From part to part, whatever is selected stays so: with Tab alone the way to the properties leads past all blocks. */
export const partActions: readonly Action[] = [
  go('next-part', 'Go to the properties, the slides, the tools', 'F6', 1),
  go('previous-part', 'Go back to the part before', 'Shift+F6', -1),
]
