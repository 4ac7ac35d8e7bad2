import type { Action } from './action.ts'
import { arrangeActions } from './arrange-actions.ts'
import { clipboardActions } from './clipboard-actions.ts'
import { historyActions } from './history-actions.ts'
import { insertActions } from './insert-actions.ts'
import { nudgeActions } from './nudge-actions.ts'
import { selectionActions } from './selection-actions.ts'
import { slideActions } from './slide-actions.ts'
import { textActions } from './text-actions.ts'
import { viewActions } from './view-actions.ts'
import { walkActions } from './walk-actions.ts'

/**
 * All verbs of the editor. Where several have the same shortcut, the first that can be done now is done: nudging
 * blocks comes before going to another slide.
 */
export const actions: readonly Action[] = [
  ...historyActions,
  ...clipboardActions,
  ...selectionActions,
  ...walkActions,
  ...nudgeActions,
  ...textActions,
  ...insertActions,
  ...arrangeActions,
  ...slideActions,
  ...viewActions,
]

const byId = new Map(actions.map((action) => [action.id, action]))

/** The action with this id. Throws for an id that no action has. */
export function actionNamed(id: string): Action {
  const action = byId.get(id)
  if (!action) throw new Error(`There is no action '${id}'`)
  return action
}
