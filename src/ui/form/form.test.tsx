// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overrideDevice } from '../device.ts'
import { watchPointer } from '../pointer.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { Form, type FormProps } from './form.tsx'
import { SelectField } from './select-field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

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

function show(field: Partial<TextFieldProps>, form: Partial<FormProps> = {}) {
  const sent: Record<string, string>[] = []
  const onSubmit = async (values: Record<string, string>) => {
    sent.push(values)
    return null
  }
  act(() =>
    root.render(
      <Form onSubmit={onSubmit} {...form}>
        <TextField name="field" label="Field" {...field} />
      </Form>,
    ),
  )
  return sent
}

const input = () => host.querySelector('input') as HTMLInputElement
const error = () => host.querySelector('[data-invalid] [aria-live]')?.textContent ?? ''
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function type(value: string) {
  act(() => {
    input().value = value
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function submit() {
  await act(async () => {
    host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await vi.advanceTimersByTimeAsync(0)
  })
}

test('an error appears 600 ms after the last key, and disappears 300 ms after it is corrected', async () => {
  show({ type: 'email' })
  type('nobody')
  await wait(599)
  expect(error()).toBe('')
  await wait(1)
  expect(error()).toBe('Please enter a valid email')
  type('a@example.org')
  await wait(299)
  expect(error()).toBe('Please enter a valid email')
  await wait(1)
  expect(error()).toBe('')
})

test('on phones and tablets there is no validation while typing', async () => {
  overrideDevice('phone')
  show({ type: 'email' })
  type('nobody')
  await wait(5_000)
  expect(error()).toBe('')
})

const point = (what: string, buttons?: number) =>
  act(() => window.dispatchEvent(Object.assign(new Event(what), { buttons })))

test('no error comes or goes while the pointer is pressed, so a click is not lost by what moves', async () => {
  watchPointer()
  const leave = () => act(() => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  show({ type: 'email' })
  for (const [value, before, after] of [
    ['nobody', '', 'Please enter a valid email'],
    ['a@example.org', 'Please enter a valid email', ''],
  ] as const) {
    type(value)
    point('pointerdown', 1)
    leave()
    await wait(1_000)
    expect(error()).toBe(before)
    point('pointerup', 0)
    // The click comes before any timer.
    expect(error()).toBe(before)
    await wait(0)
    expect(error()).toBe(after)
  }
})

test.each([
  ['the pointer moves with no button pressed', 'pointermove', 0],
  ['a key is used', 'keyup', undefined],
])('a press whose release goes to a frame or a menu holds no error any more when %s', async (_, sign, buttons) => {
  watchPointer()
  show({ type: 'email' })
  point('pointerdown', 1)
  point('pointermove', 1)
  type('nobody')
  await wait(1_000)
  expect(error()).toBe('')
  point(sign, buttons)
  await wait(0)
  expect(error()).toBe('Please enter a valid email')
})

test('the press of another button than the main one, which opens a menu, holds no error', async () => {
  watchPointer()
  show({ type: 'email' })
  type('nobody')
  point('pointerdown', 2)
  await wait(600)
  expect(error()).toBe('Please enter a valid email')
})

test('a form with a blank required field is not submitted, and the field has an error', async () => {
  const sent = show({ required: true })
  await submit()
  expect(sent).toEqual([])
  expect(error()).toBe('Required')
  expect(document.activeElement).toBe(input())
  type('something')
  await submit()
  expect(sent).toEqual([{ field: 'something' }])
})

test('a form with noValidate is submitted without validation', async () => {
  const sent = show({ required: true }, { noValidate: true })
  await submit()
  expect(sent).toEqual([{ field: '' }])
})

test('taken names get different messages, and the user’s current name is never taken', async () => {
  show({ type: 'username', isAvailable: async () => false, accepted: 'ada' })
  for (const [name, message] of [
    ['bob', "That one's already taken :("],
    ['eve', "Sorry, that's taken too"],
    ['ada', ''],
  ] as const) {
    type(name)
    await wait(600)
    expect(error()).toBe(message)
  }
})

test('on blur, names become lower case and URLs get a scheme', async () => {
  show({ type: 'username', lowerCase: true })
  const leave = (value: string) => {
    type(value)
    act(() => {
      input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    return input().value
  }
  expect(leave('AbC')).toBe('abc')
  show({ type: 'optional-url' })
  expect(leave('example.com')).toBe('http://example.com')
})

test('a server error is shown at its field until the field changes', async () => {
  show({}, { onSubmit: async () => ({ fields: { field: 'Not this one' } }) })
  type('x')
  await submit()
  expect(error()).toBe('Not this one')
  type('y')
  expect(error()).toBe('')
})

test('server errors of no field are the form’s message, beside those at their fields', async () => {
  const fields = { field: 'Not this one', token: 'Your card was declined', other: 'Your card was declined' }
  show({}, { onSubmit: async () => ({ fields, message: 'Try again' }) })
  type('x')
  await submit()
  expect(error()).toBe('Not this one')
  expect(host.querySelector('[role="alert"]')?.textContent).toBe('Try again Your card was declined')
})

test('a select and a choice show their server errors until they change, and get the focus', async () => {
  const Fields = () => (
    <>
      <SelectField name="reason" label="Reason" options={[{ value: 'a', label: 'A' }]} />
      <ChoiceCards
        name="plan"
        legend="Plan"
        cards={[{ value: 'lite', title: 'Lite' }]}
        value="lite"
        onChange={() => {}}
      />
    </>
  )
  const fields = { reason: 'Choose one', plan: 'Not this plan' }
  act(() =>
    root.render(
      <Form onSubmit={async () => ({ fields })}>
        <Fields />
      </Form>,
    ),
  )
  await submit()
  const select = host.querySelector('select') as HTMLSelectElement
  const described = () => document.getElementById(select.getAttribute('aria-describedby') ?? '')?.textContent
  expect([described(), select.getAttribute('aria-invalid')]).toEqual(['Choose one', 'true'])
  expect(host.querySelector('fieldset')?.textContent).toContain('Not this plan')
  expect([document.activeElement, host.querySelector('[role="alert"]')?.textContent]).toEqual([select, ''])
  act(() => {
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(described()).toBe('')
})

test('submitting again first clears the errors of the last attempt', async () => {
  let answer: (failure: null) => void = () => {}
  const failures = [{ fields: { field: 'Not this one' }, message: 'No' }]
  show(
    {},
    {
      onSubmit: async () =>
        failures.pop() ??
        new Promise<null>((resolve) => {
          answer = resolve
        }),
    },
  )
  await submit()
  const shown = () => [error(), host.querySelector('[role="alert"]')?.textContent]
  expect(shown()).toEqual(['Not this one', 'No'])
  await submit()
  expect(shown()).toEqual(['', ''])
  await act(async () => answer(null))
})
