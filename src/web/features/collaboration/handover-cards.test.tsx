// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { ChannelPlace, UserState, UserStatus } from '../../../api/deck-channel/messages.ts'
import { type Handover, openHandover } from '../../../realtime/editor/handover.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { createStore } from '../../../ui/store.ts'
import type { Collaboration } from './collaboration.ts'
import { HandoverCards, LeavingDialog } from './handover-cards.tsx'

const [ann, bob] = [1, 2]

/** What Bob reads on the review, to which he was sent from the editor, while Ann is there like this. */
function sentHere(editorStatus: UserStatus, place: ChannelPlace): string {
  const handover: Handover = { ...openHandover(bob, 'review', ann, true), editorStatus }
  const state: UserState = { user_id: ann, status: editorStatus, slide_id: null, place }
  const states = new Map(editorStatus === 'disconnected' ? [] : [[ann, state]])
  const people = [
    { user_id: ann, role: 'owner', name: 'Ann' },
    { user_id: bob, role: 'editor', name: 'Bob' },
  ]
  const collaboration = { state: createStore({ handover, people, connected: true, states, now: 0 }) }
  return renderToStaticMarkup(<HandoverCards collaboration={collaboration as unknown as Collaboration} />)
}

test.each([
  ['viewing', 'editor', 'Ann is editing this deck.', 'Ask to edit'],
  ['viewing', 'review', 'Ann edited this deck last, and is here.', 'Ask to edit'],
  ['idle', 'editor', 'Ann edits this deck, but is idle.', 'Start editing'],
  ['idle', 'review', 'Ann edited this deck last, and is idle.', 'Start editing'],
  ['disconnected', 'review', 'Nobody is editing this deck at the moment.', 'Start editing'],
] as const)('who was sent to the review reads what the editor does: %s on the %s', (status, place, text, button) => {
  const shown = sentHere(status, place)
  expect(shown).toContain(text)
  expect(shown).toContain(`>${button}<`)
})

test("'Go now' is busy and does nothing more while the answer to the last change is waited for", async () => {
  const handover: Handover = { ...openHandover(bob, 'editor', bob), leaving: { why: 'removed', at: 5_000 } }
  const state = createStore({ handover, people: [], now: 0, lost: false, going: false })
  const leave = vi.fn(async () => state.set((now) => ({ ...now, going: true })))
  const collaboration = { state, page: {}, leave } as unknown as Collaboration
  const screen = await showScreen(<LeavingDialog collaboration={collaboration} />)
  await screen.press('Go now')
  const busy = screen.button('LoadingGo now')
  expect(busy.getAttribute('aria-busy')).toBe('true')
  busy.click()
  expect(leave.mock.calls).toEqual([['profile']])
})

test('a double click on what asks for the floor does not press what comes below the pointer', async () => {
  const asking = { kind: 'pending', until: 60_000 } as const
  const handover: Handover = { ...openHandover(bob, 'review', ann), asking }
  const act = vi.fn()
  const state = createStore({ handover, people: [], now: 0 })
  const screen = await showScreen(<HandoverCards collaboration={{ state, act } as unknown as Collaboration} />)
  const press = (detail: number) =>
    screen.button('Cancel').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  press(2)
  expect(act).not.toHaveBeenCalled()
  // By keys, then by mouse.
  press(0)
  press(1)
  expect(act.mock.calls).toEqual([[{ type: 'cancel' }], [{ type: 'cancel' }]])
})
