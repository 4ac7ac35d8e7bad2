// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { type HostPort, openHostPort } from './host-port.ts'
import type { UpMessage } from './messages.ts'

const origin = 'https://deck.example'
let port: HostPort | null = null

afterEach(() => {
  port?.close()
  document.body.replaceChildren()
})

function open() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.contentWindow!.location.replace('about:blank#deck')
  const received: UpMessage[] = []
  port = openHostPort({ frame, origin, receive: (message) => received.push(message) })
  const say = (data: unknown, source: MessageEventSource | null = frame.contentWindow) =>
    window.dispatchEvent(new MessageEvent('message', { data, source, origin }))
  return { frame, received, say }
}

describe('a page that shows a deck', () => {
  it('removes a deck that floods it with messages, and reports one error', () => {
    const { frame, received, say } = open()
    for (let count = 0; count < 1000; count += 1) say('x')
    expect(received).toEqual([])
    expect(frame.contentWindow!.location.href).toBe('about:blank#deck')
    for (let count = 0; count < 1000; count += 1) say('x')
    expect(received).toEqual([{ type: 'error', code: 'start-failed' }])
    expect(frame.contentWindow!.location.href).toMatch(/^about:blank#?$/)
  })
  it('removes a deck when a page inside it floods', () => {
    const { received, say } = open()
    const inner = document.body.appendChild(document.createElement('iframe'))
    for (let count = 0; count <= 1000; count += 1) say('x', inner.contentWindow)
    expect(received).toEqual([{ type: 'error', code: 'start-failed' }])
  })
  it('keeps the deck when the page itself sends many messages', () => {
    const { frame, received, say } = open()
    for (let count = 0; count < 3000; count += 1) say('x', window)
    expect(received).toEqual([])
    expect(frame.contentWindow!.location.href).toBe('about:blank#deck')
  })
})
