// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passwordPage } from '../password-page.ts'
import { enablePasswordForm } from './password-form.ts'

const reload = vi.fn()
/** Status of the next answer; 0: no answer. */
let status = 401
const requests: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload, href: 'http://localhost/pia/talk?token=abc' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    if (status === 0) throw new TypeError('offline')
    return { ok: status < 300, status, text: async () => '' }
  })
  reload.mockClear()
  requests.length = 0
  document.body.innerHTML = passwordPage({ siteName: 'Heron', token: 'abc', elsewhere: false }).body('', '')
  enablePasswordForm({ token: 'abc' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const find = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as E
const message = () => find('[data-message]').textContent
const wobbles = () => find('[data-lock]').classList.contains('wobble')

async function submit(password: string, answer: number): Promise<void> {
  status = answer
  find<HTMLInputElement>('input').value = password
  find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(0)
}

test('wrong passwords get the four messages in turn', async () => {
  const shownMessages: (string | null)[] = []
  for (let n = 0; n < 5; n++) {
    await submit(`wrong ${n}`, 401)
    shownMessages.push(message())
    expect(wobbles()).toBe(true)
  }
  expect(shownMessages).toEqual([
    ...['Wrong password, please try again', 'Still wrong, give it another try', 'That one was wrong too', 'Nope'],
    'Wrong password, please try again',
  ])
  expect(requests[0]?.url).toBe('/access_tokens/abc.json')
  expect([requests[0]?.init.method, requests[0]?.init.body]).toEqual(['PUT', '{"access_token":{"password":"wrong 0"}}'])
})

test('after too many attempts the last message is shown', async () => {
  await submit('x', 429)
  expect([message(), wobbles()]).toEqual(['Nope', true])
})

test('an empty password is not sent', async () => {
  await submit('', 204)
  expect([message(), requests.length]).toEqual(['Required', 0])
})

test('the right password fades the view out, and the deck is loaded 600 ms later', async () => {
  await submit('sesame', 204)
  expect([find('[data-password-view]').classList.contains('outro'), reload.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(599)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('a removed link reloads the page, and a failed request is not reported as a wrong password', async () => {
  await submit('x', 0)
  expect(message()).not.toMatch(/password|Nope/i)
  await submit('x', 401)
  expect(message()).toBe('Wrong password, please try again')
  await submit('x', 404)
  expect(reload).toHaveBeenCalledOnce()
})
