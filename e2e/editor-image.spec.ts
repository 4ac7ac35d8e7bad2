import sharp from 'sharp'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onSharedSlide } from './support/blank-slide.ts'
import { chooseColor } from './support/color.ts'
import { expect, test } from './support/journey.ts'
import { dropFile, type PictureFile, picture } from './support/picture.ts'
import { showSavedDeck } from './support/shown-deck.ts'

let editor: EditorDriver
onSharedSlide((opened) => {
  editor = opened
})

const image = () => editor.blocks('image').first()
const shown = () => image().locator('.block-content > img')

/** A picture of 400 x 200, with a red left half and a blue right half. */
async function halves(): Promise<PictureFile> {
  const half = (color: string) => ({ create: { width: 200, height: 200, channels: 3 as const, background: color } })
  const blue = await sharp(half('#0000ff')).png().toBuffer()
  const both = sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
  const buffer = await both
    .composite([{ input: blue, left: 200, top: 0 }])
    .png()
    .toBuffer()
  return { name: 'halves.png', mimeType: 'image/png', buffer }
}

async function addPicture(file: PictureFile): Promise<void> {
  await dropFile(editor.layer, file, await editor.onScreen({ x: 480, y: 350 }))
  await editor.expectBlocks(1, 'image')
  await expect.poll(() => shown().evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
}

/** The visible color of a point of the window. */
async function colorAt(point: { x: number; y: number }): Promise<string> {
  const at = await editor.onScreen(point)
  const clip = { x: Math.round(at.x), y: Math.round(at.y), width: 1, height: 1 }
  const { data } = await sharp(await editor.page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[0]! > data[2]! ? 'red' : 'blue'
}

test('a double click crops: the picture moves and scales below its frame, Enter applies, Escape cancels', async () => {
  await addPicture(await halves())
  await editor.dragHandle('se', { x: 480, y: 450 }, ['Shift'])
  const before = await image().boundingBox()
  const style = await shown().getAttribute('style')
  const ghost = image().locator('[data-in-place] > img')
  await test.step('Escape leaves it unchanged', async () => {
    await editor.doubleClick({ x: 400, y: 350 })
    await expect(ghost).toHaveCount(1)
    await editor.drag({ x: 400, y: 350 }, { x: 440, y: 350 })
    await editor.press('Escape')
    await expect(ghost).toHaveCount(0)
    expect(await shown().getAttribute('style')).toBe(style)
  })
  await test.step('moved to the right, its left end is visible', async () => {
    await expect(editor.layer.locator('[data-handle="e"]')).toHaveCount(1)
    await editor.press('Enter')
    await expect(ghost).toHaveCount(1)
    // The frame is fixed, so it has no handles.
    await expect(editor.layer.locator('[data-handle="e"]')).toHaveCount(0)
    await editor.drag({ x: 400, y: 350 }, { x: 700, y: 350 })
    await editor.press('Enter')
    await expect(ghost).toHaveCount(0)
    await expect(shown()).toHaveAttribute('data-l-crop', /^0 0 /)
    expect(await image().boundingBox()).toEqual(before)
  })
  await test.step('the keys scale it; undo reverts the crop in one step', async () => {
    const [, , wide] = (await shown().getAttribute('data-l-crop'))!.split(' ').map(Number)
    await editor.press('Enter')
    for (const key of ['+', '+', 'ArrowLeft']) await editor.press(key)
    await editor.click({ x: 900, y: 650 })
    await expect(ghost).toHaveCount(0)
    const [, , less] = (await shown().getAttribute('data-l-crop'))!.split(' ').map(Number)
    expect(less).toBeLessThan(wide!)
    await editor.press('ControlOrMeta+Z')
    await expect(shown()).toHaveAttribute('data-l-crop', /^0 0 /)
  })
})

test('a picture is mirrored, tinted, rounded, framed, and replaced in place', async () => {
  const { page } = editor
  await addPicture(await halves())
  const panel = page.getByRole('complementary', { name: 'Properties' })
  // The picture is decoded after it was loaded.
  await expect.poll(() => colorAt({ x: 320, y: 350 })).toBe('red')
  await test.step('mirrored', async () => {
    await panel.getByLabel('Mirrored').check()
    await expect.poll(() => colorAt({ x: 320, y: 350 })).toBe('blue')
  })
  await test.step('tinted', async () => {
    await chooseColor(page, panel.getByLabel('One color'), '#ff0000')
    await expect.poll(() => colorAt({ x: 320, y: 350 })).toBe('red')
    await expect.poll(() => colorAt({ x: 640, y: 350 })).toBe('red')
  })
  await test.step('corners, border and shadow share their corners', async () => {
    await panel.getByLabel('Rounded corners').fill('20')
    await panel.getByLabel('Border', { exact: true }).fill('4')
    await panel.getByLabel('Border', { exact: true }).press('Enter')
    await panel.getByLabel('Shadow').selectOption({ label: 'Medium' })
    await expect(image()).toHaveCSS('border-radius', '20px')
    await expect(image()).toHaveCSS('border-top-width', '4px')
    await expect(image()).toHaveCSS('box-shadow', /18px/)
  })
  await test.step('replaced by another picture', async () => {
    const before = await shown().getAttribute('src')
    await panel.getByLabel('File', { exact: true }).setInputFiles(await picture('green.png', '#00ff00'))
    await expect(shown()).not.toHaveAttribute('src', before!)
    await editor.expectBlocks(1)
  })
  await test.step('a link to a slide', async () => {
    await panel.getByLabel('Link to a slide').selectOption({ index: 1 })
    await expect(image().locator('a.block-content[href="#/0"]')).toHaveCount(1)
  })
})

test('an SVG lists its colors, and each can follow the theme', async () => {
  const { page } = editor
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><style>.a{fill:#c00}</style><rect class="a" width="20" height="20"/><circle cx="30" cy="10" r="8" fill="#00c"/></svg>'
  const file = { name: 'flag.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  await dropFile(editor.layer, file, await editor.onScreen({ x: 480, y: 350 }))
  const picture = editor.blocks('image').locator('img')
  await expect(picture).toHaveAttribute('src', /\.svg$/)
  const change = page.getByRole('button', { name: 'Change its colors' })
  await change.click()
  const drawn = editor.blocks('image').locator('svg')
  await expect(drawn.locator('circle')).toHaveAttribute('fill', '#00c')
  await page.getByLabel('Color 1', { exact: true }).click()
  await page.getByRole('button', { name: 'Accent 1', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(drawn.locator('rect')).toHaveAttribute('style', /fill: var\(--l-accent-1\)/)
  await chooseColor(page, page.getByLabel('Color 2', { exact: true }), '#00ff00')
  await expect(drawn.locator('circle')).toHaveAttribute('fill', '#00ff00')
  await test.step('it is saved and shown so, and each change is an undo step', async () => {
    await page.getByLabel('Description').fill('A flag')
    const slide = await showSavedDeck(page)
    await expect(slide.getByRole('img', { name: 'A flag' }).locator('rect')).toHaveCSS('fill', 'rgb(42, 118, 221)')
  })
})
