import { expect, test } from 'vitest'
import { readNewTeam } from '../team/load-new-team.ts'
import { planLink } from './plan-link.ts'

const free = { plan: 'free', manually_upgraded: false, team: null } as const
const member = {
  ...({ id: 1, role: 'member', slug: 'acme', allowsPublic: true, manuallyUpgraded: false } as const),
  url: 'http://acme.localhost:3000',
}
const labels = (viewer: Parameters<typeof planLink>[2]) =>
  (['free', 'lite', 'pro', 'enterprise'] as const).map((plan) => planLink(plan, 'yearly', viewer, true)?.label ?? null)

test('visitors sign up first, and return to the page of the plan they chose', () => {
  expect(planLink('pro', 'monthly', null, true)).toEqual({
    label: 'Choose Pro',
    to: '/users/sign_up?return_to=%2Faccount%2Fupgrade%3Fplan%3Dpro%26period%3Dmonthly',
  })
  expect(planLink('enterprise', 'monthly', null, true)?.to).toBe(
    '/users/sign_up?return_to=%2Fteams%2Fnew%3Fperiod%3Dmonthly',
  )
  expect(labels(null)).toEqual(['Start free', 'Choose Lite', 'Choose Pro', 'Start a team'])
})

test('signed-in users buy the plans they do not have, and see what they pay for their own', () => {
  expect(planLink('lite', 'yearly', free, true)?.to).toBe('/account/upgrade?plan=lite&period=yearly')
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

test('where no accounts can be created, visitors sign in', () => {
  const link = (plan: 'free' | 'lite' | 'enterprise') => planLink(plan, 'monthly', null, false)
  expect(link('free')).toBeNull()
  expect(link('lite')).toEqual({
    label: 'Sign in to choose Lite',
    to: '/users/sign_in?return_to=%2Faccount%2Fupgrade%3Fplan%3Dlite%26period%3Dmonthly',
  })
  expect(link('enterprise')?.label).toBe('Sign in to start a team')
})

test('a team is founded with the billing period that was chosen, also after signing up', () => {
  const read = (path: string) => readNewTeam(new URL(path, 'http://x'))
  for (const period of ['monthly', 'yearly'] as const) {
    const direct = planLink('enterprise', period, free, true)?.to ?? ''
    expect(read(direct).period).toBe(period)
    const signUp = new URL(planLink('enterprise', period, null, true)?.to ?? '', 'http://x')
    expect(signUp.searchParams.get('return_to')).toBe(read(direct).path)
  }
  expect(read('/teams/new').period).toBe('yearly')
  expect(read('/teams/new?period=weekly').period).toBe('yearly')
})
