import { expect, type Locator, type Page } from '@playwright/test'
import { EditorDriver } from '../../src/testing/editor-driver.ts'

/** What the editor says about the person's work. */
export function saveStatus(page: Page): Locator {
  return page.locator('main > header [data-save-state]')
}

/** Waits until everything is on the server, as the editor itself says. */
export async function isSaved(page: Page): Promise<void> {
  await expect(saveStatus(page)).toHaveText('Saved')
}

/** Opens an editor's address and waits until it can be worked in. */
export async function openEditor(page: Page, address: string): Promise<EditorDriver> {
  await page.goto(address)
  const editor = new EditorDriver(page)
  await editor.isOpen()
  return editor
}

/** Replaces the whole text of a block, as one would by hand; the typing goes on. */
export async function overtype(editor: EditorDriver, block: Locator, text: string): Promise<void> {
  const before = (await block.boundingBox())!
  const typing = editor.slide.locator('[contenteditable="true"]')
  // One click is enough for an empty place, and a second one would be the text's own. A dialog that is still closing
  // takes the first.
  await expect(async () => {
    await editor.page.mouse.click(before.x + before.width / 2, before.y + before.height / 2)
    if ((await typing.count()) === 0) await editor.press('Enter')
    expect(await typing.count()).toBe(1)
  }).toPass()
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+A')
  // At once, as pasted words come: a popup in the middle of them would keep the rest.
  await editor.page.keyboard.insertText(text)
}

/** Replaces the whole text of a block. Afterward nothing is selected. */
export async function retype(editor: EditorDriver, block: Locator, text: string): Promise<void> {
  await overtype(editor, block, text)
  await expect(block).toHaveText(text)
  await editor.press('Escape')
  await editor.press('Escape')
}
