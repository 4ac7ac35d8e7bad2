import { makeDeck, slideId, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'

/** A slide of one text block with these styles and this markup. */
function slide(n: number, style: string, html: string, attributes = ''): string {
  const box = `left: 80px; top: 200px; width: 800px; ${style}`
  const block = `<div class="block" data-block-type="text" data-block-id="${String(n).padStart(16, '0')}" style="${box}"><div class="block-content" style="padding: 10px;"${attributes}>${html}</div></div>`
  return `<section data-id="${slideId(n)}">${block}</section>`
}

test('a check before presenting lists what is wrong, shows each place, and fixes what it can', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/gone0000\.png/)
  const { page, context } = await newPerson()
  const picture = `<div class="block" data-block-type="image" data-block-id="00000000000000ff" style="left: 80px; top: 400px; width: 200px; height: 100px;"><div class="block-content"><img src="/m/gone0000.png" alt="" style="object-fit: cover;"></div></div>`
  const deck = await makeDeck(context.request, 'Tides', [
    slide(1, 'height: 120px;', '<p>Ready</p>'),
    slide(2, 'height: 120px; color: #f4f4f4;', '<p>Pale</p>'),
    slide(3, 'height: 120px; font-size: 12px;', '<p>Small <a href="#/9">print</a></p>'),
    slide(4, 'height: auto;', '<p></p>', ' data-l-placeholder="Words"').replace('</section>', `${picture}</section>`),
    slide(5, 'height: auto;', `<p>${'Far too long. '.repeat(120)}</p>`),
  ])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await page.getByRole('button', { name: 'Where to start' }).click()
  await page.getByRole('menuitem', { name: 'Check before presenting' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Check' })
  const findings = panel.getByRole('listitem')
  await expect(panel.getByText('7 things to look at')).toBeVisible()
  await expect(findings.getByText(/^(Text|Link|Empty|Picture|Content)/)).toHaveText([
    'Text has a contrast of 1.0:1, less than 3:1',
    'Text of 12 px, smaller than 18 px',
    'Link to slide 10, which does not exist',
    'Empty placeholder “Words”',
    'Picture without alternative text',
    'Picture cannot be loaded',
    'Content leaves the slide',
  ])

  await test.step('what only the author can settle is shown', async () => {
    await panel.getByRole('button', { name: 'Show: Picture cannot be loaded, slide 4' }).click()
    await editor.expectSelected(1)
    await expect(editor.blocks('image')).toBeVisible()
    await expect(panel).toBeVisible()
  })

  await test.step('each fix is one step, and undo brings the finding back', async () => {
    for (const left of [6, 5, 4, 3]) {
      await panel
        .getByRole('button', { name: /^Fix: / })
        .first()
        .click()
      await expect(panel.getByText(`${left} things to look at`)).toBeVisible()
    }
    await panel.getByRole('button', { name: /^Fix: Content leaves the slide/ }).click()
    await expect(panel.getByText('2 things to look at')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText('3 things to look at')).toBeVisible()
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(panel.getByText('2 things to look at')).toBeVisible()
  })

  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  expect(stored).not.toMatch(/#\/9|f4f4f4|font-size: 12px|placeholder/)
  expect(stored).toContain('data-l-fit="shrink"')

  await test.step('another panel takes its place, and the palette opens it again', async () => {
    await page.getByRole('tab', { name: 'Deck' }).click()
    await expect(page.getByRole('tab', { name: 'Check' })).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search actions and slides' }).fill('check before')
    await page.keyboard.press('Enter')
    await expect(panel.getByText('2 things to look at')).toBeVisible()
  })
})
