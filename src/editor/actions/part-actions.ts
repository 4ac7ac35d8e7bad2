import { PanelsTopLeft } from 'lucide-react'
import type { Action } from './action.ts'

/** The parts of the editor in F6 order: a selector of the part, and one of the element in it that gets the focus. */
const parts: readonly (readonly [part: string, entry: string])[] = [
  ['[role="application"]', '[role="application"]'],
  ['aside[aria-label="Properties"]', '[role="tab"][aria-selected="true"]'],
  ['nav[aria-label="Slides"]', '[data-slide][aria-current], [data-slide]'],
  ['[role="toolbar"][aria-label="Add"]', 'button:not(:disabled)'],
  // This toolbar is shown only while blocks are selected. Shift+F6 on the slide focuses it.
  ['[role="toolbar"][aria-label="Selected blocks"]', 'button:not(:disabled)'],
]

/** The element of a part that gets the focus; null if the part is hidden. */
function entryOf([part, entry]: (typeof parts)[number]): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(part === entry ? part : `${part} :is(${entry})`)
  return found && found.getClientRects().length > 0 ? found : null
}

/** Focuses the next or previous part. An open dialog keeps the focus. */
function focusPart(by: 1 | -1): void {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
  const shown = parts.filter((part) => entryOf(part) !== null)
  const here = shown.findIndex(([part]) => document.activeElement?.closest(part))
  // If no part has the focus (page top, text on the slide), the order starts at the slide.
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
      focusPart(by)
    },
  }
}

/** F6 between the parts. The selection is kept: reaching the properties with Tab would pass through all blocks. */
export const partActions: readonly Action[] = [
  go('next-part', 'Go to the properties, the slides, the tools', 'F6', 1),
  go('previous-part', 'Go back to the part before', 'Shift+F6', -1),
]
