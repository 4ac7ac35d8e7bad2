import type { Locator, Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { addCollaborator } from './support/collaborators.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { slowProxy } from './support/slow-proxy.ts'

test.beforeEach(({ complaints }) => {
  // The canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  // The request that is blocked.
  complaints.expect(/Failed to load resource/)
})

const panel = (page: Page) => page.locator('[data-collaboration]')
const field = (page: Page) => panel(page).getByRole('textbox', { name: /^Comment on/ })
const comment = (page: Page, text: string) => panel(page).getByRole('article').filter({ hasText: text })
const options = (one: Locator) => one.getByRole('button', { name: 'Options of the comment' })
const choose = async (one: Locator, what: string) => {
  await options(one).click()
  await one.page().getByRole('menuitem', { name: what }).click()
}
const open = (page: Page) => panel(page).getByRole('button', { name: 'Collaboration' }).click()
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true })

test('two people comment on a deck: at once, with who is writing, Retry, edits and deletions by right', async ({
  newPerson,
}) => {
  test.slow()
  // The check of accessibility needs it.
  const still = { reducedMotion: 'reduce' } as const
  const [ann, bob] = [await newPerson({}, still), await newPerson({}, still)]
  const deck = await makeDeck(ann.context.request, 'Harbor', ['Low tide', 'High tide'])
  const path = `/api/v1/decks/${deck.id}`
  const calls = `**${path}/comments.json`
  await addCollaborator(ann, deck, bob, 'viewer')
  let isCut = false
  await bob.page.route(calls, (route) =>
    isCut && route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await openEditor(ann.page, `${deck.path}/edit`)
  await bob.page.goto(`${deck.path}/review`)
  for (const { page } of [ann, bob]) await expect(panel(page)).toHaveAttribute('data-connected')
  await open(bob.page)

  await test.step('a viewer comments on the slide by Enter, and the editor is told of it', async () => {
    await expect(panel(bob.page)).toContainText('No comments yet.')
    await field(bob.page).fill('   ')
    await field(bob.page).press('Enter')
    await field(bob.page).fill('  Is this')
    await field(bob.page).press('Shift+Enter')
    await field(bob.page).pressSequentially('the right tide?')
    // Shown for three seconds, which the looks below may take on a busy machine.
    const told = expect(ann.page.getByText(`${bob.username}: Is this the right tide?`)).toBeVisible()
    await field(bob.page).press('Enter')
    await expect(comment(bob.page, 'Is this')).toHaveAttribute('data-comment', 'saved')
    await expect(comment(bob.page, 'Is this').locator('p').first()).toHaveText('Is this\nthe right tide?')
    await told
  })

  await test.step('who writes is shown to the other, and so is the answer, at once', async () => {
    await open(ann.page)
    await expect(comment(ann.page, 'Is this')).toContainText('Slide 1')
    await field(ann.page).fill('Yes')
    await expect(panel(bob.page)).toContainText(`${ann.username} is writing…`)
    await field(ann.page).press('Enter')
    await expect(comment(ann.page, 'Yes')).toHaveAttribute('data-comment', 'saved')
    await expect(comment(bob.page, 'Yes')).toBeVisible()
    await expect(panel(bob.page)).not.toContainText('is writing…')
    for (const { page } of [ann, bob]) expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
  })

  await test.step('a comment that could not be sent says so, and is sent again, once', async () => {
    isCut = true
    await field(bob.page).fill('Lost at sea')
    await field(bob.page).press('Enter')
    await expect(comment(bob.page, 'Lost at sea')).toContainText('Failed to send')
    await bob.page.reload()
    await expect(comment(bob.page, 'Lost at sea')).toContainText('Failed to send')
    isCut = false
    await comment(bob.page, 'Lost at sea').getByRole('button', { name: 'Retry' }).click()
    await expect(comment(bob.page, 'Lost at sea')).toHaveAttribute('data-comment', 'saved')
    await expect(comment(ann.page, 'Lost at sea')).toHaveCount(1)
  })

  await test.step('only authors edit, and the owner deletes what others wrote', async () => {
    const lost = comment(bob.page, 'Lost at sea')
    await lost.hover()
    await choose(lost, 'Edit')
    const edited = panel(bob.page).getByRole('textbox', { name: 'Comment', exact: true })
    await edited.fill(' ')
    await edited.press('Enter')
    await edited.fill('Found again')
    await edited.press('Enter')
    await expect(comment(ann.page, 'Found again')).toContainText('(edited)')
    const found = comment(ann.page, 'Found again')
    await options(found).click()
    await expect(ann.page.getByRole('menuitem')).toHaveText(['Copy link', 'Delete'])
    await ann.page.keyboard.press('Escape')
    const remove = () => choose(found, 'Delete')
    await remove()
    await panel(ann.page).getByRole('button', { name: 'Undo' }).click()
    await expect(found).toBeVisible()
    await remove()
    await expect(comment(bob.page, 'Found again')).toHaveCount(0)
  })

  await test.step('the tab of a slide follows the slide', async () => {
    await tab(bob.page, 'Slide 1').click()
    await expect(comment(bob.page, 'Yes')).toBeVisible()
    await bob.page.getByRole('link', { name: /High tide/ }).click()
    await expect(tab(bob.page, 'Slide 2')).toBeVisible()
    await expect(panel(bob.page)).toContainText('No comments on this slide yet.')
    await field(bob.page).fill(Array.from({ length: 12 }, (_, line) => `${line}`).join('\n'))
    await expect(field(bob.page)).toHaveAttribute('rows', '10')
  })

  await test.step('a stranger reads and writes none', async () => {
    const eve = await newPerson()
    const answers = [
      await callAs(eve.context.request, 'GET', `${path}/comments.json`),
      await callAs(eve.context.request, 'POST', `${path}/comments.json`, { comment: { message: 'Me too' } }),
    ]
    for (const answer of answers) expect([403, 404]).toContain(answer.status())
  })
})

for (const view of ['edit', 'review']) {
  test(`a comment that is deleted right before its author leaves is deleted on a slow network, too: ${view}`, async ({
    newPerson,
  }) => {
    const network = await slowProxy('DELETE')
    const { page, context } = await newPerson({}, { proxy: network.options })
    const deck = await makeDeck(context.request, 'Goodbye', ['One'])
    const list = `/api/v1/decks/${deck.id}/comments.json`
    await callAs(context.request, 'POST', `/api/v1/decks/${deck.id}/make_collaborative.json`)
    await callAs(context.request, 'POST', list, { comment: { message: 'Not meant so' } })
    await page.goto(`${deck.path}/${view}`)
    await open(page)
    await choose(comment(page, 'Not meant so'), 'Delete')
    await expect(panel(page)).toContainText('Comment deleted')
    await page.goto('/about')
    await expect.poll(() => network.held.length).toBe(1)
    // By now, the browser has given up what ends with its page.
    await page.reload()
    network.release()
    await expect.poll(async () => (await (await context.request.get(list)).json()).total).toBe(0)
    await context.close()
    await network.close()
  })
}
