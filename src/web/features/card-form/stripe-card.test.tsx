// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { Form, type FormFailure } from '../../../ui/form/form.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useCard } from './use-card.ts'

/** The cards of Stripe's forms, newest last; each has its own intent. */
let forms: { card: string; onChange: () => void }[] = []
/** Held confirmations; null: they are answered at once. */
let held: (() => void)[] | null = null

vi.mock('./load-stripe.ts', () => ({
  loadStripe: async () => () => ({
    elements: () => {
      const form = { card: '', onChange: () => {} }
      forms.push(form)
      const on = (event: string, listener: () => void) => {
        if (event === 'change') form.onChange = listener
        if (event === 'ready') queueMicrotask(listener)
      }
      return { submit: async () => ({}), create: () => ({ mount() {}, destroy() {}, focus() {}, on }) }
    },
    confirmSetup: async () => {
      const id = `seti_${forms.length}_${forms.at(-1)?.card}`
      if (held !== null) await new Promise<void>((resolve) => held?.push(resolve))
      return { setupIntent: { id } }
    },
  }),
}))

let screen: Awaited<ReturnType<typeof showScreen>>
let sent: string[] = []
let answers: (FormFailure | null)[] = []

function Page() {
  const card = useCard()
  const pay = async () => {
    const token = await card.token()
    if (token === null) return null
    sent.push(token)
    return answers.shift() ?? null
  }
  return (
    <Form onSubmit={pay}>
      <StripeCard card={card} />
    </Form>
  )
}

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  ;[forms, sent, answers, held] = [[], [], [], null]
  const setup = () => ({ client_secret: 's', publishable_key: 'p' })
  screen = await showScreen(<Page />, { answers: { 'POST /subscriptions/setup': setup } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const submit = () => act(async () => screen.host.querySelector('form')?.requestSubmit())

async function enter(card: string): Promise<void> {
  const form = forms.at(-1)
  if (!form) throw new Error('No form is open')
  await act(async () => {
    form.card = card
    form.onChange()
  })
}

test('each refused card gives place to another one, also when all are refused alike', async () => {
  const declined = { fields: { token: 'Your card was declined' } }
  answers = [declined, declined, declined, null]
  for (const card of ['a', 'b', 'c', 'd']) {
    await enter(card)
    await submit()
  }
  expect(sent).toEqual(['seti_1_a', 'seti_2_b', 'seti_3_c', 'seti_4_d'])
})

test('a card stays when another field is refused, until it is replaced', async () => {
  const refused = { fields: { coupon_code: 'This coupon is not valid' } }
  answers = [refused, refused, null]
  await enter('a')
  await submit()
  await submit()
  expect(sent).toEqual(['seti_1_a', 'seti_1_a'])
  // The first change empties the form: its intent has taken a card already.
  await enter('b')
  expect(forms.length).toBe(2)
  await enter('b')
  await submit()
  expect(sent[2]).toBe('seti_2_b')
})

test('a card that is changed while it is confirmed is not charged', async () => {
  held = []
  await enter('a')
  await submit()
  await enter('b')
  await act(async () => held?.pop()?.())
  expect([sent, forms.length]).toEqual([[], 2])
})
