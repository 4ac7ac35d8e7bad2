import { describe, expect, test } from 'vitest'
import {
  decideOperator,
  decideOwn,
  decideTeam,
  isEnterpriseManager,
  isMemberOfTeam,
  mayWriteScripts,
  type OwnAction,
  type TeamAction,
  type TeamFacts,
} from './account-permissions.ts'
import type { Actor, Decision } from './permissions.ts'

const visitor: Actor = { userId: null, plan: 'free', teamId: null, teamRole: null, active: true, operator: false }
const free: Actor = { ...visitor, userId: 1 }
const member: Actor = { ...free, plan: 'enterprise', teamId: 7, teamRole: 'member' }
const actors = {
  visitor,
  deactivated: { ...member, active: false },
  outsider: { ...member, teamId: 8, teamRole: 'owner' },
  member,
  admin: { ...member, teamRole: 'admin' },
  owner: { ...member, teamRole: 'owner' },
} as const satisfies Record<string, Actor>

const team: TeamFacts = { teamId: 7, plan: 'enterprise', manuallyUpgraded: false }
const outside = ['sign-in', 'sign-in', 'hidden'] as const
const reading: readonly Decision[] = [...outside, 'allow', 'allow', 'allow']
const managing: readonly Decision[] = [...outside, 'forbidden', 'allow', 'allow']

describe('members read what their team shares, managers change it, outsiders do not learn that it exists', () => {
  const table: Record<TeamAction, readonly Decision[]> = {
    see: reading,
    'search-members': reading,
    'read-media': reading,
    'read-templates': reading,
    'read-themes': reading,
    'change-settings': managing,
    'list-members': managing,
    'change-members': managing,
    invite: managing,
    'change-media': managing,
    'change-templates': managing,
    'change-themes': managing,
    'write-scripts': managing,
    billing: managing,
    reactivate: [...outside, 'forbidden', 'forbidden', 'allow'],
    close: [...outside, 'forbidden', 'forbidden', 'allow'],
  }
  test.each(Object.entries(table) as [TeamAction, readonly Decision[]][])('%s', (action, row) => {
    expect(Object.values(actors).map((actor) => decideTeam(action, actor, team))).toEqual(row)
  })

  test('a lapsed team can only be viewed, paid for, reactivated and closed', () => {
    const ended: TeamFacts = { ...team, plan: 'free' }
    for (const action of Object.keys(table) as TeamAction[]) {
      const open = ['see', 'billing', 'reactivate', 'close'].includes(action)
      expect(decideTeam(action, actors.owner, ended)).toBe(open ? 'allow' : 'upgrade')
    }
  })

  test('the owner’s role is fixed, and a team upgraded by hand has no billing', () => {
    expect(decideTeam('change-members', actors.admin, { ...team, memberRole: 'owner' })).toBe('forbidden')
    expect(decideTeam('change-members', actors.admin, { ...team, memberRole: 'member' })).toBe('allow')
    expect(decideTeam('billing', actors.owner, { ...team, manuallyUpgraded: true })).toBe('forbidden')
    expect(decideTeam('reactivate', actors.owner, { ...team, manuallyUpgraded: true })).toBe('hidden')
  })

  test('managers are owners and admins; members belong to the team with the same id', () => {
    expect((['owner', 'admin', 'member', null] as const).map(isEnterpriseManager)).toEqual([true, true, false, false])
    expect(isMemberOfTeam({ teamId: 7 }, team)).toBe(true)
    expect(isMemberOfTeam({ teamId: 8 }, team)).toBe(false)
    expect(isMemberOfTeam({ teamId: null }, team)).toBe(false)
  })
})

describe('personal resources are accessible to their owner only', () => {
  const actions: OwnAction[] = ['account', 'settings', 'sessions', 'export-account', 'delete-account', 'media', 'tags']
  test.each([...actions, 'templates' as const, 'billing' as const])('%s', (action) => {
    expect(decideOwn(action, visitor, { ownerId: 1 })).toBe('sign-in')
    expect(decideOwn(action, actors.deactivated, { ownerId: 1 })).toBe('sign-in')
    expect(decideOwn(action, free, { ownerId: 2 })).toBe('hidden')
    expect(decideOwn(action, free, { ownerId: 1 })).toBe('allow')
  })
  test('themes require enterprise, and of a team’s members only managers write any; without billing all do', () => {
    expect(decideOwn('themes', free, { ownerId: 1 })).toBe('upgrade')
    expect(decideOwn('themes', { ...free, plan: 'enterprise' }, { ownerId: 1 })).toBe('allow')
    expect(decideOwn('themes', member, { ownerId: 1 })).toBe('forbidden')
    expect(decideOwn('themes', actors.admin, { ownerId: 1 })).toBe('allow')
    expect(decideOwn('themes', member, { ownerId: 1, themesForAll: true })).toBe('allow')
  })
  test('scripts of themes are for operators and team managers, unless the operator allows more or none', () => {
    const operator = { ...free, operator: true }
    const may = (mode: 'off' | 'managers' | 'everybody') => [
      mayWriteScripts(free, false, mode),
      mayWriteScripts(operator, false, mode),
      mayWriteScripts(actors.admin, true, mode),
    ]
    expect(may('off')).toEqual([false, false, false])
    expect(may('managers')).toEqual([false, true, true])
    expect(may('everybody')).toEqual([true, true, true])
  })
  test('users upgraded by hand have no billing', () => {
    const byHand = { ownerId: 1, manuallyUpgraded: true }
    expect(decideOwn('billing', free, byHand)).toBe('forbidden')
    // They can found a team, and pay for it, unless they are in one.
    expect([decideOwn('card', free, byHand), decideOwn('card', member, byHand)]).toEqual(['allow', 'forbidden'])
  })
  test('the admin pages are visible to operators only', () => {
    expect([visitor, free, { ...free, operator: true }].map(decideOperator)).toEqual(['sign-in', 'hidden', 'allow'])
  })
})
