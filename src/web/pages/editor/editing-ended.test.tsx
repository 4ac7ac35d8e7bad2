// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { createStore } from '../../../ui/store.ts'
import { endedTexts } from './editor-collaboration.ts'
import type { EditorSession } from './editor-session.ts'
import { EditorSessionWatch } from './editor-session-watch.tsx'

const closed = () => {
  throw new ApiError(404, 'This team was closed by one of its owners', {}, { team_closed: true })
}
const signedOut = (editing_ended: string | null) => () => ({ user_id: null, csrf_token: 'x', editing_ended })
const signedIn = (editing_ended: string | null) => () => ({ user_id: 1, csrf_token: 'x', editing_ended })

/** Shows the watch of an editor whose save was refused, with the given answers of the status. */
async function show(status: () => unknown, { isUnsaved = true } = {}) {
  const answers = { now: status, resumed: 0 }
  const saver = {
    ...{ subscribe: () => () => undefined, state: () => ({ kind: 'invalid' }), hasUnsaved: () => isUnsaved },
    resume: () => {
      answers.resumed += 1
    },
  }
  const session = {
    ...{ saver, api: { call: async () => answers.now() }, journal: { health: () => 'stored' } },
    ...{
      deckId: createStore<number | null>(5),
      isLost: createStore(false),
      stream: { channel: null, saves: null, end: null, isOver: false, endedBy: createStore(null) },
    },
    data: {
      ...{ viewer: { id: 1, username: 'ada' }, site: { baseUrl: 'https://decks.example' } },
      editing: { token: 'a-token', teamName: 'Acme' },
    },
  } as unknown as EditorSession
  window.history.replaceState(null, '', '/ada/engines/edit')
  const screen = await showScreen(<EditorSessionWatch session={session} />)
  const dialog = () => document.querySelector('[role="dialog"]:not([data-ending-style])')
  const link = () => dialog()?.querySelector('a')?.getAttribute('href')
  return { ...screen, answers, dialog, link, session }
}

const rejoin = 'You are no longer in this team'
const unsaved = 'The download has all slides, with the changes that were not saved.'

test.each([
  ['Session expired', 'Sign in again in a new tab', '/users/sign_in', signedOut(null)],
  [rejoin, 'no longer an active member of Acme', 'https://decks.example/ada', signedOut('membership')],
  [rejoin, 'still edit this deck as a collaborator', '/ada/engines/edit', signedOut('membership-only')],
  ['You can no longer edit this deck', 'no longer a collaborator', 'https://decks.example/ada', signedIn('access')],
  ['This team was closed', 'One of the owners closed Acme', 'https://decks.example/ada/engines/edit', closed],
])('the dialog “%s” says “%s” and leads to %s', async (title, text, href, status) => {
  const screen = await show(status)
  expect(screen.dialog()?.textContent).toContain(title)
  expect(screen.dialog()?.textContent).toContain(text)
  expect(screen.link()).toBe(href)
  const mayReturn = href.startsWith('/')
  expect(screen.dialog()?.textContent?.includes(unsaved)).toBe(!mayReturn)
  expect(screen.names().includes('Retry')).toBe(mayReturn)
  expect(screen.names().includes('Download deck')).toBe(!mayReturn)
})

test('nothing is shown while the user may save, also as a collaborator who has left the team', async () => {
  for (const status of [signedIn(null), signedIn('membership-only')]) {
    const screen = await show(status)
    expect([screen.dialog(), screen.answers.resumed]).toEqual([null, 1])
  }
})

test('a collaborator who left the team saves on after opening the deck in another tab', async () => {
  const screen = await show(signedOut('membership-only'))
  screen.answers.now = signedIn('membership-only')
  await act(async () => screen.button('Retry').click())
  expect([screen.dialog(), screen.answers.resumed]).toEqual([null, 1])
})

test('without unsaved changes the dialog says that everything was saved', async () => {
  const screen = await show(closed, { isUnsaved: false })
  expect(screen.dialog()?.textContent).toContain('Everything was saved. Open the deck at its new address.')
})

test('another user who signed in neither saves nor learns what ended', async () => {
  const screen = await show(() => ({ user_id: 2, csrf_token: 'x', editing_ended: 'access' }))
  expect(screen.dialog()?.textContent).toContain('Session expired')
  expect(screen.answers.resumed).toBe(0)
})

test.each([
  ['removed', 'You are no longer a collaborator on this deck', 'You were removed'],
  ['became-viewer', 'You can no longer edit this deck', 'You may only view it now'],
] as const)('who was %s is told so, though the refused save was known first', async (why, title, text) => {
  const screen = await show(signedIn('access'))
  expect(screen.dialog()?.textContent).toContain('It was deleted or suspended')
  await act(async () => screen.session.stream.endedBy.set(endedTexts[why]))
  expect(screen.dialog()?.textContent).toContain(title)
  expect(screen.dialog()?.textContent).toContain(text)
  expect(screen.dialog()?.textContent).not.toContain('deleted or suspended')
})
