import { useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { teamUsersContracts } from '../../../api/team-users/contract.ts'
import type { TeamRole } from '../../../rules/permissions.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import type { DecksFate } from './delete-member.tsx'
import type { MemberPage, TeamMember } from './load-members.ts'

/** What a manager can do with the members of a list. */
export interface MemberActions {
  changeRole(member: TeamMember, role: TeamRole): Promise<void>
  deactivate(member: TeamMember): Promise<void>
  reactivate(member: TeamMember): Promise<void>
  /** Opens the dialog that asks about the decks. */
  askToDelete(member: TeamMember): void
}

/** The members without one. */
const without = (members: readonly TeamMember[], { id }: TeamMember) => members.filter((member) => member.id !== id)

/** Asks before a manager gives up a right that only others can give back. */
function giveUpQuestion(from: TeamRole, to: TeamRole) {
  return {
    title: `Change your own role to ${teamRoleNames[to]}?`,
    text: `You are ${teamRoleNames[from]} now. Only an owner of the team can give you that role back.`,
    action: 'Change my role',
    dangerous: true,
  }
}

/** The members of a list with their actions, and the member whose deletion is asked about. Changes can be undone. */
export function useMembers(list: MemberPage) {
  const api = useApi()
  const viewer = useViewer()
  const { baseUrl } = useSite()
  const refresh = useRefresh()
  const [shown, setShown] = useState({ list, members: list.results })
  if (shown.list !== list) setShown({ list, members: list.results })
  const [deleting, setDeleting] = useState<TeamMember | null>(null)
  const setMembers = (change: (members: readonly TeamMember[]) => readonly TeamMember[]) =>
    setShown((now) => ({ ...now, members: [...change(now.members)] }))
  const replace = (member: TeamMember) =>
    setMembers((members) => members.map((one) => (one.id === member.id ? member : one)))
  const run = async (call: () => Promise<unknown>, refreshes = true): Promise<boolean> => {
    try {
      await call()
    } catch (error) {
      showError(failureText(error))
      return false
    }
    if (refreshes) void refresh()
    return true
  }
  const setRole = async (member: TeamMember, role: TeamRole, refreshes = true) => {
    replace({ ...member, role })
    const done = await run(
      () => api.call(teamUsersContracts.change, { params: { id: member.id }, body: { user: { role } } }),
      refreshes,
    )
    if (!done) replace(member)
    return done
  }
  const setState = async (member: TeamMember, state: TeamMember['state']) => {
    const before = shown.members
    setMembers((members) => without(members, member))
    const contract = state === 'active' ? teamUsersContracts.reactivate : teamUsersContracts.deactivate
    const done = await run(() => api.call(contract, { params: { id: member.id } }))
    if (!done) setMembers(() => before)
    return done
  }
  const actions: MemberActions = {
    async changeRole(member, role) {
      if (role === member.role) return
      const isOwn = member.id === viewer?.id
      if (isOwn && !(await confirmDialog(giveUpQuestion(member.role, role)))) return
      if (!(await setRole(member, role, !isOwn))) return
      // Without rights on this page, and without the way back.
      if (isOwn) return void (role === 'member' ? window.location.assign('/') : window.location.reload())
      const undo = () => void setRole({ ...member, role }, member.role)
      showSuccess(`${displayName(member)} is now ${teamRoleNames[role]}`, { action: { label: 'Undo', run: undo } })
    },
    async deactivate(member) {
      if (!(await setState(member, 'deactivated'))) return
      const undo = () => void setState(member, 'active')
      showSuccess(`${displayName(member)} is deactivated and signed out of the team`, {
        action: { label: 'Undo', run: undo },
      })
    },
    async reactivate(member) {
      if (await setState(member, 'active')) showSuccess(`${displayName(member)} is active again`)
    },
    askToDelete: setDeleting,
  }
  const remove = async (member: TeamMember, decks: DecksFate) => {
    await api.call(teamUsersContracts.remove, { params: { id: member.id }, body: { user: { decks } } })
    if (member.id === viewer?.id) return window.location.assign(`${baseUrl}/`)
    setMembers((members) => without(members, member))
    showSuccess(`${displayName(member)} is no longer in the team`)
    void refresh()
  }
  return { members: shown.members, actions, deleting, closeDialog: () => setDeleting(null), remove }
}
