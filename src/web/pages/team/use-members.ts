import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureText } from '../../../api/api-error.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { teamUsersContracts } from '../../../api/team-users/contract.ts'
import type { TeamRole } from '../../../rules/permissions.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
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

/** Number of members without the deleted ones. */
const without = (members: readonly TeamMember[], { id }: TeamMember) => members.filter((member) => member.id !== id)

/** The members of a list with their actions, and the member whose deletion is asked about. Changes can be undone. */
export function useMembers(list: MemberPage) {
  const api = useApi()
  const viewer = useViewer()
  const { baseUrl } = useSite()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState({ list, members: list.results })
  if (shown.list !== list) setShown({ list, members: list.results })
  const [deleting, setDeleting] = useState<TeamMember | null>(null)
  const setMembers = (change: (members: readonly TeamMember[]) => readonly TeamMember[]) =>
    setShown((now) => ({ ...now, members: [...change(now.members)] }))
  const replace = (member: TeamMember) =>
    setMembers((members) => members.map((one) => (one.id === member.id ? member : one)))
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call()
      return true
    } catch (error) {
      showError(failureText(error))
      return false
    } finally {
      void revalidate()
    }
  }
  const setRole = async (member: TeamMember, role: TeamRole) => {
    replace({ ...member, role })
    const done = await run(() =>
      api.call(teamUsersContracts.change, { params: { id: member.id }, body: { user: { role } } }),
    )
    if (!done) replace(member)
    return done
  }
  const setState = async (member: TeamMember, state: TeamMember['state']) => {
    setMembers((members) => without(members, member))
    const contract = state === 'active' ? teamUsersContracts.reactivate : teamUsersContracts.deactivate
    return run(() => api.call(contract, { params: { id: member.id } }))
  }
  const actions: MemberActions = {
    async changeRole(member, role) {
      if (role === member.role || !(await setRole(member, role))) return
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
    void revalidate()
  }
  return { members: shown.members, actions, deleting, closeDialog: () => setDeleting(null), remove }
}
