// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDeck } from '../../document/new-deck.ts'
import { messages } from '../../rules/messages.ts'
import { validateDeckSlug } from '../../rules/validators.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { overrideDevice } from '../../ui/device.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { createEditor } from '../state/editor.ts'
import { EditorContext } from '../state/use-editor.ts'
import { CheckedText } from './checked-text.tsx'

let root: Root
let host: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  overrideDevice('computer')
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  overrideDevice(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const input = () => host.querySelector('input') as HTMLInputElement
/** The messages at the field, one per line; null: no error. */
const message = () => {
  const alert = host.querySelector('[role=alert]')
  return alert && [...alert.children].map((line) => line.textContent)
}
const rule = 'Please enter a valid URL'
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function type(value: string) {
  act(() => {
    // React overrides the setter of `value` on the input; this calls the browser's.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), value)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Renders the address field of a deck whose owner has other decks at the addresses `taken`. */
function show(taken: readonly string[]) {
  const services = recordedServices()
  const editor = createEditor({ deck: setSettings({ slug: 'tides' })(newDeck()), services })
  const isFree = async (slug: string) => !taken.includes(slug)
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <CheckedText
          name="slug"
          label="Address"
          message={messages.deck.invalidSlug}
          validate={validateDeckSlug}
          isFree={isFree}
        />
      </EditorContext>,
    ),
  )
  return { editor, services, slug: () => editor.model.getState().deck.settings.slug }
}

test('an invalid address is reported 600 ms after the last key, and the message removed 300 ms after the correction', async () => {
  const { slug } = show(['ebb'])
  for (const [wrong, why] of [
    ['', [rule, 'Can not be empty']],
    ['a', [rule, 'At least 2 characters']],
    ['a b', [rule, 'No spaces please']],
    ['naïve', [rule, 'Can only contain: A-Z, 0-9, - and _']],
    [' new ', ["That one's already taken :("]],
    [' ebb ', ["That one's already taken :("]],
  ] as const) {
    type(wrong)
    await wait(599)
    expect(message()).toBeNull()
    await wait(1)
    expect(message()).toEqual(why)
    type('tides')
    await wait(300)
    expect(message()).toBeNull()
  }
  expect(slug()).toBe('tides')
})

test('a taken or invalid address is never saved, by Enter or by leaving the field', async () => {
  const { slug, services } = show(['ebb', 'flow'])
  type('ebb')
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await wait(0)
  expect([message(), slug()]).toEqual([["That one's already taken :("], 'tides'])
  type('flow')
  await wait(300)
  expect(message()).toEqual(["Sorry, that's taken too"])
  act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await wait(0)
  expect(slug()).toBe('tides')
  type('a b')
  act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await wait(0)
  expect([message(), slug()]).toEqual([[rule, 'No spaces please'], 'tides'])
  // The message is at the field, so there is no toast.
  expect(services.notices).toEqual([])
  type('neap')
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await wait(0)
  expect([message(), slug()]).toEqual([null, 'neap'])
})

test('undoing the address removes its message', async () => {
  const { editor, slug } = show([])
  act(() => editor.model.apply(setSettings({ slug: 'ebb' }), { undo: 'step', label: 'Address' }))
  type('a')
  await wait(600)
  expect(message()).toEqual([rule, 'At least 2 characters'])
  act(() => editor.model.undo())
  // Panels render an undo after the canvas was painted.
  await wait(100)
  expect([message(), slug(), input().value]).toEqual([null, 'tides', 'tides'])
})

test('closing a panel while the server checks an address leaves no unhandled rejection', async () => {
  const failures: unknown[] = []
  const fail = (reason: unknown) => void failures.push(reason)
  process.on('unhandledRejection', fail)
  const { slug } = show([])
  type('neap')
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  act(() => root.render(null))
  await wait(1)
  vi.useRealTimers()
  // Node reports unhandled rejections once all promises have settled.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', fail)
  expect([failures, slug()]).toEqual([[], 'neap'])
})

test('a refused address is reported in a toast if its panel closes, and a corrected one is not', async () => {
  const leave = () => act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  for (const [last, told] of [
    ['a b', [rule]],
    ['ebb', ["That one's already taken :("]],
    ['neap', []],
  ] as const) {
    const { services } = show(['ebb'])
    type('a')
    leave()
    type(last)
    await wait(600)
    leave()
    act(() => root.render(null))
    expect(services.notices, last).toEqual(told)
  }
})

test('spaces around a pasted address are allowed, and trimmed', async () => {
  const { slug } = show([])
  type(' neap ')
  await wait(600)
  expect(message()).toBeNull()
  act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect([slug(), input().value]).toEqual(['neap', 'neap'])
})

test('Escape discards the typed text, and nothing else', async () => {
  const { slug } = show([])
  const leave = () => act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  type('neap')
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  leave()
  await wait(600)
  expect([message(), slug(), input().value]).toEqual([null, 'tides', 'tides'])
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  type('ebb')
  leave()
  expect(slug()).toBe('ebb')
})

test('a pasted address that is too long stays whole, with the reason, and is not sent to the server', async () => {
  const { slug } = show([])
  type('a'.repeat(256))
  await wait(600)
  expect(input().value).toHaveLength(256)
  expect(message()).toEqual([rule, 'At most 255 characters'])
  act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await wait(0)
  expect(slug()).toBe('tides')
})
