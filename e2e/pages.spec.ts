import { areFound, makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { ownName } from './support/person.ts'

test('the URL of a search follows what is typed, and restores the search', async ({ newPerson, newVisitor }) => {
  const { context } = await newPerson()
  const word = ownName('kingfisher').replace('-', '')
  await makeDeck(context.request, `The ${word}`, [`The ${word}`, 'It dives'])
  await areFound(context.request, word, 1)
  const visitor = await newVisitor()
  await visitor.goto('/explore')
  const box = visitor.getByRole('searchbox')
  await box.fill(word)
  await expect(visitor).toHaveURL(`/explore?search=${word}`)
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await expect(visitor.getByRole('link', { name: `The ${word}` })).toBeVisible()
  await visitor.reload()
  await expect(box).toHaveValue(word)
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await box.fill('')
  await expect(visitor).toHaveURL('/explore')
  await box.press('Enter')
  await expect(visitor.getByText('Please enter a search term')).toBeVisible()
})

test('a read-only page loads the app when something on it is clicked, and the click counts', async ({ newVisitor }) => {
  const page = await newVisitor()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const release = Promise.withResolvers<void>()
  await page.route(/\/app-core-.*\.js$/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(page.locator('html.loaded')).toBeVisible()
  const first = scripts.length
  expect(first).toBeLessThan(8)
  const logo = page.getByRole('button', { name: 'Lectern, menu' })
  const brand = page.getByRole('banner').getByRole('link', { name: 'Brand kit' })
  await test.step('its menus need no app', async () => {
    await logo.hover()
    await expect(brand).toBeVisible()
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(brand).toBeHidden()
    await logo.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(brand).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(brand).toBeHidden()
    await expect(logo).toBeFocused()
    expect(scripts).toHaveLength(first)
  })
  const dark = page.getByRole('radio', { name: 'Dark' })
  await page.getByText('Dark', { exact: true }).click()
  await expect(dark).not.toBeChecked()
  release.resolve()
  await expect(dark).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click()
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a page whose app cannot be loaded says so when something on it is pressed, and tries again at the next press', async ({
  newVisitor,
  complaints,
}) => {
  complaints.expect(/Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)/)
  const trouble = "Sorry, we're having trouble connecting. If the problem persists, contact us"
  const isApp = /\/app-core-.*\.js$/
  const ways = [
    { path: '/', word: 'Light', done: '[data-theme="light"]' },
    { path: '/explore', word: 'Dark', done: '[data-theme="dark"]' },
  ]
  for (const { path, word, done } of ways) {
    const page = await newVisitor()
    await page.route(isApp, (route) => route.abort())
    await page.goto(path)
    await expect(page.locator('html.loaded')).toBeVisible()
    const control = page.getByText(word, { exact: true })
    const said = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
    // Pointing at it tries, too, and says nothing.
    const tried = page.waitForEvent('requestfailed', (request) => isApp.test(request.url()))
    await control.hover()
    await tried
    await expect(said).toHaveCount(0)
    await control.click()
    await expect(said).toHaveText(trouble)
    await expect(said.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/help')
    await page.context().setOffline(true)
    await control.click()
    await expect(said).toHaveText(trouble)
    await page.context().setOffline(false)
    await page.unroute(isApp)
    if (path === '/') await page.getByRole('radio', { name: word }).press('Space')
    else await control.click()
    await expect(page.locator(done)).toBeVisible()
    await expect(said).toHaveCount(0)
  }
})

test('pages are readable without scripts', async ({ openBrowser }) => {
  const context = await openBrowser({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, words] of [
    ['/', 'Slides with the freedom of the web'],
    ['/explore', 'Explore'],
    ['/help', 'Your first deck'],
    ['/users/sign_in', 'Sign in'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

test('a user signed out elsewhere is told, and continues after signing in again', async ({ newPerson, complaints }) => {
  complaints.expect(/status of 40[13]/)
  const { page, context } = await newPerson()
  await page.clock.install()
  await page.goto('/help')
  await expect(page.locator('html.loaded')).toBeVisible()
  const cookies = await context.cookies()
  await context.clearCookies({ name: 'session' })
  await page.clock.runFor(61_000)
  const popup = page.getByRole('dialog', { name: 'Session expired' })
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await popup.getByRole('button', { name: 'Retry' }).click()
  await expect(popup).toBeVisible()
  await context.addCookies(cookies)
  // Signed in again in another tab: the next check detects it.
  await page.clock.runFor(61_000)
  await expect(popup).toHaveCount(0)
})

test('everything is reachable by keyboard: past the header, through a menu, and back to its button', async ({
  newPerson,
}) => {
  const { page, username } = await newPerson()
  await page.goto('/help')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const menu = page.getByRole('button', { name: `Menu of ${username}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Your decks' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'New deck' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('an anchor link scrolls to 20 px above its target, and the table of contents follows', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/terms')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'What is not allowed' }).click()
  const top = () => page.evaluate(() => document.getElementById('conduct')?.getBoundingClientRect().top ?? 0)
  await expect.poll(async () => Math.round(await top())).toBe(20)
  await expect(page).toHaveURL(/#conduct$/)
  await expect(contents.locator('[aria-current="location"]')).toHaveText('What is not allowed')
})

test('the help is searched by users’ own words, and each topic has its page with pictures', async ({
  newVisitor,
  complaints,
}) => {
  // The missing topic.
  complaints.expect(/status of 404/)
  const page = await newVisitor()
  await page.goto('/help')
  const topics = page.getByRole('list', { name: 'Topics' }).getByRole('listitem')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.getByLabel('Search the help').fill('speaker notes')
  await expect(topics).toHaveCount(1)
  await page.getByRole('link', { name: 'Presenting' }).click()
  await expect(page).toHaveURL('/help/presenting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presenting')
  const picture = page.getByRole('img', { name: /speaker view/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  await page.getByRole('navigation', { name: 'Other topics' }).getByRole('link', { name: 'Keyboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keyboard shortcuts')
  await page.getByRole('link', { name: 'All topics' }).click()
  await expect(page).toHaveURL('/help')
  await page.getByLabel('Search the help').fill('zzz')
  await expect(page.getByText('No topic has these words')).toBeVisible()
  expect((await page.goto('/help/no-such-topic'))?.status()).toBe(404)
})
