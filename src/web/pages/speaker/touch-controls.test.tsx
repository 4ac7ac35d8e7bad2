// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { TouchControls } from './touch-controls.tsx'

afterEach(() => vi.unstubAllGlobals())

test('while the screen is dark, the only touch control shows the slide again', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const done: string[] = []
  const show = (paused: boolean) => {
    const does = { onMove: (to: string) => void done.push(to), onResume: () => void done.push('resume') }
    act(() => root.render(<TouchControls stacked paused={paused} {...does} />))
    const buttons = [...host.querySelectorAll('button')]
    for (const button of buttons) act(() => button.click())
    return buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)
  }
  expect(show(false)).toEqual(['Previous', 'Up', 'Down', 'Next'])
  expect(done.splice(0)).toEqual(['prev', 'up', 'down', 'next'])
  expect(show(true)).toEqual(['Resume'])
  expect(done).toEqual(['resume'])
  act(() => root.unmount())
})
