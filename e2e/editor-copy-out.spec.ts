import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { drawRectangle, onBlankSlide, writeText } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

/** The clipboard's formats for other programs, by type: text, or bytes in base64. */
function clipboard(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const entries = (item?.types ?? []).map(async (type) => {
      const blob = await item!.getType(type)
      const value = type.startsWith('text/')
        ? await blob.text()
        : btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
      return [type, value] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
}

test('copied blocks reach other programs as HTML, text and picture, and the menu pastes them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await writeText(editor, { x: 480, y: 150 }, 'Sun power')
  await editor.press('Escape')
  await test.step('as HTML and text', async () => {
    await editor.press('ControlOrMeta+C')
    const forms = await clipboard(page)
    expect(forms['text/plain']?.trim()).toBe('Sun power')
    expect(forms['text/html']).toContain('Sun power')
  })
  await test.step('as a picture of the blocks alone, at twice their size', async () => {
    await drawRectangle(editor, { x: 500, y: 300 }, { x: 700, y: 400 })
    await editor.press('Shift+Alt+C')
    await expect(page.getByText('A picture of the block is on the clipboard')).toBeVisible()
    const png = sharp(Buffer.from((await clipboard(page))['image/png'] ?? '', 'base64'))
    expect(await png.metadata()).toMatchObject({ format: 'png', width: 448, height: 248 })
    const { data, info } = await png.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
    expect([alphaAt(4, 4), alphaAt(224, 124)]).toEqual([0, 255])
  })
  await test.step('the menu pastes where the browser allows reading the clipboard', async () => {
    await editor.press('Escape')
    await editor.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Paste', exact: true }).click()
    await editor.expectBlocks(1, 'image')
    await expect(editor.blocks('image').locator('img')).toHaveAttribute('src', /^\/m\//)
  })
  await test.step('of the whole slide, with its background, its fonts and its pictures', async () => {
    await editor.press('Escape')
    await editor.press('Shift+Alt+C')
    await expect(page.getByText('A picture of the slide is on the clipboard', { exact: true })).toBeVisible()
    const png = sharp(Buffer.from((await clipboard(page))['image/png'] ?? '', 'base64'))
    expect(await png.metadata()).toMatchObject({ width: 1920, height: 1400 })
    const box = await editor
      .blocks('text')
      .evaluate(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement) => ({
        left: offsetLeft * 2,
        top: offsetTop * 2,
        width: offsetWidth * 2,
        height: offsetHeight * 2,
      }))
    const { channels } = await png.clone().extract(box).stats()
    // Dark text on white: neither a blank nor a black box.
    expect(channels[0]!.max).toBe(255)
    expect(channels[0]!.min).toBeLessThan(80)
    expect(channels[0]!.mean).toBeGreaterThan(180)
  })
})
