import type { BrowserContext, Page } from '@playwright/test'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, saveStatus } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { type Account, callAs, type Person, signIn, signUp } from './support/person.ts'

/** Ways in which a session ends while the user types. Returns the account to sign in with afterward. */
const endings: Readonly<Record<string, (person: Person, elsewhere: BrowserContext) => Promise<Account>>> = {
  'signed out from another device': async (person, elsewhere) => {
    await expectDone(elsewhere, 'DELETE', '/api/v1/sessions.json')
    return person
  },
  'the session has expired': async (person) => {
    await person.context.clearCookies({ name: 'session' })
    return person
  },
  'the password was changed elsewhere': async (person, elsewhere) => {
    const password = 'heron-lantern-77'
    await expectDone(elsewhere, 'PUT', '/users.json', { user: { password, current_password: person.password } })
    return { ...person, password }
  },
}

async function expectDone(context: BrowserContext, method: 'PUT' | 'DELETE', path: string, data?: unknown) {
  const answer = await callAs(context.request, method, path, data)
  expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true)
}

/** Delays the page's session checks until `work` is done: the session ends while typing. */
async function unheard<T>(page: Page, work: () => Promise<T>): Promise<T> {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(/\/status/, async (route) => {
    await told
    await route.continue()
  })
  const done = await work()
  // The route stays: removed now, it would answer requests that are just being continued.
  tell()
  return done
}

/** Number of runs per ending: one among the other tests, many in `npm run chaos`. */
const runs = Number(process.env.SESSION_RUNS ?? 1)

test.beforeEach(({ complaints }) => {
  // The refused save, and the other user's URL.
  complaints.expect(/status of (401|404|422)/)
})

for (const [how, end] of Object.entries(endings)) {
  test.describe(how, () => {
    // A socket of a session whose cookie is lost continues saving in its user's name.
    test.use({ sockets: how !== 'the session has expired' })
    for (let run = 0; run < runs; run++) {
      test(`${how} while typing: nothing is lost, and editing continues after sign-in (${run + 1})`, async ({
        newPerson,
        openBrowser,
      }) => {
        const person = await newPerson()
        const { page, context } = person
        const elsewhere = await openBrowser()
        await signIn(await elsewhere.newPage(), person)
        const deck = await makeDeck(context.request, 'Letters', ['Dear Ada'])
        const editor = await openEditor(page, `${deck.path}/edit`)
        await editor.doubleClick({ x: 480, y: 260 })
        await editor.expectTyping(true)
        await editor.press('ControlOrMeta+End')
        await page.keyboard.insertText(', the first words')
        await isSaved(page)

        const account = await unheard(page, async () => {
          const next = await end(person, elsewhere)
          await page.keyboard.insertText(' and the last words')
          return next
        })
        const popup = page.getByRole('dialog', { name: 'Session expired' })
        await expect(popup).toBeVisible()
        await expect(saveStatus(page)).not.toHaveText('Saved')
        await popup.getByRole('button', { name: 'Retry' }).click()
        await expect(popup).toBeVisible()

        const opened = context.waitForEvent('page')
        await popup.getByRole('link', { name: 'Sign in in a new tab' }).click()
        const tab = await opened
        await tab.getByLabel('E-mail or username').fill(account.username)
        await tab.getByLabel('Password').fill(account.password)
        await tab.getByRole('button', { name: 'Sign in' }).click()
        await expect(tab).not.toHaveURL(/sign_in/)
        await tab.close()

        await expect(popup).toBeHidden()
        await editor.expectBlock(editor.blocks().first(), { text: 'Dear Ada, the first words and the last words' })
        await isSaved(page)
        expect(await storedSlides(context.request, deck)).toContain('Dear Ada, the first words and the last words')
      })
    }
  })
}

test.describe('a lost cookie', () => {
  test.use({ sockets: false })

  test('another user who signs in on the same computer does not get the work', async ({ newPerson, openBrowser }) => {
    const person = await newPerson()
    const { page, context } = person
    const deck = await makeDeck(context.request, 'Diary', ['Monday'])
    const editor = await openEditor(page, `${deck.path}/edit`)
    await editor.doubleClick({ x: 480, y: 260 })
    await editor.expectTyping(true)
    await unheard(page, async () => {
      await context.clearCookies({ name: 'session' })
      await page.keyboard.insertText('A secret ')
    })
    const popup = page.getByRole('dialog', { name: 'Session expired' })
    await expect(popup).toBeVisible()

    const other = await signUp((await openBrowser()).request)
    const tab = await context.newPage()
    await signIn(tab, other)
    await test.step('the dialog stays, and nothing is saved in their name', async () => {
      const checked = page.waitForResponse(/\/status/)
      await popup.getByRole('button', { name: 'Retry' }).click()
      await checked
      await expect(popup).toBeVisible()
      await expect(saveStatus(page)).not.toHaveText('Saved')
    })
    await test.step('their own new deck offers nothing, and the deck is closed to them', async () => {
      const theirs = await openEditor(tab, `/${other.username}/new`)
      await theirs.expectBlocks(2)
      await expect(tab.getByRole('dialog')).toHaveCount(0)
      await tab.goto(`${deck.path}/edit`)
      await expect(tab).not.toHaveURL(/\/edit$/)
      await expect(tab.getByText('A secret')).toHaveCount(0)
    })
    await test.step('the first user returns, and finds all of it', async () => {
      await callAs(context.request, 'DELETE', '/users/sign_out.json')
      await signIn(tab, person)
      await expect(popup).toBeHidden()
      await isSaved(page)
      expect(await storedSlides(context.request, deck)).toContain('A secret')
    })
  })
})
