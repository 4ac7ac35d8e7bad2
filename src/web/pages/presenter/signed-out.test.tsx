// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { LiveRefusal } from '../../../api/stream/messages.ts'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { firstState } from '../../features/live/stage-state.ts'
import type { Stage } from '../../features/live/use-stage.ts'
import { PresenterPage } from './presenter-page.tsx'

// The deck's frame is not needed.
vi.mock('../../features/live/stage-frame.tsx', () => ({ StageFrame: () => null }))
afterEach(() => vi.unstubAllGlobals())

/** A stage without changes, refused for a reason. */
function stageRefused(refused: LiveRefusal): Stage {
  const live: LiveSnapshot = {
    ...{ state: null, fromOther: false, connection: 'disconnected', status: 'none', retry: null, reconnectIn: null },
    ...{ subscribers: 0, publishing: false, refused, unanswered: false },
  }
  const state = firstState({ present_controls: true, present_notes: true, present_upsizing: true })
  const snapshot = { state, live }
  return { link: { subscribe: () => () => {}, snapshot: () => snapshot }, stream: {} } as unknown as Stage
}

const data = {
  ...{ view: 'presenter', baseUrl: 'http://localhost:3000', outline: [], token: null, stream: null, frame: {} },
  share: { deck: {}, sharer: {} },
  deck: {
    id: 1,
    title: 'Talk',
    visibility: 'all',
    path: '/pia/talk',
    liveUrl: 'http://localhost/pia/talk/live',
    speakerPath: '/s',
  },
} as unknown as PresenterPageData

test.each<[LiveRefusal, string, string | null]>([
  ['sign-in', 'Please sign in again to go on', '/users/sign_in?return_to=%2Fpia%2Ftalk%2Flive%3Fa%3D1'],
  ['forbidden', 'You may no longer follow this presentation', null],
])(
  'a refused presenter (%s) sees the reason before and during the talk, with a link to sign in again',
  (why, words, way) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    window.history.replaceState(null, '', '/pia/talk/live?a=1')
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const page = <PresenterPage data={data} stage={stageRefused(why)} saveSetting={() => {}} api={{} as ApiClient} />
    act(() => root.render(page))
    const alerts = () =>
      [...host.querySelectorAll('[role="alert"]')].map((alert) => [
        alert.textContent,
        alert.querySelector('a')?.getAttribute('href') ?? null,
      ])
    expect(alerts()).toEqual([[words, way]])
    act(() => host.querySelector<HTMLButtonElement>('[data-start]')?.click())
    expect(host.querySelector('[data-panel]')).toBeNull()
    expect(alerts()).toEqual([[words, way]])
    act(() => root.unmount())
    host.remove()
  },
)

test('a panel that cannot show its link says so, and the presentation can still be started', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const broken = Object.defineProperty({ ...data }, 'baseUrl', {
    get: () => {
      throw new Error('broken')
    },
  })
  const page = (
    <PresenterPage data={broken} stage={stageRefused('forbidden')} saveSetting={() => {}} api={{} as ApiClient} />
  )
  act(() => root.render(page))
  expect(host.textContent).toContain('This could not be shown. Your audience stays where it is.')
  act(() => host.querySelector<HTMLButtonElement>('[data-start]')?.click())
  expect(host.querySelector('[data-panel]')).toBeNull()
  act(() => root.unmount())
  vi.restoreAllMocks()
})
