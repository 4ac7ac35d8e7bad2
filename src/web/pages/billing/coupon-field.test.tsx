// @vitest-environment jsdom
import { act, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { type Coupon, CouponField } from './coupon-field.tsx'

/** Lookups that wait for their answer, by code. */
let asked: Map<string, () => void>
let paid: string[]
let screen: Awaited<ReturnType<typeof showScreen>>

async function lookUp({ params: { code } }: { params: { code: string } }): Promise<Coupon> {
  await new Promise<void>((resolve) => asked.set(code, resolve))
  if (code === 'WRONG') throw new ApiError(404, null)
  return { code, percent: 10, amount: null, periods: 1, description: `The discount of ${code}` }
}

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

beforeEach(async () => {
  ;[asked, paid] = [new Map(), []]
  screen = await showScreen(<Page />, { answers: { 'GET /account/coupons/:code': lookUp } })
})

const type = (code: string) => screen.type('Coupon code', code)
const apply = () => act(async () => screen.host.querySelector('button')?.click())
const answer = (code: string) => act(async () => asked.get(code)?.())
const submit = () => act(async () => screen.host.querySelector('form')?.requestSubmit())

test('the answer for a code that is no longer in the field is ignored', async () => {
  await type('A')
  await apply()
  await type('B')
  await apply()
  await answer('B')
  await answer('A')
  expect(screen.text()).toContain('The discount of B')
  expect(screen.text()).not.toContain('The discount of A')
  await type('C')
  await answer('A')
  expect(screen.text()).not.toContain('The discount')
})

test('a typed code is applied before it is paid with, so that the price is seen first', async () => {
  await type('A')
  await submit()
  await answer('A')
  expect([paid, screen.text()?.includes('The discount of A')]).toEqual([[], true])
  await submit()
  expect(paid).toEqual(['A at the price with A'])
})

test('nothing is paid with a code that is not valid, and without one the full price is', async () => {
  await type('WRONG')
  await submit()
  await answer('WRONG')
  expect([paid, screen.text()?.includes('This coupon is not valid')]).toEqual([[], true])
  await type('')
  await submit()
  expect(paid).toEqual([' at the price with none'])
})
