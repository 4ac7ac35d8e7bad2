// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overrideDevice } from './device.ts'
import { openPage } from './open-page.tsx'

const failures = { opening: 'It could not be opened.', later: 'It broke off.' }

beforeEach(() => {
  vi.stubGlobal('reportError', vi.fn())
  overrideDevice('computer')
  document.body.innerHTML = '<div id="app">Waiting</div><script id="page-data" type="application/json">{}</script>'
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const app = () => document.getElementById('app')!

function Fragile() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('a broken window')
  return (
    <button type="button" onClick={() => setBroken(true)}>
      Break
    </button>
  )
}

test('a page that breaks later shows an error with a reload button, and is never empty', async () => {
  await openPage(failures, async () => <Fragile />)
  await expect.poll(() => app().textContent).toBe('Break')
  app().querySelector('button')!.click()
  await expect.poll(() => app().querySelector('button')?.textContent).toBe('Reload')
  expect(app().querySelector('[role="alert"]')?.textContent).toBe('It broke off.')
  expect(reportError).toHaveBeenCalledOnce()
})

test('a page that cannot be opened shows an error', async () => {
  await openPage(failures, () => Promise.reject(new Error('no session')))
  expect(app().querySelector('[role="alert"]')?.textContent).toBe('It could not be opened.')
  expect(app().textContent).not.toContain('Waiting')
})
