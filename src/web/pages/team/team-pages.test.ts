import { describe, expect, test } from 'vitest'
import type { TeamRole } from '../../../rules/permissions.ts'
import { reactivationCharge, teamCost, teamTotal } from '../../../rules/team-cost.ts'
import { suggestedTeamSlug } from '../../../rules/team-slug.ts'
import { validateTeamSlug } from '../../../rules/validators.ts'
import type { LoadArgs } from '../../page.ts'
import { loadMembers, membersPath, readMembersQuery } from './load-members.ts'
import { loadSettings } from './load-settings.ts'
import { teamHomePath } from './load-team-home.ts'
import { memberRights } from './member-rights.ts'
import { scriptFields } from './scripts-field.tsx'

test('the cost of a team is named per user and period', () => {
  expect([teamCost('yearly'), teamCost('monthly')]).toEqual(['$192 per user per year', '$20 per user per month'])
  expect([teamTotal('yearly', 1), teamTotal('monthly', 3)]).toEqual([
    '$192 per year for 1 user',
    '$60 per month for 3 users',
  ])
})

test('reactivating a team charges its users of now, less its credit, with what is owed', () => {
  expect(reactivationCharge('yearly', 2, 0)).toEqual({ amount: 38_400, text: '$384 per year for 2 users' })
  expect(reactivationCharge('yearly', 1, 10_000)).toEqual({
    amount: 9_200,
    text: '$192 per year for 1 user, less $100 of credit',
  })
  expect(reactivationCharge('monthly', 1, 50_000)).toMatchObject({
    amount: 0,
    text: '$20 per month for 1 user, less $20 of credit',
  })
  expect(reactivationCharge('monthly', 1, -500)).toEqual({
    amount: 2_500,
    text: '$20 per month for 1 user, and $5 due from before',
  })
})

test.each([
  ['Société Générale', 'societe-generale'],
  ['  Acme & Sons, Ltd. ', 'acme-sons-ltd'],
  ['山田', ''],
  ['X', ''],
  [`${'long '.repeat(20)}`, 'long-long-long-long-long-long-long-long'],
])('the address suggested for “%s” is valid', (name, slug) => {
  expect(suggestedTeamSlug(name)).toBe(slug)
  if (slug !== '') expect(validateTeamSlug(slug)).toBeNull()
})

describe('the address of the members page', () => {
  const read = (path: string) => readMembersQuery(new URL(path, 'http://x').searchParams)

  test('is parsed back unchanged, without default values', () => {
    expect(membersPath({ list: 'members', term: '', page: 1 })).toBe('/edit_members')
    for (const query of [
      { list: 'deactivated', term: 'ada & eve', page: 3 },
      { list: 'invitations', term: '', page: 2 },
    ] as const) {
      expect(read(membersPath(query))).toEqual(query)
    }
  })

  test('invalid values become defaults, and invitations have no search', () => {
    expect(read('/edit_members?list=x&page=-1')).toEqual({ list: 'members', term: '', page: 1 })
    expect(read('/edit_members?list=invitations&search=ada').term).toBe('')
  })
})

test('the address of the team’s home has the term, and the page from 2 on', () => {
  expect(teamHomePath({ term: '', page: 1 })).toBe('/')
  expect(teamHomePath({ term: 'a b', page: 2 })).toBe('/?search=a+b&page=2')
})

describe('of a team whose subscription has ended', () => {
  const asked: string[] = []
  const args = (role: TeamRole) =>
    ({
      viewer: { id: 1, team: { id: 4, role } },
      team: { id: 4, ended: true },
      url: new URL('http://acme.localhost/edit'),
      api: { call: async ({ path }: { path: string }) => asked.push(path) },
    }) as unknown as LoadArgs

  test('owners can open the settings, to close the team, without its single sign-on', async () => {
    expect(await loadSettings(args('owner'))).toMatchObject({ signOn: null, isOwner: true })
    expect(asked).toEqual(['/api/v1/team'])
  })

  test('the members page, and an admin’s settings, lead to the reactivation', async () => {
    for (const load of [loadMembers(args('owner')), loadMembers(args('admin')), loadSettings(args('admin'))]) {
      const answer = await load.then(
        () => null,
        (thrown: Response) => thrown,
      )
      expect([answer?.status, answer?.headers.get('location')]).toEqual([302, '/reactivate'])
    }
  })
})

describe('a manager’s rights on a member', () => {
  const member = (role: TeamRole, state: 'active' | 'deactivated' = 'active') => ({ id: 2, role, state })
  const owner = { id: 1, role: 'owner' } as const
  const admin = { id: 1, role: 'admin' } as const

  test('the last owner stays, and the reason is shown', () => {
    const rights = memberRights(member('owner'), owner, 1)
    expect(rights).toMatchObject({ roles: [], remove: false })
    expect(rights.reason).not.toBeNull()
    expect(memberRights({ ...member('owner'), id: 1 }, owner, 1).reason).toMatch(/^You are the only owner/)
    expect(memberRights(member('owner'), owner, 2)).toMatchObject({ remove: true, reason: null })
  })

  test('only owners change owners and make new ones', () => {
    expect(memberRights(member('owner'), admin, 2)).toMatchObject({ roles: [], remove: false })
    expect(memberRights(member('member'), admin, 1)).toMatchObject({ roles: ['admin', 'member'], remove: true })
    expect(memberRights(member('member'), owner, 1).roles).toEqual(['owner', 'admin', 'member'])
  })

  test('a deactivated member has a fixed role, and can be reactivated or deleted', () => {
    expect(memberRights(member('owner', 'deactivated'), owner, 1)).toEqual({ roles: [], remove: true, reason: null })
  })
})

test('scripts are read from their fields in order, without empty ones', () => {
  const values = { 'script-0': ' https://a ', 'script-2': '', 'script-3': 'https://b', name: 'x' }
  expect(scriptFields(values)).toEqual([
    { name: 'script-0', address: 'https://a' },
    { name: 'script-3', address: 'https://b' },
  ])
})
