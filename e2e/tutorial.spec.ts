import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

test('the first start of the editor opens a tour, operated by keys and buttons, only once', async ({ openBrowser }) => {
  const context = await openBrowser()
  const { username } = await signUp(context.request, undefined, '', { tour: true })
  const page = await context.newPage()
  await page.goto(`/${username}/new`)
  const tour = page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Steps' }) })
  const step = tour.getByRole('listitem').locator('[aria-current="step"]')
  const isAt = (number: number) => expect(step).toHaveAccessibleName(new RegExp(`^Step ${number}:`))

  await test.step('over a 70 percent black backdrop', async () => {
    await isAt(1)
    await expect(page.locator('[data-tutorial-veil]')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0.7)')
    await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  })
  await test.step('keys', async () => {
    const { length } = await page.evaluate(() => ({ length: window.history.length }))
    for (const [key, at] of [
      ['ArrowLeft', 1],
      ['ArrowRight', 2],
      ['Space', 3],
      ['Backspace', 2],
      ['ArrowLeft', 1],
    ] as const) {
      await page.keyboard.press(key)
      await isAt(at)
    }
    expect(await page.evaluate(() => window.history.length)).toBe(length)
  })
  await test.step('its pages', async () => {
    await tour.getByRole('button', { name: /^Step 2/ }).click()
    await isAt(2)
    // Space continues, whatever is hovered.
    await page.keyboard.press('Space')
    await isAt(3)
    await page.locator('[data-tutorial-veil]').click({ position: { x: 640, y: 700 } })
    await page.keyboard.press('ArrowLeft')
    await isAt(2)
    await page.keyboard.press('Space')
    await isAt(3)
    await tour.getByRole('button', { name: 'Next' }).click()
    await isAt(4)
    await tour.getByRole('button', { name: 'Next' }).click()
    await isAt(5)
    await expect(tour.getByRole('button', { name: 'Next' })).toHaveCount(0)
  })
  await test.step('it yields to a dialog that needs an answer, and continues where it was', async () => {
    const cookies = await context.cookies()
    await context.clearCookies({ name: 'session' })
    const expired = page.getByRole('dialog', { name: 'Session expired' })
    await expect(expired).toBeVisible()
    await expect(page.locator('[data-tutorial-veil]')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(expired.getByRole('link', { name: 'Sign in in a new tab' })).toBeFocused()
    await context.addCookies(cookies)
    await expired.getByRole('button', { name: 'Retry' }).click()
    await expect(expired).toHaveCount(0)
    await isAt(5)
    await page.keyboard.press('ArrowLeft')
    await isAt(4)
    await page.keyboard.press('ArrowRight')
    await isAt(5)
  })
  await test.step('its end, which is remembered for the user, not only in this browser', async () => {
    const told = page.waitForResponse((answer) => answer.url().includes('user_settings') && answer.ok())
    await tour.getByRole('button', { name: 'Get started' }).click()
    await told
    await expect(tour).toHaveCount(0)
    expect((await (await context.request.get('/api/v1/user_settings.json')).json()).tutorial).toBe('finished')
    await page.evaluate(() => window.localStorage.clear())
    const editor = await openEditor(page, `/${username}/new`)
    await expect(editor.layer).toBeFocused()
    await expect(tour).toHaveCount(0)
  })
})

test('the tour is skipped by its button or by Escape, and stays away even if the server did not receive that', async ({
  openBrowser,
  complaints,
}) => {
  // The failing call.
  complaints.expect(/ERR_FAILED .*user_settings/)
  for (const way of ['Skip tutorial', 'Escape'] as const) {
    await test.step(way, async () => {
      const context = await openBrowser()
      const { username } = await signUp(context.request, undefined, '', { tour: true })
      const page = await context.newPage()
      await page.goto(`/${username}/new`)
      const tour = page.getByRole('dialog')
      await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
      if (way === 'Escape') {
        await page.keyboard.press('Escape')
        await expect
          .poll(async () => (await (await context.request.get('/api/v1/user_settings.json')).json()).tutorial)
          .toBe('skipped')
      } else {
        await page.route('**/user_settings.json', (route) => route.abort())
        await tour.getByRole('button', { name: way }).click()
      }
      await expect(tour).toHaveCount(0)
      const editor = await openEditor(page, `/${username}/new`)
      await expect(editor.layer).toBeFocused()
      await expect(tour).toHaveCount(0)
    })
  }
})
