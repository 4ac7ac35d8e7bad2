import type { Page } from '@playwright/test'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { faultsOf } from './support/accessibility.ts'
import { areFound, makeDeck } from './support/decks.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { ownName, type Person } from './support/person.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')

test('many results are paginated with stable URLs, and no results have a message', async ({
  newPerson,
  newVisitor,
}) => {
  const { context } = await newPerson()
  const word = ownName('osprey').replace('-', '')
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  await Promise.all(numbers.map((number) => makeDeck(context.request, `${word} ${number}`, ['It dives', 'It eats'])))
  await areFound(context.request, word, 10)
  const page = await newVisitor()
  await page.goto('/explore')
  const box = page.getByRole('searchbox', { name: 'Search decks' })
  await box.pressSequentially(word)
  await expect(page).toHaveURL(`/explore?search=${word}`)
  await expect(page.getByRole('status').filter({ hasText: `10 decks for “${word}”` })).toBeVisible()
  await expect(cards(page)).toHaveCount(8)
  const next = page.getByRole('navigation', { name: 'Pages of results' }).getByRole('link', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await next.click()
  await expect(page).toHaveURL(`/explore?search=${word}&page=2`)
  await expect(cards(page)).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await expect(box).toHaveValue(word)
  await page.goBack()
  await expect(cards(page)).toHaveCount(8)

  await box.fill(`${word}nowhere`)
  await expect(page.getByText(`Nothing found for “${word}nowhere”`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/explore')
})

test('going back while a page hydrates shows the previous page, without console messages', async ({ newVisitor }) => {
  const page = await newVisitor()
  // The URL changes as on Back, as soon as a listener is registered: before anything else can happen.
  await page.addInitScript(() => {
    const listen = window.addEventListener
    window.addEventListener = function (this: Window, ...given: Parameters<typeof listen>) {
      listen.apply(this, given)
      if (given[0] !== 'popstate' || !window.location.search.includes('recent')) return
      queueMicrotask(() => {
        window.history.replaceState(null, '', '/explore?sort=popular')
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
      })
    } as typeof listen
  })
  const current = page.getByRole('navigation', { name: 'Order' }).locator('[aria-current="page"]')
  await page.goto('/explore?sort=recent')
  await page.getByRole('searchbox').hover()
  await expect(current).toHaveText('Most liked')
  await expect(page.locator('[data-results]')).not.toHaveAttribute('aria-busy')
})

test('a failed search says so, and can be retried', async ({ newPerson, newVisitor, complaints }) => {
  // The response this test breaks.
  complaints.expect(/status of 500/)
  const { context } = await newPerson()
  const word = ownName('grebe').replace('-', '')
  await makeDeck(context.request, `The ${word}`, ['It dances', 'It dives'])
  await areFound(context.request, word, 1)
  const page = await newVisitor()
  await willIntercept(page)
  await page.goto('/explore')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.route(/\/search(\.json)?\?/, (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await page.getByRole('searchbox', { name: 'Search decks' }).fill(word)
  await expect(page.getByText('Failed to fetch search results')).toBeVisible()
  await page.unroute(/\/search(\.json)?\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(1)
})

/** The screens of this part, and their users. */
async function visitScreens(person: Person, visitor: Page, look: (page: Page, name: string) => Promise<void>) {
  const { page, username, context } = person
  const deck = await makeDeck(context.request, 'Rivers and lakes', ['They run', 'They rest'])
  const screens: readonly (readonly [Page, string, string])[] = [
    [visitor, 'home', '/'],
    [visitor, 'explore', '/explore'],
    [visitor, 'sign in', '/users/sign_in'],
    [visitor, 'sign up', '/users/sign_up'],
    [visitor, 'a deck', deck.path],
    [visitor, 'a page that is not there', '/nobody-has-this-name'],
    [page, 'own home', '/'],
    [page, 'profile', `/${username}`],
    [page, 'trash', `/${username}?tab=trash`],
    [page, 'account', '/users/edit'],
    [page, 'help', '/help'],
    [page, 'help topic', '/help/presenting'],
    [page, 'pricing', '/pricing'],
    [page, 'editor', `${deck.path}/edit`],
  ]
  for (const [who, name, path] of screens) {
    await test.step(name, async () => {
      await who.goto(path)
      await expect(who.locator('html.loaded')).toBeVisible()
      if (name === 'editor') await new EditorDriver(who).isOpen()
      await look(who, name)
    })
  }
}

test('no screen has a serious accessibility violation, in light and dark colors', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  test.setTimeout(240_000)
  complaints.expect(/status of 404/)
  const options = { colorScheme: 'light', reducedMotion: 'reduce' } as const
  await visitScreens(await newPerson({}, options), await newVisitor(options), async (page, name) => {
    expect(await faultsOf(page), name).toEqual({ light: [], dark: [] })
  })
})

test('on a phone nothing scrolls sideways', async ({ newPerson, newVisitor, complaints }) => {
  test.setTimeout(120_000)
  complaints.expect(/status of 404/)
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await visitScreens(await newPerson({}, options), await newVisitor(options), async (page, name) => {
    const widest = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement
      const wide = [...document.querySelectorAll('body *')].find(
        (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
      )
      return { scrollWidth, element: scrollWidth > window.innerWidth ? (wide?.outerHTML.slice(0, 200) ?? '') : '' }
    })
    expect(widest, name).toEqual({ scrollWidth: 390, element: '' })
  })
})
