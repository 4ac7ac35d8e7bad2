// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveRefusal } from '../../../api/stream/messages.ts'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { ConnectionLine } from './connection-line.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a speaker without a connection is told to sign in again, or to contact us after many attempts', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  window.history.replaceState(null, '', '/pia/talk/speaker')
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const show = (
    refused: LiveRefusal | null,
    connection: LiveSnapshot['connection'] = 'disconnected',
    unanswered = false,
  ) => {
    const live: LiveSnapshot = {
      state: null,
      fromOther: false,
      connection,
      status: connection === 'reconnect_failed' ? 'connection_lost' : 'none',
      retry: null,
      reconnectIn: null,
      subscribers: 0,
      unanswered,
      publishing: false,
      refused,
    }
    act(() => root.render(<ConnectionLine live={live} onTakeOver={() => {}} />))
    return { text: host.textContent?.trim(), href: host.querySelector('a')?.getAttribute('href') }
  }
  expect(show('sign-in')).toEqual({
    text: 'Please sign in again to go on',
    href: '/users/sign_in?return_to=%2Fpia%2Ftalk%2Fspeaker',
  })
  expect(show('forbidden')).toEqual({ text: 'You may no longer follow this presentation', href: undefined })
  const { text, href } = show(null, 'reconnect_failed')
  expect(text).toContain("Sorry, we're having trouble connecting. If the problem persists, contact us")
  expect(href).toBe('/help')
  // The socket still seems open, but moves get no answer.
  expect(show(null, 'connected', true).text).toBe('Attempting to reconnect')
  expect(show(null, 'connected').text).toContain('follow')
  act(() => root.unmount())
})
