import { findActions } from '../find/find-actions.ts'
import type { Action } from './action.ts'
import { animationActions } from './animation-actions.ts'
import { arrangeActions } from './arrange-actions.ts'
import { clipboardActions } from './clipboard-actions.ts'
import { dialogActions } from './dialog-actions.ts'
import { flowActions } from './flow-actions.ts'
import { formatPainterActions } from './format-painter-actions.ts'
import { groupActions } from './group-actions.ts'
import { guideActions } from './guide-actions.ts'
import { historyActions } from './history-actions.ts'
import { insertActions } from './insert-actions.ts'
import { menuActions } from './menu-actions.ts'
import { nudgeActions } from './nudge-actions.ts'
import { partActions } from './part-actions.ts'
import { selectAlikeActions } from './select-alike-actions.ts'
import { selectionActions } from './selection-actions.ts'
import { sizeActions } from './size-actions.ts'
import { slideActions } from './slide-actions.ts'
import { slideClipboardActions } from './slide-clipboard.ts'
import { slideOrderActions } from './slide-order-actions.ts'
import { textActions } from './text-actions.ts'
import { viewActions } from './view-actions.ts'
import { walkActions } from './walk-actions.ts'

/**
 * All actions of the editor. If several actions have the same shortcut, the first possible one in this list runs.
 * Nudging blocks therefore comes before changing the slide.
 */
export const actions: readonly Action[] = [
  ...historyActions,
  ...findActions,
  ...clipboardActions,
  ...selectionActions,
  ...selectAlikeActions,
  ...formatPainterActions,
  ...walkActions,
  ...nudgeActions,
  ...textActions,
  ...insertActions,
  ...groupActions,
  ...arrangeActions,
  ...sizeActions,
  ...slideActions,
  ...slideOrderActions,
  ...flowActions,
  ...slideClipboardActions,
  ...dialogActions,
  ...animationActions,
  ...viewActions,
  ...partActions,
  ...guideActions,
  ...menuActions,
]

const byId = new Map(actions.map((action) => [action.id, action]))

/** The action with this id. Throws for an id that no action has. */
export function actionNamed(id: string): Action {
  const action = byId.get(id)
  if (!action) throw new Error(`There is no action '${id}'`)
  return action
}
