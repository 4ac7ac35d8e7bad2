import { expect, test } from 'vitest'
import { planLink } from './plan-link.ts'

const free = { plan: 'free', manually_upgraded: false, team: null } as const
const member = {
  ...({ id: 1, role: 'member', slug: 'acme', allowsPublic: true, manuallyUpgraded: false } as const),
  url: 'http://acme.localhost:3000',
}
const labels = (viewer: Parameters<typeof planLink>[2]) =>
  (['free', 'lite', 'pro', 'enterprise'] as const).map((plan) => planLink(plan, 'yearly', viewer)?.label ?? null)

test('visitors sign up first, and return to the page of the plan they chose', () => {
  expect(planLink('pro', 'monthly', null)).toEqual({
    label: 'Choose Pro',
    to: '/users/sign_up?return_to=%2Faccount%2Fupgrade%3Fplan%3Dpro%26period%3Dmonthly',
  })
  expect(planLink('enterprise', 'yearly', null)?.to).toBe('/users/sign_up?return_to=%2Fteams%2Fnew%3Fperiod%3Dyearly')
  expect(labels(null)).toEqual(['Start free', 'Choose Lite', 'Choose Pro', 'Start a team'])
})

test('signed-in users buy the plans they do not have, and see what they pay for their own', () => {
  expect(planLink('lite', 'yearly', free)?.to).toBe('/account/upgrade?plan=lite&period=yearly')
  expect(labels(free)).toEqual([null, 'Choose Lite', 'Choose Pro', 'Start a team'])
  expect(labels({ ...free, plan: 'lite' })).toEqual([null, 'Your billing', 'Change to Pro', 'Start a team'])
  expect(labels({ ...free, plan: 'pro' })).toEqual([null, 'Change to Lite', 'Your billing', 'Start a team'])
})

test('users whose plan somebody else gives buy none, and a team’s member starts no second team', () => {
  const none = [null, null, null, null]
  expect(labels({ ...free, plan: 'pro', manually_upgraded: true })).toEqual(none)
  expect(labels({ ...free, plan: 'enterprise', team: member })).toEqual(none)
  expect(labels({ ...free, team: member })).toEqual([null, 'Choose Lite', 'Choose Pro', null])
})
