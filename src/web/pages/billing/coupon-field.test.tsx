// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/client.ts'
import { testSite } from '../../../testing/test-site.ts'
import { Form } from '../../../ui/form/form.tsx'
import { SessionProvider } from '../../data/session-context.tsx'
import { type Coupon, CouponField } from './coupon-field.tsx'

/** Lookups that wait for their answer, by code. */
let asked: Map<string, () => void>
let paid: string[]
let root: Root
let host: HTMLElement

const api = createApiClient(async ({ path }) => {
  const code = decodeURIComponent(/coupons\/([^.]+)/.exec(path)?.[1] ?? '')
  await new Promise<void>((resolve) => asked.set(code, resolve))
  if (code === 'WRONG') return { status: 404, text: '{}' }
  const coupon = { code, percent: 10, amount: null, periods: 1, description: `The discount of ${code}` }
  return { status: 200, text: JSON.stringify(coupon) }
})

function Page() {
  const [coupon, setCoupon] = useState<Coupon | null>(null)
  const pay = async ({ coupon_code = '' }: Record<string, string>) => {
    paid.push(`${coupon_code} at the price with ${coupon?.code ?? 'none'}`)
    return null
  }
  return (
    <Form onSubmit={pay}>
      <CouponField coupon={coupon} onChange={setCoupon} />
    </Form>
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  ;[asked, paid] = [new Map(), []]
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  act(() =>
    root.render(
      <SessionProvider viewer={null} site={testSite} api={api}>
        <Page />
      </SessionProvider>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

function type(code: string): void {
  const field = host.querySelector('input') as HTMLInputElement
  act(() => {
    field.value = code
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const apply = () => act(async () => host.querySelector('button')?.click())
const answer = (code: string) => act(async () => asked.get(code)?.())
const submit = () =>
  act(async () => {
    host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })

test('the answer for a code that is no longer in the field is ignored', async () => {
  type('A')
  await apply()
  type('B')
  await apply()
  await answer('B')
  await answer('A')
  expect(host.textContent).toContain('The discount of B')
  expect(host.textContent).not.toContain('The discount of A')
  type('C')
  await answer('A')
  expect(host.textContent).not.toContain('The discount')
})

test('a typed code is applied before it is paid with, so that the price is seen first', async () => {
  type('A')
  await submit()
  await answer('A')
  expect([paid, host.textContent?.includes('The discount of A')]).toEqual([[], true])
  await submit()
  expect(paid).toEqual(['A at the price with A'])
})

test('nothing is paid with a code that is not valid, and without one the full price is', async () => {
  type('WRONG')
  await submit()
  await answer('WRONG')
  expect([paid, host.textContent?.includes('This coupon is not valid')]).toEqual([[], true])
  type('')
  await submit()
  expect(paid).toEqual([' at the price with none'])
})
