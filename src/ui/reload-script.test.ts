import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadScript } from './reload-script.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page in whose head the script runs. `status`: of the server's answers; 0: it does not answer. */
function openPage({ isEmpty, status = 200 }: { isEmpty: boolean; status?: number }) {
  const server = { status }
  const listeners: ((event: { target: object }) => void)[] = []
  const opening = { textContent: 'Opening …', setAttribute: vi.fn() }
  const storage: Record<string, string> = {}
  const location = { reload: vi.fn() }
  const names = ['addEventListener', 'document', 'fetch', 'location', 'sessionStorage']
  new Function(...names, reloadScript)(
    (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    { querySelector: () => (isEmpty ? opening : null) },
    () => (server.status === 0 ? Promise.reject(new Error('Refused')) : Promise.resolve(server)),
    location,
    storage,
  )
  const fail = (type = 'module') => listeners[0]?.({ target: { type, src: '/assets/editor.js' } })
  return { server, location, opening, fail, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test.each([
  [0, 200],
  [502, 200],
  [503, 404],
])(
  'an empty page whose script could not be loaded reloads itself once the server answers, after %i with %i',
  async (down, up) => {
    const { server, location, opening, fail, wait } = openPage({ isEmpty: true, status: down })
    fail()
    await wait(10_000)
    expect([location.reload.mock.calls.length, opening.textContent]).toEqual([0, 'Lost connection to server'])
    expect(opening.setAttribute).toHaveBeenCalledWith('role', 'status')
    server.status = up
    await wait(1_000)
    expect(location.reload).toHaveBeenCalledTimes(1)
  },
)

test('a page whose script is broken does not reload itself all the time', async () => {
  const { location, fail, wait } = openPage({ isEmpty: true })
  for (const seconds of [2, 10]) {
    fail()
    await wait(seconds * 1_000)
  }
  expect(location.reload).toHaveBeenCalledTimes(1)
  await wait(30_000)
  expect(location.reload).toHaveBeenCalledTimes(2)
})

test('a page with content stays, and so does one that lacks a picture', async () => {
  const [full, empty] = [openPage({ isEmpty: false }), openPage({ isEmpty: true })]
  full.fail()
  empty.fail('')
  await full.wait(60_000)
  expect([full.location.reload.mock.calls, empty.location.reload.mock.calls]).toEqual([[], []])
})
