import type { APIRequestContext, Page } from '@playwright/test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { makeOperator } from './support/operator.ts'
import { callAs, ownName, signUp } from './support/person.ts'

const plans =
  /\$\d|\b(plans?|pric(e|es|ing)|billing|upgraded?|subscri\w+|coupons?|receipts?|charged?|charges|seats?)\b/i

// One server for all.
test.describe.configure({ mode: 'default' })

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

async function publish(request: APIRequestContext, id: number, visibility: 'self' | 'all'): Promise<void> {
  const answer = await callAs(request, 'POST', `/api/v1/decks/${id}/publish.json`, { visibility }, server.baseUrl)
  expect(answer.status()).toBe(200)
}

/** A page's words, with those for screen readers, and the addresses of its links. */
interface Contents {
  readonly words: string
  readonly links: readonly string[]
}

/** Adds what is in a parsed page, hidden parts included, but no scripts and styles. */
function collect(node: DefaultTreeAdapterTypes.Node, into: { words: string[]; links: string[] }): void {
  if (node.nodeName === '#text') into.words.push((node as DefaultTreeAdapterTypes.TextNode).value)
  if (!('childNodes' in node) || ['script', 'style'].includes(node.nodeName)) return
  for (const { name, value } of 'attrs' in node ? node.attrs : []) {
    if (['aria-label', 'title', 'placeholder'].includes(name)) into.words.push(value)
    if (name === 'href' && node.nodeName === 'a') into.links.push(value)
  }
  for (const child of 'content' in node ? node.content.childNodes : node.childNodes) collect(child, into)
}

/** Contents of a page of this host as the server sends it; null for a redirect, which may lead to another host. */
async function sentContents(page: Page, path: string): Promise<Contents | null> {
  const html = await page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
    return answer.type === 'opaqueredirect' ? null : answer.text()
  }, path)
  if (html === null) return null
  const found = { words: [] as string[], links: [] as string[] }
  collect(parse(html), found)
  return { words: found.words.join('\n'), links: found.links }
}

/** What the page shows, in the document, its attributes for screen readers and its open popups. */
async function shownContents(page: Page): Promise<Contents> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
    const names = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    const links = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
    return { words: [document.title, document.body.innerText, ...names].join('\n'), links }
  })
}

