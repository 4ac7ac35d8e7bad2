// @vitest-environment jsdom
import { act, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ChoiceCards } from './choice-cards.tsx'

const cards = [
  { value: 'lite', title: 'Lite' },
  { value: 'pro', title: 'Pro' },
]

function Page() {
  const [plan, setPlan] = useState('lite')
  return (
    <>
      <ChoiceCards name="plan" legend="Plan" cards={cards} value={plan} onChange={setPlan} />
      <output>{plan}</output>
    </>
  )
}

test('a choice made before the page’s script was ready counts', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = renderToString(<Page />)
  const pro = host.querySelector<HTMLInputElement>('input[value="pro"]') as HTMLInputElement
  pro.click()
  expect(host.querySelector('output')?.textContent).toBe('lite')
  let root: Root | undefined
  act(() => {
    root = hydrateRoot(host, <Page />)
  })
  expect([host.querySelector('output')?.textContent, pro.checked]).toEqual(['pro', true])
  act(() => root?.unmount())
  vi.unstubAllGlobals()
})
