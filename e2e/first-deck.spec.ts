import { EditorDriver } from '../src/testing/editor-driver.ts'
import { areFound } from './support/decks.ts'
import { isSaved, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { newAccount, ownName, signUp, signUpByForm } from './support/person.ts'
import { dropFile, type PictureFile, picture } from './support/picture.ts'
import { shownSlide, takesKeys } from './support/showing.ts'

// The longest journey: a slow machine needs time.
test.setTimeout(180_000)

test('a new user writes a deck, a visitor finds it, and another user forks it', async ({ page, newVisitor }) => {
  const author = newAccount()
  const word = ownName('wombat').replace('-', '')
  const title = `All about the ${word}`
  let address = ''

  await test.step('signs up', async () => {
    await signUpByForm(page, author)
  })

  const editor = new EditorDriver(page)
  await test.step('creates a deck and types its title', async () => {
    await page.getByRole('link', { name: 'New deck' }).first().click()
    await page.getByRole('button', { name: 'Skip tutorial' }).click()
    await editor.isOpen()
    await retype(editor, editor.blocks('text').nth(0), title)
    await retype(editor, editor.blocks('text').nth(1), 'A talk')
    await page.getByLabel('Deck title').fill(title)
    await page.getByLabel('Deck title').press('Enter')
    await expect(page).toHaveTitle(`${title} – Lectern`)
  })

  await test.step('adds a slide with a text, images, a shape and a line', async () => {
    await page.getByRole('button', { name: 'New slide with layout' }).click()
    await page.getByRole('dialog', { name: 'New slide' }).getByRole('button', { name: 'Blank' }).click()
    await editor.expectBlocks(0)
    const add = page.getByRole('toolbar', { name: 'Add' })
    await add.getByRole('button', { name: 'Add text' }).click()
    await editor.expectTyping(true)
    await editor.type('It digs')
    await editor.press('Escape')
    await editor.press('Escape')

    await add.getByRole('button', { name: 'Add image' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an image' })
    const choose = async (file: PictureFile) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose a file' }).click()
      await (await chooser).setFiles(file)
    }
    // Other file types are refused there, and another file can be chosen.
    await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('It digs') })
    await expect(dialog.getByRole('alert')).toHaveText('Only image files, please')
    await choose(await picture('burrow.png', '#886644'))
    await editor.expectBlocks(1, 'image')
    await editor.press('Escape')
    await dropFile(
      editor.layer,
      await picture('grass.png', '#44aa55', 160, 100),
      await editor.onScreen({ x: 200, y: 560 }),
    )
    await editor.expectBlocks(2, 'image')
    await editor.expectBlock(editor.blocks('image').nth(1), { x: 120, y: 510, width: 160, height: 100 }, 2)
    await editor.press('Escape')

    await editor.press('r')
    await editor.drag({ x: 700, y: 60 }, { x: 900, y: 160 })
    await editor.expectBlocks(1, 'shape')
    await editor.press('Escape')
    await editor.press('l')
    await editor.drag({ x: 60, y: 60 }, { x: 300, y: 120 })
    await editor.expectBlocks(1, 'line')
    await isSaved(page)
  })

  await test.step('finds everything again after a reload', async () => {
    await expect(page).toHaveURL(new RegExp(`/${author.username}/[^/]+/edit#/1$`))
    await page.reload()
    await editor.isOpen()
    await editor.expectBlocks(5)
    await editor.expectBlock(editor.blocks('text').first(), { text: 'It digs' })
    for (const image of await editor.blocks('image').locator('img').all()) {
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    }
    await page.getByRole('button', { name: 'Slide 1' }).click()
    await editor.expectBlock(editor.blocks('text').nth(0), { text: title })
    await page.getByRole('button', { name: 'Slide 2' }).click()
    await editor.expectBlocks(5)
    await isSaved(page)
  })

  await test.step('shows it full-screen', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Present' }).click()
    const show = await opened
    await expect(show).toHaveURL(/\/fullscreen#\/1$/)
    await expect(shownSlide(show)).toContainText('It digs')
    await show.close()
  })

  await test.step('shows it from the start, by the menu beside the button and by its keys', async () => {
    const isShown = async (begin: () => Promise<void>, address: RegExp) => {
      const opened = page.waitForEvent('popup')
      await begin()
      const show = await opened
      await expect(show).toHaveURL(address)
      await show.close()
    }
    await page.getByRole('button', { name: 'Where to start' }).click()
    await expect(page.getByRole('menuitem', { name: 'Present from this slide' })).toContainText('Ctrl+Enter')
    const start = page.getByRole('menuitem', { name: 'Present from the start' })
    await expect(start).toContainText('Ctrl+Shift+Enter')
    await isShown(() => start.click(), /\/fullscreen$/)
    await editor.layer.focus()
    await isShown(() => editor.press('ControlOrMeta+Shift+Enter'), /\/fullscreen$/)
    await isShown(() => editor.press('ControlOrMeta+Enter'), /\/fullscreen#\/1$/)
    await editor.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Present from the start')).toBeVisible()
    await expect(keys.getByText('Ctrl+Shift+Enter')).toBeVisible()
    await editor.press('Escape')
    await expect(keys).toHaveCount(0)
  })

  await test.step('publishes it', async () => {
    const visibility = page.getByRole('button', { name: 'Visibility: Public' })
    await test.step('private is not available on a free plan: the reason and the plans are offered inline', async () => {
      await visibility.click()
      await page.getByRole('menuitemcheckbox', { name: 'Private' }).click()
      const offer = page.getByRole('dialog', { name: 'Private decks need a plan' })
      await expect(offer).toContainText('With Lite, from $5 a month')
      const plans = page.waitForEvent('popup')
      await offer.getByRole('button', { name: 'See the plans' }).click()
      await expect(await plans).toHaveURL(/\/pricing$/)
      await (await plans).close()
    })
    await visibility.click()
    await page.getByRole('menuitemcheckbox', { name: 'Public' }).click()
    await expect(page.getByText('Your deck is now public')).toBeVisible()
    await page.getByRole('link', { name: 'Leave the editor' }).click()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    address = page.url()
  })

  const visitor = await newVisitor()
  await test.step('a visitor finds it by a word of a slide and navigates with keys', async () => {
    await areFound(visitor.request, word, 1)
    await visitor.goto('/explore')
    await visitor.getByRole('searchbox', { name: 'Search decks' }).pressSequentially(word)
    await expect(visitor).toHaveURL(new RegExp(`search=${word}`))
    await visitor.getByRole('link', { name: title }).click()
    await expect(visitor).toHaveURL(address)
    await expect(shownSlide(visitor)).toContainText(title)
    await takesKeys(visitor)
    await visitor.keyboard.press('ArrowRight')
    await expect(shownSlide(visitor)).toContainText('It digs')
    await expect(visitor).toHaveURL(`${address}#/1`)
  })

  await test.step('a link to a slide opens the deck there', async () => {
    const other = await newVisitor()
    await other.goto(`${address}#/1`)
    await expect(shownSlide(other)).toContainText('It digs')
  })

  await test.step('the visitor signs up and forks it', async () => {
    const second = await signUp(visitor.context().request)
    await visitor.goto(address)
    await visitor.getByRole('button', { name: 'Fork' }).click()
    await expect(visitor).toHaveURL(new RegExp(`/${second.username}$`))
    await expect(visitor.getByRole('heading', { name: title }).getByRole('link')).toBeVisible()
  })
})
