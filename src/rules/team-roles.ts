import type { TeamRole } from './permissions.ts'

/** The displayed names of a team's roles. */
export const teamRoleNames: { readonly [role in TeamRole]: string } = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
}

/** What each role may do, in one line. */
export const teamRoleTexts: { readonly [role in TeamRole]: string } = {
  owner: 'Everything, other owners too',
  admin: 'Members, invitations and settings of the team',
  member: 'Makes decks and sees the internal ones',
}
