// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeckPage } from '../../../../api/deck-pages/page-data.ts'
import { testSite } from '../../../../testing/test-site.ts'
import { isDismissed } from '../../../frame/warning-dismissal.ts'
import { showPage } from '../show-page.ts'
import { enableWarning } from './warning-bar.ts'

const viewer: DeckPage['viewer'] = {
  ...{ username: 'ada', name: null, pictureUrl: '/p', plan: 'free', manuallyUpgraded: false, operator: false },
  ...{ team: null, billing: false, baseUrl: 'http://localhost:3000' },
}

/** The markup of a deck's page. */
function markup(viewer: DeckPage['viewer'], warning: string | null): string {
  const data: DeckPage = {
    ...{ baseUrl: 'http://localhost:3000', site: { ...testSite, warning }, viewer, team: null },
    ...{ forkedFrom: null, token: null },
    ...{ counts: { views: '', kudos: '' }, outline: [], notes: null, reading: null },
    deck: {
      ...{ id: 7, slug: 'bees', title: 'Bees', description: '', visibility: 'all', slideCount: 2, kudoed: false },
      ...{ suspension: null, sharingUrl: '/t', publishedAt: null, updatedAt: '2026-01-01T00:00:00.000Z' },
      owner: { username: 'ada', name: 'Ada', pictureUrl: '/p', teamSlug: null },
    },
    frame: {
      url: 'http://d-7.localhost/d/1/x',
      origin: 'http://d-7.localhost',
      sandbox: '',
      ownOrigin: true,
      slide: { width: 960, height: 700 },
    },
    capabilities: {
      comments: false,
      ...{ edit: false, fork: 'no', kudo: 'no', visibilities: null, mayBePrivate: true, people: false, review: false },
      ...{ analytics: false, export: false, share: { isOwner: false, ownerPlan: 'free', publicAllowed: true } },
    },
  }
  return showPage(data).body('', '')
}

/** Loads a deck's page; returns its bar while it is shown. */
function load(warning: string): HTMLElement | null {
  document.body.innerHTML = markup(viewer, warning).replace(/<(iframe|script)[\s\S]*?<\/\1>/g, '')
  enableWarning()
  return document.querySelector<HTMLElement>('[data-warning]:not([hidden])')
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  window.localStorage.clear()
})

test('the operator’s message is on the deck pages of signed-in users only, if one is set', () => {
  expect(markup(viewer, 'Closed on <Sunday>')).toContain('Closed on &lt;Sunday&gt;')
  expect(markup(null, 'Closed on Sunday')).not.toContain('Closed on')
  expect(markup(viewer, null)).not.toContain('data-warning')
})

test('the message on a deck’s page is dismissed for all pages, until the operator changes it', () => {
  const bar = load('Closed on Sunday & Monday')
  expect(bar?.textContent).toBe('Closed on Sunday & Monday')
  bar?.querySelector('button')?.click()
  expect(document.querySelector('[data-warning]')).toBeNull()
  expect(isDismissed('Closed on Sunday & Monday')).toBe(true)
  expect(load('Closed on Sunday & Monday')).toBeNull()
  expect(load('Closed on Tuesday')).not.toBeNull()
})
