// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../api/pages/viewer.ts'
import { testSite } from '../../testing/test-site.ts'
import { headerMenu } from './header-menu.ts'
import { headerShows, watchHeader } from './header-visibility.ts'

const site = testSite
const ada: Viewer = {
  id: 1,
  username: 'ada',
  name: null,
  email: 'ada@example.org',
  thumbnail_url: null,
  plan: 'free',
  manually_upgraded: false,
  operator: false,
  team: null,
}
const team = (role: 'owner' | 'admin' | 'member') => ({
  ...{ id: 1, role, slug: 'acme', allowsPublic: true, manuallyUpgraded: false, url: 'http://acme.localhost:3000' },
})
const links = (viewer: Viewer, where = site) => headerMenu(viewer, where).flat()
const ids = (viewer: Viewer, where = site) => links(viewer, where).map(({ id }) => id)

describe('the header menu', () => {
  test('links to decks, a new deck, settings, changelog and help for every user', () => {
    const to = Object.fromEntries(links(ada).map((link) => [link.id, link.to]))
    expect(to).toMatchObject({
      profile: '/ada',
      'new-deck': '/ada/new',
      settings: '/users/edit',
      changelog: '/changelog',
      help: '/help',
    })
  })

  test('has Billing for users who pay, Upgrade for others, and neither for plans that come by hand or with a team', () => {
    const shown = (viewer: Viewer, where = site) => ids(viewer, where).filter((id) => /^(billing|upgrade)$/.test(id))
    expect(shown(ada)).toEqual(['upgrade'])
    expect(shown({ ...ada, plan: 'lite' })).toEqual(['billing'])
    expect(shown({ ...ada, plan: 'pro' })).toEqual(['billing'])
    expect(shown({ ...ada, plan: 'enterprise', team: team('member') })).toEqual([])
    expect(shown({ ...ada, plan: 'pro', manually_upgraded: true })).toEqual([])
    expect(shown({ ...ada, manually_upgraded: true })).toEqual([])
    for (const plan of ['free', 'pro'] as const)
      expect(shown({ ...ada, plan }, { ...site, billing: false })).toEqual([])
    expect(links({ ...ada, plan: 'pro' }).find(({ id }) => id === 'billing')?.to).toBe('/account/billing')
    expect(links(ada).find(({ id }) => id === 'upgrade')?.to).toBe('/pricing')
  })

  test('leads a member of an ended team to the own billing page, not to that of the team’s host', () => {
    const own = links({ ...ada, plan: 'pro', team: team('owner') }).find(({ id }) => id === 'billing')
    expect(own).toMatchObject({ to: 'http://localhost:3000/account/billing', reload: true })
  })

  test('shows the console to operators only', () => {
    expect(ids(ada)).not.toContain('console')
    expect(links({ ...ada, operator: true }).find(({ id }) => id === 'console')?.to).toBe('/admin')
  })

  test('shows a team’s pages to its managers only', () => {
    const managed = { ...ada, plan: 'enterprise' as const, team: team('admin') }
    expect(ids(managed)).toEqual(expect.arrayContaining(['team', 'members']))
    expect(links(managed).find(({ id }) => id === 'members')?.to).toBe('http://acme.localhost:3000/edit_members')
    const member = ids({ ...managed, team: team('member') })
    for (const id of ['team', 'members', 'team-billing', 'upgrade']) expect(member).not.toContain(id)
  })

  test('shows the themes to managers of a team, and to everybody without billing', () => {
    const managed = { ...ada, plan: 'enterprise' as const, team: team('admin') }
    expect(links(managed).find(({ id }) => id === 'themes')?.to).toBe('/themes')
    for (const viewer of [ada, { ...managed, team: team('member') }]) {
      expect(ids(viewer)).not.toContain('themes')
      expect(ids(viewer, { ...site, billing: false })).toContain('themes')
    }
  })

  test('shows a team’s billing to managers, unless the operator gave the plan by hand or there is no billing', () => {
    const managed = { ...ada, plan: 'enterprise' as const, team: team('admin') }
    const link = links(managed).find(({ id }) => id === 'team-billing')
    expect(link).toMatchObject({ label: 'Billing details', to: 'http://acme.localhost:3000/account/billing' })
    const byHand = { ...managed, team: { ...team('admin'), manuallyUpgraded: true } }
    for (const shown of [ids(byHand), ids(managed, { ...site, billing: false })])
      expect(shown).not.toContain('team-billing')
  })
})

describe('the header', () => {
  test('is shown past 30 px of scroll, or with the mouse within 20 px of the top', () => {
    expect([headerShows(30, null), headerShows(31, null)]).toEqual([false, true])
    expect([headerShows(0, 19), headerShows(0, 20), headerShows(0, 21)]).toEqual([true, true, false])
  })

  test('is shown and hidden as the mouse moves, and stays shown while it has the focus', () => {
    document.body.innerHTML = '<header><a href="/">Home</a></header>'
    const header = document.querySelector('header') as HTMLElement
    const end = watchHeader(header)
    const move = (clientY: number) => {
      const event = new MouseEvent('pointermove', { clientY, bubbles: true })
      Object.defineProperty(event, 'pointerType', { value: 'mouse' })
      window.dispatchEvent(event)
      return header.dataset.shown
    }
    expect([move(19), move(21)]).toEqual(['true', 'false'])
    header.querySelector('a')?.focus()
    expect(header.dataset.shown).toBe('true')
    end()
  })
})
