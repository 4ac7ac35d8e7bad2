import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { ApiClient } from '../api/client.ts'
import type { PageRequest } from '../api/pages/page-protocol.ts'
import type { Site } from '../api/pages/site.ts'
import type { Viewer } from '../api/pages/viewer.ts'
import { unreservedSegments } from '../rules/reserved-names.ts'
import { pageAnswers } from '../testing/page-answers.ts'
import { testSite } from '../testing/test-site.ts'
import { fullTitle, paths, renderErrorPage, renderPage } from './entry-server.tsx'

function api(refused: Readonly<Record<string, number>> = {}): ApiClient {
  return {
    async call({ path }) {
      const status = refused[path]
      if (status) throw new ApiError(status, 'Not found')
      return pageAnswers[path] as never
    },
  }
}

const viewer: Viewer = {
  id: 1,
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  thumbnail_url: null,
  plan: 'free',
  manually_upgraded: false,
  operator: false,
  team: null,
}

/** Pages of a team's host, and an owner of that team. */
const teamPaths: readonly string[] = ['/edit', '/edit_members', '/reactivate']
const hostTeam = { id: 4, slug: 'acme', name: 'Acme', logo_url: null, ended: false }
const endedTeam = { ...hostTeam, ended: true }
const owner: Viewer = {
  ...viewer,
  team: {
    ...{ id: 4, role: 'owner', slug: 'acme', allowsPublic: true, url: 'http://acme.localhost:3000' },
    manuallyUpgraded: false,
  },
}

/** A user to whom the page is open. */
function userOf(path: string): Viewer {
  if (path.startsWith('/admin')) return { ...viewer, operator: true }
  return teamPaths.includes(path) || path.startsWith('/themes') ? owner : viewer
}

function request(path: string, more: Partial<PageRequest> = {}): PageRequest {
  const baseUrl = 'http://localhost:3000'
  return {
    url: baseUrl + path,
    api: api(),
    viewer: null,
    site: testSite,
    team: path === '/reactivate' ? endedTeam : teamPaths.includes(path) ? hostTeam : null,
    ...more,
  }
}

async function draw(path: string, more: Partial<PageRequest> = {}) {
  const result = await renderPage(request(path, more))
  if (result.kind !== 'page') throw new Error(`${path} leads to ${result.location}`)
  return result
}

const samples = paths.map((path) =>
  path
    .replace(':username', 'ada')
    .replace(':topic', 'private-links')
    .replace(':id', '3')
    .replace(':section', 'users')
    .replace(/^\/report$/, '/report?deck_id=7'),
)

describe('a server-rendered page', () => {
  test.each(samples)('%s has one heading for visitors, or redirects them to the sign-in page', async (path) => {
    const result = await renderPage(request(path))
    if (result.kind === 'redirect') {
      expect(result).toMatchObject({ status: 302, location: `/users/sign_in?return_to=${encodeURIComponent(path)}` })
      return
    }
    expect(result.status).toBe(200)
    expect(result.body).toMatch(/<h1[^>]*>[^<]+/)
    expect(result.body.match(/<h1/g)).toHaveLength(1)
  })

  test.each(samples)('%s complies with the CSP: no inline style, no inline script, no event handler', async (path) => {
    for (const who of [null, userOf(path)]) {
      const result = await renderPage(request(path, { viewer: who }))
      if (result.kind === 'redirect') continue
      expect(result.body).not.toMatch(/<[^>]* (style|on\w+)=/)
      expect(result.body).not.toContain('<script')
    }
  })

  test('a part that is loaded later is left out: the browser would report what the server left unfinished', async () => {
    const { body } = await draw('/ada/bees/exports', { viewer })
    expect(body).toContain('Exported files are kept')
    expect(body).not.toContain('<!--$!-->')
  })

  test('text written by users is escaped', async () => {
    const { body } = await draw('/explore')
    expect(body).toContain('Bees &lt;script&gt;')
    expect((await draw('/ada')).body).toContain('Ada &lt;Lovelace&gt;')
  })
})

test('the contact form is prefilled with the signed-in user’s name and e-mail, and is empty for visitors', async () => {
  const typed = (body: string, name: string) =>
    new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body)?.[0].match(/ value="([^"]*)"/)?.[1] ?? ''
  const { body } = await draw('/contact', { viewer })
  expect([typed(body, 'name'), typed(body, 'email')]).toEqual(['Ada', 'ada@example.org'])
  expect(typed((await draw('/contact')).body, 'email')).toBe('')
})

