// @vitest-environment jsdom
import { act, type ReactNode, type RefObject } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { DialogHost } from './dialogs/dialog-host.tsx'
import { confirmDialog, promptDialog } from './dialogs/dialog-store.ts'
import { earlyInputScript, replayEarlyInput } from './early-input.ts'
import { Moment } from './moment.tsx'
import { StorageMeter } from './storage-meter.tsx'

let root: Root
let host: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const dialog = () => document.querySelector('[role="dialog"]')
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === label) as HTMLButtonElement
const press = (label: string) => act(async () => button(label).click())

/** Types into a field so that React notices it. */
function type(field: HTMLInputElement, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  act(() => {
    set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('a dialog', () => {
  const question = { title: 'Delete it?', action: 'Delete', dangerous: true }

  test('resolves with its buttons, and Escape cancels', async () => {
    act(() => root.render(<DialogHost />))
    for (const [answer, expected] of [
      [() => press('Delete'), true],
      [() => press('Cancel'), false],
      [
        () =>
          act(async () => {
            const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
            document.activeElement?.dispatchEvent(key)
          }),
        false,
      ],
    ] as const) {
      let asked = Promise.resolve(false)
      await act(async () => {
        asked = confirmDialog(question)
      })
      expect(dialog()?.textContent).toContain('Delete it?')
      await answer()
      expect(await asked).toBe(expected)
    }
  })

  test('focuses the first field to fill in, else its first control, unless the dialog says otherwise', () => {
    const choice = <input type="radio" name="fate" defaultChecked />
    const focused = (content: ReactNode, initialFocus?: RefObject<HTMLButtonElement | null>) => {
      const shown = (open: boolean) =>
        act(() =>
          root.render(
            <Dialog {...{ open, initialFocus }} onClose={() => {}} title="A name">
              {content}
            </Dialog>,
          ),
        )
      shown(true)
      const { activeElement } = document
      const name = activeElement?.getAttribute('name') ?? activeElement?.getAttribute('aria-label')
      shown(false)
      return name
    }
    const send = { current: null as HTMLButtonElement | null }
    const sends = <button type="submit" ref={send} name="send" />
    expect([
      focused(
        <form>
          {choice}
          <input name="name" />
        </form>,
      ),
      focused(<form>{choice}</form>),
      focused(<p>Words</p>),
      focused(<textarea name="note" />),
      focused(
        <form>
          <input name="name" />
          {sends}
        </form>,
        send,
      ),
    ]).toEqual(['name', 'Close', 'Close', 'note', 'send'])
  })

  test('is canceled when a second dialog opens', async () => {
    act(() => root.render(<DialogHost />))
    let first = Promise.resolve(true)
    let second = Promise.resolve(true)
    await act(async () => {
      first = confirmDialog(question)
      second = confirmDialog({ ...question, title: 'And this?' })
    })
    expect(await first).toBe(false)
    await press('Cancel')
    expect(await second).toBe(false)
  })
})

test('a closing dialog does not take the focus back that it has restored', async () => {
  // Keeps the popup mounted, as its transition does in a browser.
  const fade = { finished: new Promise<Animation>(() => {}) } as Animation
  Element.prototype.getAnimations = () => [fade]
  try {
    const show = (open: boolean) =>
      act(async () =>
        root.render(
          <>
            <button type="button">Open</button>
            <Dialog open={open} onClose={() => {}} title="Links" />
          </>,
        ),
      )
    await show(false)
    button('Open').focus()
    await show(true)
    const popup = dialog() as HTMLElement
    expect(popup.contains(document.activeElement)).toBe(true)
    await show(false)
    expect([popup.isConnected, document.activeElement]).toEqual([true, button('Open')])
    act(() => popup.focus())
    expect(document.activeElement).toBe(button('Open'))
    await show(true)
    expect(popup.contains(document.activeElement)).toBe(true)
  } finally {
    Reflect.deleteProperty(Element.prototype, 'getAnimations')
  }
})

test('a dialog whose content throws shows an error, can be closed, and the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  function Content() {
    if (broken) throw new Error('broken')
    return <p>Content</p>
  }
  const closed = vi.fn()
  await act(async () =>
    root.render(
      <>
        <p>Page</p>
        <Dialog open onClose={closed} title="Links">
          <Content />
        </Dialog>
      </>,
    ),
  )
  expect(host.textContent).toBe('Page')
  expect(dialog()?.querySelector('[role="alert"]')?.textContent).toContain('could not be shown')
  await act(async () => dialog()?.querySelector<HTMLElement>('[aria-label="Close"]')?.click())
  expect(closed).toHaveBeenCalledOnce()
  broken = false
  await act(async () => dialog()?.querySelector<HTMLElement>('[role="alert"] button')?.click())
  expect(dialog()?.textContent).toContain('Content')
  vi.restoreAllMocks()
})

test('with a prompt counts down its characters, warns above 95 %, and returns the text', async () => {
  act(() => root.render(<DialogHost />))
  let asked: Promise<string | null> = Promise.resolve(null)
  await act(async () => {
    asked = promptDialog({
      title: 'Name',
      label: 'Name of the link',
      action: 'Create',
      maxLength: 100,
      validate: (value) => (value === '' ? 'Please give the link a name' : null),
    })
  })
  const field = dialog()?.querySelector('input') as HTMLInputElement
  const counter = () => document.getElementById(`${field.id}-counter`) as HTMLElement
  await act(async () => dialog()?.querySelector('form')?.requestSubmit())
  expect(dialog()?.textContent).toContain('Please give the link a name')
  type(field, 'x'.repeat(95))
  expect([counter().textContent, counter().className.includes('negative')]).toEqual(['5 characters left', false])
  type(field, 'x'.repeat(96))
  expect(counter().className).toContain('negative')
  await act(async () => dialog()?.querySelector('form')?.requestSubmit())
  expect(await asked).toBe('x'.repeat(96))
})

test('a storage meter announces its state, value and total', () => {
  act(() => root.render(<StorageMeter value={950_000} total={1_000_000} />))
  const frame = host.querySelector('[data-type="storage"]') as HTMLElement
  expect([frame.dataset.value, frame.dataset.total]).toEqual(['950000', '1000000'])
  expect(frame.textContent).toContain('950 KB of 1 MB used')
  expect(frame.querySelector('svg')?.getAttribute('class')).toContain('negative')
})

test('time stamps show the age, have the date as a tooltip, and update every two minutes', () => {
  vi.useFakeTimers({ now: Date.parse('2025-03-02T12:00:00Z') })
  act(() => root.render(<Moment time="2025-03-02T11:58:00Z" />))
  const time = host.querySelector('time') as HTMLTimeElement
  expect([time.textContent, time.title, time.dateTime]).toEqual([
    '2 minutes ago',
    'Mar 2nd, 2025',
    '2025-03-02T11:58:00.000Z',
  ])
  act(() => vi.advanceTimersByTime(120_000))
  expect(time.textContent).toBe('4 minutes ago')
})

test('a form submitted and a button clicked before the page was ready take effect once it is', () => {
  host.innerHTML =
    '<form method="post"><input name="password" value="x"></form><button type="button"><b>New</b></button>'
  const form = host.querySelector('form') as HTMLFormElement
  // As the browser runs the script of the head. A bare name may be of the document of a test before.
  const runInHead = new Function('addEventListener', earlyInputScript)
  runInHead(window.addEventListener.bind(window))
  host.querySelector('b')?.click()
  const early = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(early)
  expect(early.defaultPrevented).toBe(true)
  const sent = vi.fn((event: Event) => event.preventDefault())
  document.documentElement.classList.add('loaded')
  form.addEventListener('submit', sent)
  const clicked = vi.fn()
  host.querySelector('button')?.addEventListener('click', clicked)
  replayEarlyInput()
  replayEarlyInput()
  expect(sent).toHaveBeenCalledOnce()
  expect(clicked).toHaveBeenCalledOnce()
  document.documentElement.classList.remove('loaded')
})
