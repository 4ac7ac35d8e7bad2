import { EventEmitter } from 'node:events'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { inContext } from './create-export-browsers.ts'

test('a finished export stays finished although its page does not close', async () => {
  const page = { goto: async () => null, waitForSelector: async () => null }
  const close = () => Promise.reject(new Error('The browser hangs'))
  const context = Object.assign(new EventEmitter(), { route: async () => {}, newPage: async () => page, close })
  const browser = Object.assign(new EventEmitter(), { newContext: async () => context }) as unknown as Browser
  const { signal } = new AbortController()
  const document = {
    ...{ html: '', answer: async () => null, policy: '', ready: 'html', size: { width: 1, height: 1 } },
    ...{ whileLoading: async () => {}, signal },
  }
  expect(await inContext(browser, document, async () => 'file')).toEqual({ result: 'file', isClosed: false })
})