describe('URLs', () => {
  test('the first path segment of every page is a reserved username', () => {
    expect(unreservedSegments(paths)).toEqual([])
  })

  test('an unknown username and an unknown URL return status 404 with an error page', async () => {
    for (const path of ['/nobody', '/a/b/c']) {
      const result = await draw(path, { api: api({ '/api/v1/users/:id': 404 }) })
      expect([path, result.status, result.meta.hidden]).toEqual([path, 404, true])
      expect(result.body).toContain('There is nothing at this lectern')
    }
  })

  test('an expired password reset link shows a message instead of the form', async () => {
    const path = '/users/password/edit?reset_password_token=x'
    expect((await draw(path)).body).toContain('New password')
    const { body, status } = await draw(path, { api: api({ '/users/password': 422 }) })
    expect([status, body]).toEqual([200, expect.stringContaining('This link has ended')])
    expect(body).not.toContain('New password')
    expect((await draw(path, { api: api({ '/users/password': 429 }) })).status).toBe(429)
  })

  test('the console is for operators: others get a 404, and so do unknown sections', async () => {
    const operator = { viewer: { ...viewer, operator: true } }
    const statuses = [
      ...[await draw('/admin', { viewer }), await draw('/admin/users', { viewer }), await draw('/admin', operator)],
      ...[await draw('/admin/toString', operator), await draw('/admin/x', operator)],
      await draw('/admin/coupons', { ...operator, site: { ...testSite, billing: false } }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 404, 404, 404])
  })

  test('only the owner can open the trash', async () => {
    expect((await draw('/ada?tab=trash')).status).toBe(404)
    expect((await draw('/ada?tab=trash', { viewer })).status).toBe(200)
  })

  test('the sign-in page redirects signed-in users to the page in return_to, on this site only', async () => {
    const result = await renderPage(request('/users/sign_in?return_to=%2Fexplore', { viewer }))
    expect(result).toMatchObject({ kind: 'redirect', location: '/explore' })
    const evil = await renderPage(request('/users/sign_in?return_to=%2F%2Fevil.example', { viewer }))
    expect(evil).toMatchObject({ kind: 'redirect', location: '/' })
  })

  test('pages offer sign-up where it is open or waits for the operator, and say why where it is not', async () => {
    const shown = async (site: Partial<Site>) => {
      const at = { site: { ...testSite, ...site } }
      const page = (await draw('/users/sign_up', at)).body
      const links = [await draw('/', at), await draw('/users/sign_in', at)].map(({ body }) =>
        body.includes('/users/sign_up'),
      )
      return [
        /<h1[^>]*>([^<]+)/.exec(page)?.[1],
        page.includes('name="setup_code"'),
        page.includes('name="email"'),
        ...links,
      ]
    }
    expect(await shown({})).toEqual(['Sign up', false, true, true, true])
    expect(await shown({ signUp: 'invitation' })).toEqual(['Sign-up is by invitation', false, false, true, true])
    expect(await shown({ signUp: 'closed' })).toEqual(['Sign-up is closed', false, false, false, false])
    expect(await shown({ signUp: 'closed', setup: true })).toEqual(['Set up this server', true, true, true, true])
  })
})

