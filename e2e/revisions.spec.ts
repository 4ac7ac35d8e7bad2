import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { expectOutline } from './support/slide-list.ts'

test('an earlier version shows its changes, is viewed, restored, and that is undone', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Versions', ['First words', 'Stays'])
  const stored = await storedSlides(context.request, deck)
  // Restoring creates a revision of its own, whereas one user's saves within minutes are merged.
  const list = async () =>
    (await (await callAs(context.request, 'GET', `/api/v1/decks/${deck.id}/revisions.json`)).json()).results
  const [first] = await list()
  const editor = await openEditor(page, `${deck.path}/edit`)
  await retype(editor, editor.blocks().first(), 'Second words')
  await isSaved(page)
  await callAs(context.request, 'POST', `/api/v1/decks/${deck.id}/revisions/${first.id}/restore.json`)
  await page.reload()
  await editor.isOpen()
  await retype(editor, editor.blocks().first(), 'Third words')
  await page.getByRole('navigation', { name: 'Slides' }).getByRole('button', { name: 'Slide', exact: true }).click()
  await isSaved(page)
  expect(stored).toContain('First words')

  const revisions = page.getByRole('dialog', { name: 'Revisions' })
  await page.getByRole('button', { name: 'Revisions' }).click()
  await test.step('the changes of the newest one', async () => {
    const changes = revisions.getByRole('list', { name: 'Slides that changed' }).getByRole('listitem')
    await expect(changes.filter({ hasText: 'changed' })).toHaveCount(1)
    await expect(changes.filter({ hasText: 'added' })).toHaveCount(1)
  })
  await test.step('an older one in the frame', async () => {
    await revisions.getByRole('listitem').nth(1).getByRole('button').click()
    const frame = revisions.locator('iframe[title="Preview of the revision"]')
    await expect(frame).toHaveAttribute('src', /\/preview\?revision=\d+$/)
    await expect(frame.contentFrame().frameLocator('#deck-frame').locator('section.present')).toContainText('words')
  })
  await test.step('restored after a confirmation, and reverted', async () => {
    await revisions.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog', { name: 'Restore this revision?' }).getByRole('button', { name: 'Restore' }).click()
    await expect(revisions).toHaveCount(0)
    // Its Undo stays while the pointer is over it.
    await page.getByText('What it was before is kept among the revisions').hover()
    await expect.poll(async () => (await storedSlides(context.request, deck)).includes('Third words')).toBe(false)
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expectOutline(page, ['1 Third words', '2', '3 Stays'])
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toContain('Third words')
  })
})

test('the revisions of a new deck are shown in the frame, too', async ({ newPerson, complaints }) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, username } = await newPerson()
  const editor = await openEditor(page, `/${username}/new`)
  await retype(editor, editor.blocks().first(), 'Brand new')
  await isSaved(page)
  await page.getByRole('button', { name: 'Revisions' }).click()
  const frame = page.getByRole('dialog', { name: 'Revisions' }).locator('iframe[title="Preview of the revision"]')
  await expect(frame).toHaveAttribute('src', new RegExp(`^/${username}/\\d+/preview\\?revision=\\d+$`))
  await expect(frame.contentFrame().frameLocator('#deck-frame').locator('section.present')).toContainText('Brand new')
})
