import { describe, expect, test } from 'vitest'
import { offeredPlan, planOffers, storageOffer } from './plan-offers.ts'
import {
  newDeckVisibility,
  type Privilege,
  planAllows,
  planFlags,
  planOf,
  plans,
  privileges,
  smallestPlanWith,
} from './plans.ts'
import { prices } from './prices.ts'
import { isReservedName, reservedNames, unreservedSegments } from './reserved-names.ts'
import { validateUsername } from './validators.ts'

describe('the privileges of each plan', () => {
  // In the order free, lite, pro, enterprise.
  const table: Record<Privilege, readonly boolean[]> = {
    privateDecks: [false, true, true, true],
    hideEmbedFooter: [false, true, true, true],
    proColors: [false, true, true, true],
    privateLinks: [false, false, true, true],
    customCss: [false, false, true, true],
    team: [false, false, false, true],
  }
  test.each(Object.entries(table) as [Privilege, readonly boolean[]][])('%s', (privilege, row) => {
    expect(plans.map((plan) => planAllows(plan, privilege))).toEqual(row)
    expect(smallestPlanWith(privilege)).toBe(plans[row.indexOf(true)])
  })
  test('a locked feature names the smallest plan that includes it', () => {
    expect([offeredPlan('proColors'), offeredPlan('customCss'), offeredPlan('team')]).toEqual(['Lite', 'Pro', 'Team'])
    expect(planOffers.privateDecks.text).toContain('With Lite, from $5 a month')
  })
  test('a full storage offers the next plan with more of it, and nothing to those who have the most', () => {
    expect(plans.map((plan) => storageOffer(plan)?.text.match(/with (\w+)/)?.[1] ?? null)).toEqual([
      'Lite',
      'Pro',
      null,
      null,
    ])
    expect(storageOffer('free')?.text).toBe('Remove some images, or have 2 GB with Lite, from $5 a month.')
  })
  test('every offer names a plan that has what it offers, and links the plans', () => {
    for (const [privilege, offer] of Object.entries(planOffers)) {
      expect(offer.text).toContain(`${offeredPlan(privilege as Privilege)}, from $`)
      expect([offer.action, offer.address]).toEqual(['See the plans', '/pricing'])
    }
  })
  test('a user has exactly one plan, and its flags match', () => {
    expect(plans.map(planFlags)).toEqual([
      { paid: false, lite: false, pro: false, enterprise: false },
      { paid: true, lite: true, pro: false, enterprise: false },
      { paid: true, lite: false, pro: true, enterprise: false },
      { paid: true, lite: false, pro: false, enterprise: true },
    ])
    expect(plans.map((plan) => planOf(planFlags(plan)))).toEqual(plans)
  })
  test('new decks are private where the plan allows it', () => {
    expect(plans.map(newDeckVisibility)).toEqual(['all', 'self', 'self', 'self'])
  })
  test('larger plans have more storage, and a year costs less than twelve months', () => {
    expect(plans.map((plan) => privileges[plan].storage)).toEqual([250e6, 2e9, 10e9, 10e9])
    for (const plan of plans.slice(1)) expect(prices[plan].yearly).toBeLessThan(prices[plan].monthly * 12)
  })
})

describe('names used in URLs are reserved', () => {
  test.each(['explore', 'Users', 'api', 'socket-io', 'new', 'd-abc', 'admin', 'www', 'handoff', 'oembed'])(
    '%s',
    (name) => {
      expect(isReservedName(name)).toBe(true)
    },
  )
  test.each(['ada', 'dora', 'explorer', 'd_x'])('%s is free', (name) => expect(isReservedName(name)).toBe(false))
  test('a first path segment that is not reserved is reported', () => {
    const paths = [
      '/',
      '/explore',
      '/users/:id.json',
      '/:username/:slug',
      '/brandnew/x',
      '/about.html',
      '/socket.io/',
      '/x',
    ]
    expect(unreservedSegments(paths)).toEqual(['brandnew'])
  })
  test('the list contains names in lower case, as they are compared', () => {
    for (const name of reservedNames) expect(name).toBe(name.toLowerCase())
    expect([...reservedNames].filter((name) => name.length > 1 && validateUsername(name) !== null)).toEqual([])
  })

  test('possible names of pages and their parts are reserved, regardless of case', () => {
    const words = 'password invitation uploads ws embed export speaker fullscreen review trash blog comments'
    const names = [...words.split(' '), 'slide_templates', 'brand', 'sw', 'Password', 'WS']
    expect(names.filter((name) => !isReservedName(name))).toEqual([])
    expect(isReservedName('ada')).toBe(false)
  })
})