function expectNone({ words, links }: Contents, place: string): void {
  expect([place, plans.exec(words)?.[0] ?? null]).toEqual([place, null])
  expect([place, links.filter((link) => /\/pricing|\/account\//.test(link))]).toEqual([place, []])
}

async function expectNoPlans(page: Page, place: string): Promise<void> {
  expectNone(await shownContents(page), place)
}

/**
 * Kinds of pages that were rendered; queries and help topics make no kind. Users come first: their pages have the most
 * scripts.
 */
const rendered = new Set<string>()

/** Whether no page of this kind was rendered before. */
function isNewKind({ hostname, pathname }: URL): boolean {
  const path = pathname.replace(/^\/help\/.+/, '/help/topic').replace(/^\/walker-[^/]+/, '/user')
  const kind = `${hostname === 'localhost' ? 'app' : 'team'} ${path}`
  const isNew = !rendered.has(kind)
  rendered.add(kind)
  return isNew
}

/** Opens a page and waits for its scripts. */
async function shownAt(page: Page, address: URL): Promise<Contents> {
  await page.goto(address.href)
  await expect(page.locator('html.loaded, html.deck-ready')).toBeVisible()
  return shownContents(page)
}

/**
 * All pages of a host that links lead to from the given ones, without files, the API's page and what is for developers.
 * Each page is checked as sent, and one of each kind also as rendered, with what its scripts show and link to.
 */
async function crawl(page: Page, from: readonly string[], origin = server.baseUrl): Promise<string[]> {
  const found = [...from]
  const seen = new Set<string>(from)
  for (const path of found) {
    const address = new URL(path, origin)
    const contents: Contents[] = []
    if (page.url() === 'about:blank' || new URL(page.url()).origin !== origin) await page.goto(`${origin}/about`)
    const sent = await sentContents(page, path)
    if (sent) contents.push(sent)
    if (!sent || isNewKind(address)) contents.push(await shownAt(page, address))
    // The changelog describes all releases of the program.
    if (path !== '/changelog') for (const one of contents) expectNone(one, path)
    for (const link of contents.flatMap(({ links }) => links)) {
      const url = new URL(link, origin + path)
      const next = url.pathname + (url.pathname === '/explore' ? '' : url.search)
      const isPage =
        url.origin === origin && !/^\/(api|assets|brand|d|dev|users\/sign_out)(\/|$)|\.\w+$/.test(url.pathname)
      if (!isPage || seen.has(next)) continue
      seen.add(next)
      found.push(next)
    }
  }
  return found
}

test('an instance without billing shows no price and no plan on any page, to visitors and to users', async ({
  openBrowser,
}) => {
  const user = await openBrowser({ baseURL: server.baseUrl })
  const { username } = await signUp(user.request, {}, server.baseUrl)
  const deck = await makeDeck(user.request, 'Seen by all', ['One slide'], {}, server.baseUrl)
  await publish(user.request, deck.id, 'all')
  const page = await user.newPage()
  const asUser = await crawl(page, ['/', `/${username}`, `/${username}?tab=trash`, '/users/edit', deck.path])
  expect(asUser).toEqual(expect.arrayContaining([`${deck.path}/edit`, '/users/edit', '/help/private-links']))
  const visitor = await (await openBrowser({ baseURL: server.baseUrl })).newPage()
  const asVisitor = await crawl(visitor, ['/', `/${username}`, deck.path])
  expect(asVisitor.length).toBeGreaterThan(15)
})

test('the pages of a team and the console of an instance without billing show no price and no plan', async ({
  openBrowser,
}) => {
  const context = await openBrowser({ baseURL: server.baseUrl })
  const account = await signUp(context.request, {}, server.baseUrl)
  makeOperator(account, server)
  const page = await context.newPage()
  await page.goto('/teams/new')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(ownName('unpaid'))
  await page.getByRole('button', { name: 'Found the team' }).click()
  await expect(page).toHaveURL(/^http:\/\/[a-z0-9-]+\.localhost:\d+\/$/)
  const inTeam = await crawl(page, ['/', '/edit', '/edit_members?list=deactivated'], new URL(page.url()).origin)
  expect(inTeam).toEqual(expect.arrayContaining(['/edit', '/edit_members']))
  for (const section of ['', '/users', '/teams', '/decks', '/settings']) {
    await page.goto(`${server.baseUrl}/admin${section}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoPlans(page, `/admin${section}`)
  }
})

test('panels, menus and dialogs of an instance without billing offer no plan', async ({ openBrowser }) => {
  const context = await openBrowser({ baseURL: server.baseUrl })
  await signUp(context.request, {}, server.baseUrl)
  const { id, path } = await makeDeck(context.request, 'All of it', ['One slide'], {}, server.baseUrl)
  await publish(context.request, id, 'self')
  const page = await context.newPage()

  await page.goto('/about')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await expectNoPlans(page, 'the header menu')

  await page.goto(path)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /private link/i }).first()).toBeVisible()
  await expectNoPlans(page, 'private links')

  await page.goto(`${path}/edit`)
  await page.getByRole('button', { name: 'Visibility: Private' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Public' })).toBeVisible()
  await expectNoPlans(page, 'the menu of visibilities')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Deck' }).click()
  await expect(page.getByRole('group', { name: 'Color' }).or(page.getByText('Transitions')).first()).toBeVisible()
  await expectNoPlans(page, 'the deck panel')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('plan')
  await expect(page.getByRole('option').filter({ hasText: 'Plans' })).toHaveCount(0)
})
