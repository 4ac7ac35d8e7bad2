import type { Page, Route } from '@playwright/test'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { type MadeDeck, makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, saveStatus } from './support/editing.ts'
import { refuse, willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

// Its saves are requests, which are held and counted here.
test.use({ sockets: false })

// Separate servers take time to start on a busy machine.
test.setTimeout(150_000)

/** The URL of saves. */
const saves = /\/api\/v1\/decks\/\d+(\.json)?$/

/** Opens a deck with one text and types into it; editing continues. */
async function openTyping(page: Page, deck: MadeDeck, server = ''): Promise<EditorDriver> {
  await willIntercept(page)
  const editor = await openEditor(page, `${server}${deck.path}/edit`)
  await editor.doubleClick({ x: 480, y: 260 })
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+End')
  return editor
}

/** Closes the page as a user would; returns whether the browser asked first. The page stays. */
async function isAskedBeforeLeaving(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(
    async (dialog) => {
      const isWarning = dialog.type() === 'beforeunload'
      await dialog.dismiss()
      return isWarning
    },
    () => false,
  )
  await page.close({ runBeforeUnload: true })
  return asked
}

test.describe('a server in trouble', () => {
  let server: RunningServer
  test.beforeEach(async () => {
    const timings = { autosave: 300, changesCheck: 150, saveTimeout: 4_000, firstThumbnail: 3_600_000 }
    server = await runServer({ env: { LECTERN_TIMINGS: JSON.stringify(timings) }, inMemory: true })
  })
  test.afterEach(() => server.dispose())

  test('a save without a response, and a restart during a save: it is reported, editing continues, and everything is saved once', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/net::ERR_/)
    await signUp(context.request, undefined, server.baseUrl)
    const deck = await makeDeck(context.request, 'Storms', ['One'], {}, server.baseUrl)
    const editor = await openTyping(page, deck, server.baseUrl)
    const version = async () =>
      (await (await context.request.get(`${server.baseUrl}/api/v1/decks/${deck.id}.json`)).json()).version as number

    await test.step('the server saves, and its response is lost', async () => {
      const before = await version()
      const arrived = Promise.withResolvers<void>()
      await page.route(saves, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        await route.fetch()
        arrived.resolve()
      })
      await page.keyboard.insertText(' two')
      await arrived.promise
      await expect(saveStatus(page)).toHaveText('Offline, kept on this device')
      await page.unroute(saves)
      await isSaved(page)
      expect(await version()).toBe(before + 1)
    })

    await test.step('the server goes down during a save, and comes back', async () => {
      const gone = Promise.withResolvers<void>()
      const killing = async (route: Route) => {
        await server.kill()
        await route.continue()
        gone.resolve()
      }
      await page.route(saves, killing, { times: 1 })
      await page.keyboard.insertText(' three')
      await gone.promise
      await page.keyboard.insertText(' four')
      await expect(saveStatus(page)).toHaveText('Offline, kept on this device')
      await server.start()
      await isSaved(page)
    })
    await editor.expectBlock(editor.blocks().first(), { text: 'One two three four' })
    expect(await storedSlides(context.request, deck, server.baseUrl)).toContain('One two three four')
  })
})

test('offline while typing: the text is kept, leaving warns, and it is saved automatically once online', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb'])
  const editor = await openTyping(page, deck)
  await context.setOffline(true)
  await page.keyboard.insertText(' and flow')
  await expect(saveStatus(page)).toHaveText('Offline, kept on this device')
  await page.keyboard.insertText(' and ebb')
  expect(await isAskedBeforeLeaving(page)).toBe(true)
  await expect(saveStatus(page)).toHaveText('Offline, kept on this device')
  await context.setOffline(false)
  await isSaved(page)
  await editor.expectBlock(editor.blocks().first(), { text: 'Ebb and flow and ebb' })
  expect(await storedSlides(context.request, deck)).toContain('Ebb and flow and ebb')
})

