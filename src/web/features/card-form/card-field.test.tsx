// @vitest-environment jsdom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SandboxCard } from './sandbox-card.tsx'

const card = { provide: () => () => {} } as unknown as Parameters<typeof SandboxCard>[0]['card']

test('a card typed before the page’s script was ready is formatted, so that it is valid', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = renderToString(<SandboxCard card={card} />)
  const [number, expiry] = host.querySelectorAll('input')
  if (!number || !expiry) throw new Error('The form has no fields')
  number.value = '4242424242424242'
  expiry.value = '1239'
  let root: Root | undefined
  act(() => {
    root = hydrateRoot(host, <SandboxCard card={card} />)
  })
  expect([number.value, expiry.value]).toEqual(['4242 4242 4242 4242', '12 / 39'])
  expect(host.querySelector('[role="status"]')?.textContent).toBe('Visa')
  act(() => root?.unmount())
  vi.unstubAllGlobals()
})
