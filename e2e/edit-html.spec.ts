import type { Page } from '@playwright/test'
import { makeDeck, slideId, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { dropFile } from './support/picture.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const code = (page: Page, name: string) => dialog(page, name).locator('.cm-content')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Replaces everything in a code editor at once, as a paste does. */
async function rewrite(page: Page, name: string, html: string) {
  await code(page, name).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(html)
}

async function open(person: Person, ...slides: string[]) {
  const deck = await makeDeck(person.context.request, 'Markup', slides)
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  return { deck, editor }
}

test.beforeEach(({ complaints }) => {
  // Playwright's own script is blocked in the canvas too.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
})

test('the HTML of a slide is edited: one undo step, same id, and removals are reported', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person, 'One', 'Two')
  const name = 'Edit slide HTML'

  await test.step('without changes, Escape closes without a confirmation', async () => {
    await page.getByRole('button', { name }).click()
    await expect(code(page, name)).toContainText(slideId(1))
    await expect(code(page, name)).toContainText('One')
    await expect(dialog(page, name).getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(dialog(page, name).getByRole('button', { name: 'Save' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, name)).toBeHidden()
  })

  await test.step('with changes, Escape and Cancel ask first', async () => {
    await page.getByRole('button', { name }).click()
    await rewrite(page, name, '<section><h2>Other</h2></section>')
    const question = dialog(page, 'Discard unsaved changes?')
    // The first Escape closes an open completion popup.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible({ timeout: 800 })
    }).toPass()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(code(page, name)).toContainText('Other')
    await dialog(page, name).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page, name)).toBeHidden()
    await expect(editor.layer).toBeFocused()
    await editor.expectBlocks(1, 'text')
  })

  await test.step('removals are shown before and after saving; Mod+S saves', async () => {
    await page.getByRole('button', { name }).click()
    const text = 'By hand &eacute;&notin;&fjlig;&NotEqualTilde;&copyx &#128512;&#x80;&semi;&bogus;'
    await rewrite(page, name, `<section><h2 onclick="x()">${text}</h2><script>alert(1)</script></section>`)
    await expect(dialog(page, name).getByRole('status')).toContainText('This is taken out when you save:')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(dialog(page, name)).toBeHidden()
    const shown = 'By hand é∉fj≂\u0338©x 😀€;&bogus;'
    await expect(editor.slide.locator('h2')).toHaveText(shown)
    await expect(page.getByText("Some markup can't be kept and was taken out").first()).toBeVisible()
    await isSaved(page)
    const stored = await storedSlides(context.request, deck)
    expect(stored).toContain(`<section data-id="${slideId(1)}"><h2>${shown.replace('&', '&amp;')}</h2></section>`)
    expect(stored).toContain('Two')
  })

  await test.step('undo reverts all of it in one step', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await editor.expectBlocks(1, 'text')
    await expect(editor.blocks('text')).toHaveText('One')
  })
})

test('two sections are refused with the reason, and an unclosed element is underlined', async ({ newPerson }) => {
  const person = await newPerson()
  const { page } = person
  await open(person, 'One')
  const name = 'Edit slide HTML'
  await page.getByRole('button', { name }).click()
  await rewrite(page, name, '<section><p>a</p></section><section><div>b</section>')
  await expect(dialog(page, name).locator('.cm-lintRange')).not.toHaveCount(0)
  await dialog(page, name).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page, name).getByRole('alert')).toContainText('One slide is one section')
  await expect(dialog(page, name)).toBeVisible()

  await test.step('Escape closes the search first, then the dialog', async () => {
    await code(page, name).click()
    await page.keyboard.press('ControlOrMeta+F')
    await expect(dialog(page, name).locator('.cm-search')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, name).locator('.cm-search')).toBeHidden()
    await expect(dialog(page, name)).toBeVisible()
  })

  await test.step('Format puts each block on a line', async () => {
    await rewrite(page, name, '<section><h2>One</h2><p>Two</p></section>')
    await dialog(page, name).getByRole('button', { name: 'Format' }).click()
    await expect(code(page, name).locator('.cm-line')).toHaveCount(4)
  })
})

