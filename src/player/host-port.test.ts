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

describe('who looks at a deck', () => {
  it('keeps the page when the deck floods it with messages: the deck is taken away, once, and that is said', () => {
    const { frame, received, say } = open()
    for (let count = 0; count < 1000; count += 1) say('x')
    expect(received).toEqual([])
    expect(frame.contentWindow!.location.href).toBe('about:blank#deck')
    for (let count = 0; count < 1000; count += 1) say('x')
    expect(received).toEqual([{ type: 'error', code: 'start-failed' }])
    expect(frame.contentWindow!.location.href).toMatch(/^about:blank#?$/)
  })
  it('keeps the page when a page inside the deck does it', () => {
    const { received, say } = open()
    const inner = document.body.appendChild(document.createElement('iframe'))
    for (let count = 0; count <= 1000; count += 1) say('x', inner.contentWindow)
    expect(received).toEqual([{ type: 'error', code: 'start-failed' }])
  })
  it('keeps the deck when the page talks with itself, as much as it likes', () => {
    const { frame, received, say } = open()
    for (let count = 0; count < 3000; count += 1) say('x', window)
    expect(received).toEqual([])
    expect(frame.contentWindow!.location.href).toBe('about:blank#deck')
  })
})
