// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'
import { headerMenu } from './header-menu.ts'
import { headerShows, watchHeader } from './header-visibility.ts'

const site: Site = { baseUrl: 'http://localhost:3000', warning: null, billing: true }
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
  ...{ id: 1, role, slug: 'acme', allowsPublic: true, url: 'http://acme.localhost:3000' },
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

  test('offers plans to users on the free plan, if the instance has billing', () => {
    expect(ids(ada)).toContain('upgrade')
    expect(ids({ ...ada, plan: 'pro' })).not.toContain('upgrade')
    expect(ids({ ...ada, manually_upgraded: true })).not.toContain('upgrade')
    expect(ids(ada, { ...site, billing: false })).not.toContain('upgrade')
  })

  test('shows a team’s pages to its managers only', () => {
    const managed = { ...ada, plan: 'enterprise' as const, team: team('admin') }
    expect(ids(managed)).toEqual(expect.arrayContaining(['themes', 'team', 'members']))
    expect(links(managed).find(({ id }) => id === 'members')?.to).toBe('http://acme.localhost:3000/edit_members')
    const member = ids({ ...managed, team: team('member') })
    for (const id of ['themes', 'team', 'members', 'upgrade']) expect(member).not.toContain(id)
  })
})

test('no menu links to a billing page, since there is none yet', () => {
  const viewers = [ada, { ...ada, plan: 'pro' as const }, { ...ada, plan: 'enterprise' as const, team: team('owner') }]
  for (const viewer of viewers) {
    for (const { to } of links(viewer)) expect(to).not.toMatch(/\/account\/|\/subscriptions|\/teams\/new/)
  }
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
