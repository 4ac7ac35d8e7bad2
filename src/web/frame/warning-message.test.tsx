// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '../../api/client.ts'
import type { Viewer } from '../../api/pages/viewer.ts'
import { testSite } from '../../testing/test-site.ts'
import { SessionProvider } from '../data/session-context.tsx'
import { WarningMessage } from './warning-message.tsx'

const ada = { id: 1, username: 'ada', name: null, thumbnail_url: null, plan: 'free', team: null } as Viewer
const text = 'Maintenance on Sunday'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  window.localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

/** Loads a page; returns its text and a function that dismisses the message. */
function load(viewer: Viewer | null, warning: string | null) {
  const host = document.body.appendChild(document.createElement('div'))
  const site = { ...testSite, warning }
  const root = createRoot(host)
  act(() =>
    root.render(
      <SessionProvider viewer={viewer} site={site} api={{} as ApiClient}>
        <WarningMessage />
      </SessionProvider>,
    ),
  )
  const button = host.querySelector('button')
  return { said: host.textContent, dismiss: () => act(() => button?.click()), host }
}

test('the operator’s message is shown to signed-in users only, if one is set', () => {
  expect(load(ada, text).said).toContain(text)
  expect(load(null, text).said).toBe('')
  expect(load(ada, null).said).toBe('')
})

test('a dismissed message is not shown again in this browser until the operator changes it', () => {
  const first = load(ada, text)
  first.dismiss()
  expect(first.host.textContent).toBe('')
  expect(window.localStorage.getItem('lectern:warning')).toMatch(/^23\b/)
  expect(load(ada, text).said).toBe('')
  expect(load(ada, 'Another line').said).toContain('Another line')
})
