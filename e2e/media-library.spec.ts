import type { Locator, Page } from '@playwright/test'
import { isSaved, openEditor } from './support/editing.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { picture } from './support/picture.ts'

const library = (page: Page): Locator => page.getByRole('dialog', { name: 'Media library' })
const images = (page: Page): Locator => library(page).getByRole('option')

/** A drag in steps, as pointers move. */
async function drag(page: Page, from: Locator, by: { x: number; y: number } | Locator): Promise<void> {
  const start = (await from.boundingBox())!
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  if ('x' in by) return page.mouse.move(x + by.x, y + by.y, { steps: 4 })
  const target = (await by.boundingBox())!
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('a picture is uploaded, tagged, found, placed, replaced, hidden and deleted', async ({
  newPerson,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const { page, username } = await newPerson()
  const editor = await openEditor(page, `/${username}/new`)
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await editor.expectBlocks(0)
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Add image' }).click()
    await page.getByRole('button', { name: 'Media library' }).click()
  }
  const ghost = page.locator('[data-media-ghost]')
  const tag = library(page).getByRole('listitem').filter({ hasText: 'Harbor' })

  await test.step('one library is open, 1110 by 660 px', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open()
    await expect(library(page).getByText('No images yet')).toBeVisible()
    await expect.poll(async () => (await library(page).boundingBox())!.height).toBe(660)
    expect((await library(page).boundingBox())!.width).toBe(1110)
    await expect(library(page).getByRole('tab')).toHaveText(['Your Media'])
  })

  await test.step('uploaded pictures appear, and the finished uploads leave the list', async () => {
    const files = await Promise.all(
      ['Harbor at dawn', 'Mountain', 'Night'].map((name, index) =>
        picture(`${name}.png`, ['teal', 'tomato', 'navy'][index]!),
      ),
    )
    await library(page).getByLabel('Image files').setInputFiles(files)
    await expect(images(page)).toHaveCount(3)
    await expect(library(page).getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  })

  await test.step('a tag is made and named; a drag begins after 10 px and adds to it', async () => {
    await library(page).getByRole('button', { name: 'New tag' }).click()
    const name = library(page).getByLabel('Name of the tag')
    await expect(name).toHaveValue('Tag 1')
    await name.fill('Harbor')
    await name.press('Enter')
    await expect(tag).toContainText('0')
    const item = images(page).filter({ hasText: 'Harbor at dawn' })
    await drag(page, item, { x: -9, y: 0 })
    await expect(ghost).toHaveCount(0)
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await drag(page, item, tag)
    await expect(tag).toContainText('1')
    await tag.getByRole('button', { name: /^Harbor/ }).click()
    await expect(images(page)).toHaveText(['Harbor at dawn'])
    await library(page).getByRole('button', { name: /^All/ }).click()
    await expect(images(page)).toHaveCount(3)
  })

  await test.step('the search finds it, and its label cannot be empty', async () => {
    const search = library(page).getByRole('searchbox', { name: 'Search media' })
    await expect(search).toHaveAttribute('maxlength', '50')
    await search.fill('dawn')
    await expect(images(page)).toHaveText(['Harbor at dawn'])
    await images(page).click()
    const label = library(page).getByLabel('Label')
    await label.fill('')
    await label.press('Enter')
    await expect(library(page).getByText("Label can't be empty")).toBeVisible()
    await label.fill('Old harbor')
    await library(page).getByLabel('Description').fill('Boats in the morning')
    await library(page).getByLabel('Description').press('Enter')
    await search.fill('')
    await expect(images(page).filter({ hasText: 'Old harbor' })).toBeVisible()
  })

  await test.step('dragged out of the library it lies on the slide, with its description', async () => {
    const item = images(page).filter({ hasText: 'Old harbor' })
    const center = await editor.onScreen({ x: 300, y: 250 })
    const start = (await item.boundingBox())!
    await page.mouse.move(start.x + 20, start.y + 20)
    await page.mouse.down()
    await page.mouse.move(60, 500, { steps: 6 })
    await page.mouse.move(center.x, center.y, { steps: 6 })
    await expect(ghost).toBeVisible()
    await page.mouse.up()
    await editor.expectBlocks(1, 'image')
    await expect(editor.blocks('image').locator('img')).toHaveAttribute('alt', 'Boats in the morning')
    await isSaved(page)
  })

  await test.step('another picture takes its place in all decks, this open one included', async () => {
    const shown = editor.blocks('image').locator('img')
    const before = await shown.getAttribute('src')
    await open()
    await images(page).filter({ hasText: 'Old harbor' }).click()
    await library(page).getByRole('button', { name: 'Replace everywhere…' }).click()
    await images(page).filter({ hasText: 'Mountain' }).click()
    await library(page).getByRole('button', { name: 'Replace everywhere', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Replace everywhere?' })
    await expect(question.getByRole('link', { name: 'Untitled' })).toBeVisible()
    await question.getByRole('button', { name: 'Replace', exact: true }).click()
    await expect(shown).not.toHaveAttribute('src', before!)
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(library(page)).toHaveCount(0)
  })

  await test.step('keys select, and hiding keeps it on the slide; deleting frees the storage', async () => {
    await open()
    await images(page).first().click()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(library(page).getByText('2 selected')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+A')
    await expect(library(page).getByText('3 selected')).toBeVisible()
    await images(page).filter({ hasText: 'Mountain' }).click()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Remove “Mountain”?' })
    await expect(question.getByText('Used in 1 deck.')).toBeVisible()
    await question.getByRole('button', { name: 'Hide from library' }).click()
    await expect(images(page)).toHaveCount(2)
    await page.locator('[data-kind]').getByRole('button', { name: 'Undo' }).last().click()
    await expect(images(page)).toHaveCount(3)
    await expect(library(page)).toBeVisible()
    await images(page).filter({ hasText: 'Mountain' }).click()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(images(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(library(page)).toHaveCount(0)
    const shown = editor.blocks('image').locator('img')
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  })
})

test('of 20 dropped files the good ones are uploaded, and a stalled one can be tried again', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.clock.install()
  await willIntercept(page)
  await page.goto('/users/edit')
  let stalled = 0
  await page.route('**/api/v1/media.json', async (route) => {
    const isStalled = route.request().postDataBuffer()?.includes('picture-7.png') ?? false
    // Gets no answer the first time.
    if (isStalled && stalled++ === 0) return
    await route.continue()
  })
  await page.getByRole('button', { name: 'Manage images' }).click()
  const drop = library(page).getByRole('tabpanel')
  const files = await Promise.all(
    Array.from({ length: 18 }, (_, index) => picture(`picture-${index}.png`, `hsl(${index * 20} 60% 50%)`, 40, 30)),
  )
  await drop.locator('> div').evaluate(
    (element, pictures) => {
      const dataTransfer = new DataTransfer()
      const add = (part: BlobPart, name: string, type: string) =>
        dataTransfer.items.add(new File([part], name, { type }))
      for (const { name, base64 } of pictures)
        add(
          Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
          name,
          'image/png',
        )
      add(new Uint8Array(10_000_001), 'huge.png', 'image/png')
      add('Not a picture', 'notes.txt', 'text/plain')
      for (const kind of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }))
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  )
  const uploads = library(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem')
  await expect(images(page)).toHaveCount(17)
  const refused = 'Invalid file. We support PNG, JPG, GIF and SVG files up to 10 MB'
  await expect(uploads.filter({ hasText: 'huge.png' })).toContainText(refused)
  await expect(uploads.filter({ hasText: 'notes.txt' })).toContainText(refused)
  const waiting = uploads.filter({ hasText: 'picture-7.png' })
  await expect(waiting).toHaveAttribute('data-state', 'uploading')
  await page.clock.fastForward(60_000)
  await expect(waiting).toContainText('An error occurred while uploading your image.')
  await waiting.getByRole('button', { name: 'Upload picture-7.png again' }).click()
  await expect(images(page)).toHaveCount(18)
  for (const name of ['huge.png', 'notes.txt']) await uploads.getByRole('button', { name: `Dismiss ${name}` }).click()
  await expect(uploads).toHaveCount(0)
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(library(page)).toHaveCount(0)
})