describe('an instance without billing', () => {
  const site = { ...testSite, billing: false }
  const words = /\$\d|\b(plans?|pric(e|es|ing)|billing|upgrade|subscri\w+|coupons?|receipts?)\b/i
  const withoutBilling = (path: string) => path === '/pricing' || path.startsWith('/account/')
  const textOf = (body: string) => body.replaceAll(/<[^>]*>/g, ' ')

  test.each(samples.filter(withoutBilling))('has no page %s', async (path) => {
    for (const who of [null, viewer]) expect((await draw(path, { site, viewer: who })).status).toBe(404)
  })

  // The changelog describes all releases of the program.
  test.each(samples.filter((path) => !withoutBilling(path) && path !== '/changelog'))(
    '%s has no price and no word of plans',
    async (path) => {
      for (const who of [null, { ...viewer, plan: 'enterprise' as const }]) {
        const result = await renderPage(request(path, { site, viewer: who }))
        if (result.kind === 'redirect') continue
        expect(words.exec(textOf(result.body))?.[0]).toBeUndefined()
        expect(result.body).not.toMatch(/href="\/(pricing|account)/)
      }
    },
  )

  test('is what makes the difference: with billing the words are there', async () => {
    expect(textOf((await draw('/terms')).body)).toMatch(words)
    expect((await draw('/')).body).toContain('/pricing')
    expect((await draw('/help')).body).toContain('/help/plans')
    expect((await draw('/help/plans', { site })).status).toBe(404)
  })
})

describe('titles, metadata and error states', () => {
  test('a search’s title has the term and it is not indexed, and a profile uses its user’s description', async () => {
    expect((await draw('/explore?search=bees')).meta).toMatchObject({ title: '“bees” – Explore', hidden: true })
    expect((await draw('/ada')).meta).toMatchObject({ description: 'Notes by the translator.', type: 'profile' })
    expect(fullTitle('Help', 'Lectern')).toBe('Help – Lectern')
    expect([fullTitle('Help', 'Acme'), fullTitle('', 'Acme')]).toEqual(['Help – Acme', 'Acme'])
  })

  const titles: Readonly<Record<string, string>> = {
    '/': 'Lectern: The open, self-hosted home for HTML slide decks',
    '/explore': 'Explore – Lectern',
    '/ada': 'Ada <Lovelace> – Lectern',
    '/ada/:slug/analytics': 'Analytics of Bees <script> – Lectern',
    '/ada/:slug/exports': 'Export Bees <script> – Lectern',
    '/users/edit': 'Settings – Lectern',
    '/users/sign_in': 'Sign in – Lectern',
    '/users/sign_on': 'Single sign-on – Lectern',
    '/users/sign_up': 'Sign up – Lectern',
    '/users/sign_out': 'Sign out – Lectern',
    '/users/password/new': 'A new password – Lectern',
    '/users/password/edit': 'A new password – Lectern',
    '/users/invitation/accept': 'Invitation – Lectern',
    '/users/email/confirm': 'Confirm your e-mail – Lectern',
    '/about': 'About Lectern – Lectern',
    '/changelog': 'Changelog – Lectern',
    '/terms': 'Terms – Lectern',
    '/privacy': 'Privacy – Lectern',
    '/help': 'Help – Lectern',
    '/help/private-links': 'Private links – Help – Lectern',
    '/contact': 'Contact us – Lectern',
    '/report?deck_id=7': 'Report a deck – Lectern',
    '/themes': 'Themes – Lectern',
    '/themes/3': 'Brand – Themes – Lectern',
    '/themes/3/preview': 'Preview of Brand – Lectern',
    '/admin': 'Console – Lectern',
    '/admin/users': 'Users – Console – Lectern',
    '/pricing': 'Pricing – Lectern',
    '/teams/new': 'A new team – Lectern',
    '/edit': 'Team settings – Lectern',
    '/edit_members': 'Members – Lectern',
    '/reactivate': 'Reactivate the team – Lectern',
    '/account/billing': 'Billing – Lectern',
    '/account/upgrade': 'Change the plan – Lectern',
    '/account/update_billing': 'Card – Lectern',
    '/account/confirm_payment': 'Confirm your payment – Lectern',
    '/account/update_billing_period': 'Billing period – Lectern',
    '/account/receipts/3': 'Receipt R-3 – Lectern',
  }
  test.each(samples)('%s has its document title', async (path) => {
    const asVisitor = await renderPage(request(path))
    const { meta } = asVisitor.kind === 'redirect' ? await draw(path, { viewer: userOf(path) }) : asVisitor
    expect(fullTitle(meta.title, testSite.name)).toBe(titles[path])
  })

  test('a failed search shows an error message on the page, with status 200', async () => {
    const result = await draw('/explore?search=x', { api: api({ '/api/v1/search': 500 }) })
    expect([result.status, result.body.includes('Failed to fetch search results')]).toEqual([200, true])
  })

  test('a page number beyond the results shows a message with a link to page 1', async () => {
    const nothing = { results: [], total: 8, page: 99, decks_per_page: 8, error: null }
    const answering: ApiClient = { call: async () => nothing as never }
    for (const [path, first] of [
      ['/explore?page=99', '/explore'],
      ['/explore?search=a&page=99', '/explore?search=a'],
    ] as const) {
      const { status, body } = await draw(path, { api: answering })
      expect([path, status]).toEqual([path, 200])
      expect(body).toContain('There is no page 99')
      expect(body).toMatch(new RegExp(`<a[^>]* href="${first.replace('?', '\\?')}"[^>]*>.*Go to page 1`))
      expect(body).not.toMatch(/Nobody has published|Nothing found|8 decks for/)
    }
  })

  test('a too long search term shows a link that clears it, and a term without words shows an explanation', async () => {
    const answering = (error: string | null): ApiClient => ({
      call: async () => ({ results: [], total: 0, page: 1, decks_per_page: 8, error }) as never,
    })
    const long = await draw(`/explore?search=${'x'.repeat(300)}`, { api: answering('At most 200 characters') })
    expect(long.body).toContain('At most 200 characters')
    expect(long.body).toMatch(/<a[^>]* href="\/explore"[^>]*>.*Clear the search/)
    expect(long.body).not.toContain('Try again')
    const sign = await draw('/explore?search=%22', { api: answering(null) })
    expect(sign.body).toContain('Searches look for words and numbers')
    expect((await draw('/explore?search=bees', { api: answering(null) })).body).toContain('Try fewer words')
  })

  test('the home page is shown without decks if loading them fails', async () => {
    expect((await draw('/', { api: api({ '/api/v1/search': 429 }) })).status).toBe(200)
  })

  test('statuses 400, 404, 422 and 500 have their own error pages', async () => {
    for (const [status, words] of [
      [400, 'This request is not clear'],
      [404, 'There is nothing at this lectern'],
      [422, 'That did not work'],
      [500, 'Something broke on our side'],
    ] as const) {
      const result = await renderErrorPage(request('/anything'), status, '')
      if (result.kind !== 'page') throw new Error('not a page')
      expect([result.status, result.body.includes(words)]).toEqual([status, true])
    }
  })
})

test('a page that is not for visitors offers them to sign in and come back, as links in mails need', async () => {
  const signIn = '/users/sign_in?return_to=%2Fada%2Fbees%2Freview%3Fcomment%3D5'
  const shownTo = async (who: PageRequest['viewer'], status: number) => {
    const result = await renderErrorPage(request('/ada/bees/review?comment=5', { viewer: who }), status, '')
    const main = result.kind === 'page' ? result.body.slice(result.body.indexOf('<main')) : ''
    return main.includes(`href="${signIn}"`)
  }
  expect(await shownTo(null, 404)).toBe(true)
  expect(await shownTo(viewer, 404)).toBe(false)
  expect(await shownTo(null, 500)).toBe(false)
})

test.each([
  ['/explore?search=bees', '/explore?search=bees'],
  ['/ada', '/ada'],
  ['/', null],
  ['/users/sign_up', null],
  ['/users/password/edit?reset_password_token=x', null],
  ['/users/sign_up?return_to=%2Fhelp%3Fa%3D1', '/help?a=1'],
])('the header of %s offers visitors to sign in and come back to %s', async (path, back) => {
  const { body } = await draw(path)
  const header = body.slice(body.indexOf('<header'), body.indexOf('</header>'))
  const links = [...header.matchAll(/href="(\/users\/sign_in[^"]*)"/g)].map(([, to]) => to)
  const wanted = back === null ? '/users/sign_in' : `/users/sign_in?return_to=${encodeURIComponent(back)}`
  // The second is the menu's, on phones.
  expect(links).toEqual([wanted, wanted])
})

test('the home page of the app’s host loads nothing of a team’s home, and the other way round', async () => {
  expect((await draw('/', { viewer })).sources).toEqual(['src/web/pages/home/home-page.tsx'])
  expect((await draw('/', { team: hostTeam })).sources).toEqual(['src/web/pages/team/team-home.tsx'])
})

test('each route’s source is the file its view imports, so that the first response links its styles', () => {
  const text = ['./routes.tsx', './theme-routes.ts', './deck-routes.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join()
  const pages = [...text.matchAll(/source: '([^']+)',\s+view: async \(\) => \(await import\('\.\/pages\/([^']+)'\)\)/g)]
  // The home page of a team's host has the path of the app's.
  expect(pages.length).toBe(paths.length + 1)
  for (const [, source, imported] of pages) expect(source).toBe(imported)
})
