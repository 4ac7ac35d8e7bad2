// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../../api/client.ts'
import { timings } from '../../../../rules/timings.ts'
import type { Person } from './people-data.ts'
import { PeopleDialog } from './people-dialog.tsx'
import type { PeopleDeck } from './people-page.ts'

let root: Root
let people: Person[] = []

const person = (id: number, more: Partial<Person>): Person => ({
  ...{ id: String(id), user_id: id, role: 'editor', active: true, status: 'disconnected', slide_id: null },
  ...{ editing: false, name: null, username: `user-${id}`, first_name: null, email: null, thumbnail_url: null },
  ...{ last_seen_at: null, created_at: '2026-11-26T10:00:00.000Z' },
  ...more,
})
const deck: PeopleDeck = { id: 7, title: 'Talk', visibility: 'self', ownerPlan: 'pro', teamSlug: null }
const api = createApiClient(async () => ({
  status: 200,
  text: JSON.stringify({ results: people, total: people.length, collaborative: true }),
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the open dialog shows that an invitation was accepted', async () => {
  people = [person(1, { role: 'owner' }), person(2, { active: false, user_id: null, username: null })]
  const viewer = { username: 'user-1', team: null, billing: false }
  await act(async () => root.render(<PeopleDialog {...{ api, deck, viewer }} open onClose={() => undefined} />))
  await act(async () => vi.advanceTimersByTimeAsync(0))
  const before = document.body.textContent
  people = [person(1, { role: 'owner' }), person(2, { name: 'Ada Accepts' })]
  await act(async () => vi.advanceTimersByTimeAsync(timings.peoplePoll))
  expect(before).not.toContain('Ada Accepts')
  expect(document.body.textContent).toContain('Ada Accepts')
})

test('the dialog shows a placeholder until the people are loaded', async () => {
  const answer = Promise.withResolvers<{ status: number; text: string }>()
  const slow = createApiClient(() => answer.promise)
  const viewer = { username: 'user-1', team: null, billing: false }
  await act(async () => root.render(<PeopleDialog {...{ deck, viewer }} api={slow} open onClose={() => undefined} />))
  const waiting = () => document.querySelector('[role="dialog"] [role="status"][aria-label="Loading"]')
  expect(waiting()?.querySelectorAll('[aria-hidden]').length).toBeGreaterThan(1)
  const results = [person(1, { role: 'owner' })]
  answer.resolve({ status: 200, text: JSON.stringify({ results, total: 1, collaborative: true }) })
  await act(async () => vi.advanceTimersByTimeAsync(0))
  expect(waiting()).toBeNull()
})
