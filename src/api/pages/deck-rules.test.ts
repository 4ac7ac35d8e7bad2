import { describe, expect, test } from 'vitest'
import { offeredVisibilities } from '../../rules/visibilities.ts'
import { deckRules, newDeckPlace, type Viewer } from './viewer.ts'

const team = (allowsPublic: boolean): Viewer['team'] => ({
  ...{ id: 7, role: 'member', slug: 'acme', allowsPublic, manuallyUpgraded: false },
  url: 'http://acme.localhost:3000',
})
const offered = (viewer: Pick<Viewer, 'team'>, ...place: [Parameters<typeof deckRules>[1]]) =>
  offeredVisibilities({ ...deckRules(viewer, ...place), visibility: 'self' })

describe('the visibilities that menus offer', () => {
  test('private and public for decks outside teams, on every plan', () => {
    for (const plan of ['free', 'lite', 'pro', 'enterprise'] as const)
      expect(offered({ team: null }, newDeckPlace({ plan, team: null }))).toEqual(['self', 'all'])
  })

  test('internal too for a team’s decks, until its plan ends', () => {
    const member = { plan: 'enterprise', team: team(true) } as const
    expect(offered(member, newDeckPlace(member))).toEqual(['self', 'team', 'all'])
    expect(offered(member, { plan: 'free', team_slug: 'acme' })).toEqual(['self', 'all'])
  })

  test('not public for decks of a team that allows none, and public for its members’ personal decks', () => {
    const member = { plan: 'enterprise', team: team(false) } as const
    expect(offered(member, newDeckPlace(member))).toEqual(['self', 'team'])
    expect(offered(member, { plan: 'enterprise', team_slug: null })).toEqual(['self', 'all'])
  })
})