test('a slide that the server cleaned comes with the answer to its save: the caret and undo stay where they were', async ({
  newPerson,
}) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb tides'])
  const editor = await openTyping(page, deck)
  const downloads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/data.json')) downloads.push(request.url())
  })
  await page.route(saves, async (route) => {
    const sent = route.request().postData() ?? ''
    const dirty = sent.replace(/<p( style=[^>]*)?>/, '<p onclick=\\"x()\\" style=\\"text-align: right\\">')
    await (route.request().method() === 'PUT' ? route.continue({ postData: dirty }) : route.fallback())
  })
  await editor.press('Backspace')
  for (const _letter of ' tide') await editor.press('ArrowLeft')
  await expect(page.getByText("Some markup can't be kept and was taken out")).toBeVisible()
  await page.unroute(saves)
  const line = editor.blocks('text').locator('p')
  await expect(line).toHaveCSS('text-align', 'right')
  await isSaved(page)
  expect(await storedSlides(context.request, deck)).not.toContain('onclick')
  expect(downloads).toEqual([])

  // Deleting and typing are steps of their own, however fast they follow each other.
  await page.keyboard.insertText('ing')
  await editor.expectBlock(editor.blocks('text'), { text: 'Ebbing tide' })
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(editor.blocks('text'), { text: 'Ebb tide' })
  await editor.press('ControlOrMeta+Z')
  await editor.expectBlock(editor.blocks('text'), { text: 'Ebb tides' })
  for (const _step of ['deleting', 'typing']) await editor.press('ControlOrMeta+Shift+Z')
  await editor.expectBlock(editor.blocks('text'), { text: 'Ebbing tide' })
  await expect(line).toHaveCSS('text-align', 'right')
  await isSaved(page)
})

test('a full browser storage is reported, and written again once there is space; without storage editing still works', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const { page, context } = await newPerson()
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    const full = () => new DOMException('No room', 'QuotaExceededError')
    IDBObjectStore.prototype.put = function (...args) {
      if (Reflect.get(window, 'full') === true) throw full()
      return put.apply(this, args)
    }
    Storage.prototype.setItem = () => {
      throw full()
    }
  })
  const fill = (full: boolean) => page.evaluate((value) => void Reflect.set(window, 'full', value), full)
  const deck = await makeDeck(context.request, 'Jars', ['One'])
  await openTyping(page, deck)
  await test.step('full, and offline', async () => {
    await fill(true)
    await context.setOffline(true)
    await page.keyboard.insertText(' two')
    await expect(saveStatus(page)).toHaveText(
      'Offline, not saved — this browser can’t keep your changes, don’t close the page',
    )
    // Long text leaves the controls beside it visible, and truncated text has a tooltip.
    await expect(page.getByTitle('this browser can’t keep your changes, don’t close the page')).toBeVisible()
    await expect(page.locator('p').getByText('don’t close the page')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Present', exact: true })).toBeInViewport({ ratio: 1 })
    expect(await isAskedBeforeLeaving(page)).toBe(true)
  })
  await test.step('there is space again, without further typing', async () => {
    await fill(false)
    await expect(saveStatus(page)).toHaveText('Offline, kept on this device')
    await context.setOffline(false)
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('One two')
  })
  await test.step('storage is forbidden entirely', async () => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Forbidden', 'SecurityError')
      }
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: refuse })
      Object.defineProperty(navigator, 'locks', { get: () => undefined })
    })
    await openTyping(page, deck)
    await page.keyboard.insertText(' three')
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('One two three')
  })
})

test('an editor whose slide cannot be loaded says so, and shows it after a retry', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Fog', ['Behind the fog'])
  const admit = await refuse(page, '**/canvas')
  await page.goto(`${deck.path}/edit`)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load the slide' })).toBeVisible()
  admit()
  await page.getByRole('button', { name: 'Try again' }).click()
  const editor = new EditorDriver(page)
  await editor.expectBlock(editor.blocks('text').first(), { text: 'Behind the fog' })
  await editor.press('ControlOrMeta+A')
  await editor.expectSelected(1)
})
