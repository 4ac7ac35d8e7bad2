// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { storageMessages, syncProblems } from '../../../rules/file-storage.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { useApi } from '../../data/session-context.tsx'
import { DeckSync } from './deck-sync.tsx'

const time = '2026-11-01T10:00:00.000Z'
const connected = { email: 'ada@dropbox.example', name: 'Ada', connected_at: time, ended: false }
const ended = { ...connected, ended: true }
const syncOf = (state: string, error: string | null = null) => ({ deck_id: 1, state, error, synced_at: time })
const [READ, SYNC, STOP] = ['GET', 'POST', 'DELETE'].map((method) => `${method} /api/v1/decks/:id/export`) as [
  ...[string, string, string],
]

function Shown({ beforeStart }: { beforeStart?: () => Promise<boolean> }) {
  return <DeckSync api={useApi()} deckId={1} beforeStart={beforeStart} />
}

const storage = (account: object | null, sync: object | null) => () => ({
  ...{ service: 'dropbox', account, sync, connect_url: '/settings/dropbox/authorize?return_to=%2Fa' },
})

test.each([
  ['nothing is connected', null, null, ['Connect Dropbox'], 'renewed some minutes after each change'],
  ['a deck is not synced', connected, null, ['Sync this deck'], 'ada@dropbox.example'],
  ['a deck is being synced', connected, syncOf('syncing'), ['Stop syncing'], 'Syncing'],
  ['a deck is synced', connected, syncOf('synced'), ['Sync now', 'Stop syncing'], 'Synced '],
  ['a change waits', connected, syncOf('waiting'), ['Sync now', 'Stop syncing'], 'will be synced in a few minutes'],
  ['it is full', connected, syncOf('failed', syncProblems.full), ['Try again', 'Stop syncing'], syncProblems.full],
  ['the grant ended', ended, null, ['Connect again'], 'Keep a copy'],
  [
    ...(['the grant of a synced deck ended', ended, syncOf('failed', storageMessages.ended)] as const),
    ...([['Connect again', 'Stop syncing'], storageMessages.ended] as const),
  ],
])('while %s, the controls are those that help', async (_what, account, sync, controls, text) => {
  const screen = await showScreen(<Shown />, { answers: { [READ]: storage(account, sync) } })
  const links = [...screen.host.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect([...links, ...screen.names()]).toEqual(controls)
  expect(screen.text()).toContain(text)
})

test('a sync begins after the deck was saved, and not without', async () => {
  for (const saved of [false, true]) {
    const answers = { [READ]: storage(connected, null), [SYNC]: storage(connected, syncOf('syncing')) }
    const screen = await showScreen(<Shown beforeStart={async () => saved} />, { answers })
    await screen.press('Sync this deck')
    expect(screen.calls).toEqual(saved ? [READ, SYNC] : [READ])
  }
})

test('a stopped sync keeps the focus in its section, and can be begun again', async () => {
  const answers = { [READ]: storage(connected, syncOf('synced')), [STOP]: storage(connected, null) }
  const screen = await showScreen(<Shown />, { answers })
  await screen.press('Stop syncing')
  expect(screen.names()).toEqual(['Sync this deck'])
  expect(screen.focus()).not.toBe('BODY')
})

test('a refusal is told, and what the server has is shown', async () => {
  const refuse = () => {
    throw new ApiError(422, storageMessages.full)
  }
  const screen = await showScreen(<Shown />, { answers: { [READ]: storage(connected, null), [SYNC]: refuse } })
  await screen.press('Sync this deck')
  expect([screen.toasts().length, screen.calls]).toEqual([1, [READ, SYNC, READ]])
})
