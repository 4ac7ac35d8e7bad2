import { expect, test } from 'vitest'
import { HttpBrowser } from './http-browser.ts'
import { setUp } from './journeys.ts'

test('set-up waits for the line with the code, which the server prints after its first answers', async () => {
  const sent: unknown[] = []
  const browser = new HttpBrowser('http://localhost:3000')
  browser.call = async (_port, _method, _path, body) => {
    sent.push((body as { user: { setup_code?: string } }).user.setup_code)
    return { status: sent.length === 1 ? 422 : 201, text: '', type: '', body: { operator: true } } as never
  }
  let read = 0
  const written = ['', 'Lectern is ready\n', 'with this set-up code: ab', 'with this set-up code: ab-cd\n']
  await setUp(browser, { port: 3000, output: () => written[Math.min(read++, written.length - 1)] as string })
  expect(sent).toEqual([undefined, 'ab-cd'])
})
