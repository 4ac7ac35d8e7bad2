import { type DeckRole, roleMayEdit } from '../../../../rules/permissions.ts'
import { type Collaboration, ownRole } from '../../../features/collaboration/collaboration.ts'

/** Calls a function when the user's role has changed so that they may edit the deck now, or may no longer. */
export function followRole({ state }: Pick<Collaboration, 'state'>, onChange: (mayEdit: boolean) => void): void {
  let known: DeckRole | null = null
  state.subscribe(() => {
    const role = ownRole(state.get())
    if (role === null || role === known) return
    const before = known
    known = role
    if (before !== null && roleMayEdit(before) !== roleMayEdit(role)) onChange(roleMayEdit(role))
  })
}
