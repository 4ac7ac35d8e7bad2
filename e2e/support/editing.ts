import { expect, type Locator, type Page } from '@playwright/test'
import { EditorDriver } from '../../src/testing/editor-driver.ts'

/** The editor's save status. */
export function saveStatus(page: Page): Locator {
  return page.locator('main > header [data-save-state]')
}

/** Waits until the editor reports that everything is saved. */
export async function isSaved(page: Page): Promise<void> {
  await expect(saveStatus(page)).toHaveText('Saved')
}

/** Opens an editor's URL and waits until it is usable. */
export async function openEditor(page: Page, address: string): Promise<EditorDriver> {
  await page.goto(address)
  const editor = new EditorDriver(page)
  await editor.isOpen()
  return editor
}

/** Replaces a block's text by hand; editing continues. */
export async function overtype(editor: EditorDriver, block: Locator, text: string): Promise<void> {
  const before = (await block.boundingBox())!
  const typing = editor.slide.locator('[contenteditable="true"]')
  // One click is enough for an empty placeholder, and a second one would go to the text. A closing dialog handles the
  // first.
  await expect(async () => {
    await editor.page.mouse.click(before.x + before.width / 2, before.y + before.height / 2)
    if ((await typing.count()) === 0) await editor.press('Enter')
    expect(await typing.count()).toBe(1)
  }).toPass()
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+A')
  // At once, like a paste: a popup in between would handle the rest.
  await editor.page.keyboard.insertText(text)
}

/** Replaces a block's text. Afterward nothing is selected. */
export async function retype(editor: EditorDriver, block: Locator, text: string): Promise<void> {
  await overtype(editor, block, text)
  await expect(block).toHaveText(text)
  await editor.press('Escape')
  await editor.press('Escape')
}