test('the whole deck is edited as HTML: remaining slides keep their ids and notes', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck } = await open(person, 'One', 'Two')
  const name = 'Edit HTML'
  await tab(page, 'Deck').click()
  await page.getByRole('button', { name }).click()
  await expect(code(page, name)).toContainText(slideId(2))
  const first = `<section data-id="${slideId(1)}" data-notes="Say hello"><h1>First</h1></section>`
  await rewrite(page, name, `${first}<section><section><p>Upper</p></section><section><p>Lower</p></section></section>`)
  await dialog(page, name).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page, name)).toBeHidden()
  await isSaved(page)
  await tab(page, 'Slide').click()
  await expect(page.getByRole('textbox', { name: 'Speaker notes' })).toHaveValue('Say hello')
  const stored = await storedSlides(context.request, deck)
  expect(stored.match(/<section/g)).toHaveLength(4)
  expect(stored).toContain(`<section data-id="${slideId(1)}"><h1>First</h1></section>`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isSaved(page)
  expect(await storedSlides(context.request, deck)).toContain('Two')
})

test('an external deck is imported in place of this one, after a confirmation', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person, 'Mine')
  const file = (name: string, html: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(html) })
  const page1 = `<html><head><meta name="lectern:theme-color" content="black-blue"></head><body><div class="reveal">
    <div class="slides"><section data-background="#123456"><h2>Theirs</h2><script>alert(1)</script></section>
    <section><p>More</p><aside class="notes">Hush</aside></section></div></div></body></html>`
  const source = dialog(page, 'Import slides')
  const question = dialog(page, 'Replace all slides?')
  const done = dialog(page, 'The slides are in the deck')
  const openImport = () => page.getByRole('button', { name: 'Import', exact: true }).click()
  const replaceBy = async (html: string) => {
    await openImport()
    await source.getByRole('radio', { name: 'Replace all slides' }).check()
    await source.getByLabel('File to import').setInputFiles(file('talk.html', html))
    await expect(question).toContainText('Importing replaces all content')
  }

  await test.step('canceling keeps the deck', async () => {
    await tab(page, 'Deck').click()
    await replaceBy(page1)
    await expect(question.getByRole('region', { name: 'Import report' })).toContainText(/Slide 1.*script/i)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(editor.blocks('text')).toHaveText('Mine')
  })

  await test.step('confirming replaces it, sanitized', async () => {
    await replaceBy(page1)
    await question.getByRole('button', { name: 'Replace' }).click()
    await done.getByRole('button', { name: 'Close' }).first().click()
    await expect(editor.slide.locator('h2')).toHaveText('Theirs')
    await isSaved(page)
    const stored = await storedSlides(context.request, deck)
    expect(stored.match(/<section/g)).toHaveLength(2)
    expect(stored).toContain('data-background-color="#123456"')
    expect(stored).not.toMatch(/script|Mine/)
  })

  await test.step('one step undoes it; a file that is dropped on the slide is added', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(editor.blocks('text')).toHaveText('Mine')
    await dropFile(editor.layer, file('talk.html', page1), { x: 600, y: 400 })
    await done.getByRole('button', { name: 'Close' }).first().click()
    await expect(editor.slide.locator('h2')).toHaveText('Theirs')
    await isSaved(page)
    expect((await storedSlides(context.request, deck)).match(/<section/g)).toHaveLength(3)
  })

  await test.step('pasted HTML is, too', async () => {
    await openImport()
    await source.getByRole('tab', { name: 'HTML' }).click()
    await rewrite(page, 'Import slides', '<section><h3>Pasted</h3></section>')
    await source.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(editor.slide.locator('h3')).toHaveText('Pasted')
  })
})
