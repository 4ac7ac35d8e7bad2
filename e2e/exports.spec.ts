import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ complaints }) => {
  // The canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export' })

/** Downloads the newest file of a list. */
async function download(page: Page, by: 'click' | 'Enter'): Promise<{ name: string; text: string }> {
  const link = page.getByRole('link', { name: 'Download' }).first()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    by === 'click' ? link.click() : link.focus().then(() => page.keyboard.press('Enter')),
  ])
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString('latin1') }
}

/** The number of pages. An update of a file repeats objects. */
const pages = (pdf: string) => new Set(pdf.match(/^\d+ 0 obj\s*<<\s*\/Type \/Page\b/gm)).size

test('a deck is exported as PDF from the editor, by mouse and by keyboard, and its file is on its page, too', async ({
  page,
}) => {
  await signUp(page.request)
  const deck = await makeDeck(page.request, 'Tide tables', ['Low tide', 'High tide'])
  await openEditor(page, `${deck.path}/edit`)
  const dialog = dialogOf(page)

  await test.step('by mouse, with progress, as tagged pages with an outline', async () => {
    await page.getByRole('button', { name: 'More for this deck' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await expect(dialog.getByText('Exported files are kept here for 24 hours.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Export PDF' }).click()
    await expect(dialog.getByRole('listitem').getByText(/kB|KB|MB/)).toBeVisible()
    const file = await download(page, 'click')
    expect(file.name).toBe('Tide tables.pdf')
    expect(pages(file.text)).toBe(2)
    for (const part of ['/Marked true', '/Lang (en-US)', '/Outlines ', '/Title (Tide tables)'])
      expect(file.text).toContain(part)
  })

  await test.step('by keyboard, with other options; the dialog has no faults', async () => {
    const size = dialog.getByLabel('Page size')
    await size.focus()
    await page.keyboard.type('A4')
    await expect(size).toHaveValue('a4')
    await dialog.getByRole('switch', { name: 'Speaker notes' }).focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Export PDF' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('listitem').first()).toContainText('A4, speaker notes')
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveCount(2)
    expect(await faultsOf(page, '[role="dialog"]')).toEqual({ light: [], dark: [] })
    expect((await download(page, 'Enter')).text).toContain('/MediaBox [0 0 594')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the deck’s page leads to the same files, which can be deleted', async () => {
    await page.goto(deck.path)
    await page.locator('[data-more] summary').click()
    await page.getByRole('link', { name: 'Export', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Delete this PDF' }).first().click()
    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Download' })).toBeFocused()
  })
})
