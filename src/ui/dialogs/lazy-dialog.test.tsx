// @vitest-environment jsdom
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyDialog } from './lazy-dialog.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

const Shown = ({ open }: Props) => (open ? <p>Here</p> : <p>Closed</p>)

/** A dialog on a page, whose code the test lets arrive. */
function openPage() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const code = Promise.withResolvers<ComponentType<Props>>()
  const load = vi.fn(() => code.promise)
  const onClose = vi.fn()
  const Lazy = lazyDialog(load)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const show = (open: boolean) => act(async () => root.render(<Lazy {...{ open, onClose }} />))
  return { code, load, onClose, place, show }
}

test('a dialog is loaded when it is first opened, and shown when its code is there', async () => {
  const { code, load, place, show } = openPage()
  await show(false)
  expect(load).not.toHaveBeenCalled()
  await show(true)
  expect(place.textContent).toBe('')
  await act(async () => code.resolve(Shown))
  expect(place.textContent).toBe('Here')
  await show(false)
  expect([place.textContent, load.mock.calls.length]).toEqual(['Closed', 1])
})

test('a dialog that is closed before its code is there stays closed, and can be opened again', async () => {
  const { code, place, show } = openPage()
  await show(true)
  await show(false)
  await act(async () => code.resolve(Shown))
  expect(place.textContent).toBe('')
  await show(true)
  expect(place.textContent).toBe('Here')
})

test('a dialog whose code cannot be loaded closes', async () => {
  const { code, onClose, show } = openPage()
  await show(true)
  await act(async () => code.reject(new Error('No network')))
  expect(onClose).toHaveBeenCalledTimes(1)
})
