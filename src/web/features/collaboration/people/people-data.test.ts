import { expect, test } from 'vitest'
import type { ApiClient } from '../../../../api/client.ts'
import {
  addsToTeam,
  costOfMember,
  isAtEditorLimit,
  managesPeople,
  offeredRoles,
  type Person,
  suggestMembers,
  withoutPeople,
} from './people-data.ts'
import type { PeopleDeck } from './people-page.ts'

let made = 0
const person = (role: Person['role'], username: string | null = `person${++made}`): Person => ({
  ...{ id: String(++made), user_id: made, role, active: true, status: 'disconnected', slide_id: null, editing: false },
  ...{ name: null, username, first_name: username, email: null, thumbnail_url: null, last_seen_at: null },
  created_at: '2026-11-26T10:00:00.000Z',
})
const deck: PeopleDeck = { id: 1, title: 'Talk', visibility: 'self', ownerPlan: 'pro', teamSlug: null }
const rolesOf = (...of: Parameters<typeof offeredRoles>) => offeredRoles(...of).map(({ role }) => role)
const editors = Array.from({ length: 50 }, () => person('editor'))

test('Editor and Viewer are offered with what they allow, Admin only on decks of a team', () => {
  expect(offeredRoles(deck, [])).toEqual([
    { role: 'editor', text: 'Can comment and edit' },
    { role: 'viewer', text: 'Can comment' },
  ])
  expect(rolesOf({ ...deck, ownerPlan: 'enterprise' }, editors)).toEqual(['editor', 'viewer', 'admin'])
})

test('at the limit only viewers are added, but an editor keeps the role; public decks have no limit', () => {
  expect(rolesOf(deck, editors)).toEqual(['viewer'])
  expect(isAtEditorLimit(deck, editors)).toBe(true)
  expect(rolesOf(deck, editors, editors[0])).toEqual(['editor', 'viewer'])
  expect(isAtEditorLimit(deck, [...editors.slice(1), person('viewer')])).toBe(false)
  expect(rolesOf({ ...deck, visibility: 'all' }, editors)).toEqual(['editor', 'viewer'])
})

test('who is on the deck already, or is its owner, is not suggested', () => {
  const people = [person('owner'), person('editor')].map((one, at) => ({ ...one, email: `${at}@example.org` }))
  expect(withoutPeople(['0@example.org', '1@example.org', '2@example.org'], people)).toEqual(['2@example.org'])
})

test('owner and admins manage people', () => {
  const people = [person('owner', 'ada'), person('admin', 'bob'), person('editor', 'eve')]
  const manages = ['ada', 'bob', 'eve', 'nobody'].map((username) => managesPeople(people, { username }))
  expect(manages).toEqual([true, true, false, false])
})

const team = (role: 'owner' | 'admin' | 'member', more: object = {}) => ({
  ...{ id: 1, role, slug: 'acme', allowsPublic: true, manuallyUpgraded: false, url: 'https://acme.example', ...more },
})

test('managers add to their own team, for what it costs', async () => {
  const ofTeam = { teamSlug: 'acme' }
  expect((['owner', 'admin', 'member'] as const).map((role) => addsToTeam(ofTeam, { team: team(role) }))).toEqual([
    ...[true, true, false],
  ])
  expect([addsToTeam({ teamSlug: 'other' }, { team: team('owner') }), addsToTeam(ofTeam, { team: null })]).toEqual([
    ...[false, false],
  ])
  const api = { call: async () => ({ account_billing_period: 'yearly' }) } as unknown as ApiClient
  const viewer = { username: 'ada', team: team('owner'), billing: true }
  expect(await costOfMember(api, viewer)).toBe('$192 per user per year')
  expect(await costOfMember(api, { ...viewer, billing: false })).toBeNull()
  expect(await costOfMember(api, { ...viewer, team: team('owner', { manuallyUpgraded: true }) })).toBeNull()
})

test('at most five members are suggested', async () => {
  const asked: unknown[] = []
  const call = async (_contract: unknown, input: { query: object }) => {
    asked.push(input.query)
    return { results: [{ email: 'a@b.c' }] }
  }
  const found = await suggestMembers({ call } as unknown as ApiClient, 'a', new AbortController().signal)
  expect(found).toEqual(['a@b.c'])
  expect(asked).toEqual([{ q: 'a', per_page: 5, page: 1 }])
})
