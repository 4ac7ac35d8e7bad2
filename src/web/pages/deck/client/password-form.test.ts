// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passwordPage } from '../password-page.ts'
import { enablePasswordForm } from './password-form.ts'

const reload = vi.fn()
/** The status of the next answer; 0: none comes. */
let status = 401
const asked: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload, href: 'http://localhost/pia/talk?token=abc' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    if (status === 0) throw new TypeError('offline')
    return { ok: status < 300, status, text: async () => '' }
  })
  reload.mockClear()
  asked.length = 0
  document.body.innerHTML = passwordPage({ token: 'abc', elsewhere: false }).body('', '')
  enablePasswordForm({ token: 'abc' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const find = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as E
const message = () => find('[data-message]').textContent
const wobbles = () => find('[data-lock]').classList.contains('wobble')

async function give(password: string, answer: number): Promise<void> {
  status = answer
  find<HTMLInputElement>('input').value = password
  find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(0)
}

test('wrong passwords are answered in order, and from the first again after the fourth', async () => {
  const heard: (string | null)[] = []
  for (let n = 0; n < 5; n++) {
    await give(`wrong ${n}`, 401)
    heard.push(message())
    expect(wobbles()).toBe(true)
  }
  expect(heard).toEqual([
    ...['Wrong password, please try again', 'Still wrong, give it another try', 'That one was wrong too', 'Nope'],
    'Wrong password, please try again',
  ])
  expect(asked[0]?.url).toBe('/access_tokens/abc.json')
  expect([asked[0]?.init.method, asked[0]?.init.body]).toEqual(['PUT', '{"access_token":{"password":"wrong 0"}}'])
})

test('after too many tries the last of them is said', async () => {
  await give('x', 429)
  expect([message(), wobbles()]).toEqual(['Nope', true])
})

test('an empty password is not sent', async () => {
  await give('', 204)
  expect([message(), asked.length]).toEqual(['Required', 0])
})

test('the right one ends in a farewell, and 600 ms later in the deck', async () => {
  await give('sesame', 204)
  expect([find('[data-password-view]').classList.contains('outro'), reload.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(599)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('a link that is gone says so by its own page; a lost answer is no wrong password', async () => {
  await give('x', 0)
  expect(message()).not.toMatch(/password|Nope/i)
  await give('x', 401)
  expect(message()).toBe('Wrong password, please try again')
  await give('x', 404)
  expect(reload).toHaveBeenCalledOnce()
})
