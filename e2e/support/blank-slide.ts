import type { BrowserContext, Cookie } from '@playwright/test'
import type { EditorDriver, HeldKey, SlidePoint } from '../../src/testing/editor-driver.ts'
import { openEditor } from './editing.ts'
import { willIntercept } from './hold.ts'
import { expect, test } from './journey.ts'
import { type Account, signUp } from './person.ts'

/** One account for all tests of a worker: these tests are about the slide, not about accounts. */
let author: { readonly account: Account; readonly cookies: Cookie[] } | null = null

/** Signs the worker's author in, in this browser; resolves with the URL of a new deck. */
async function signInAuthor(context: BrowserContext): Promise<string> {
  if (author) await context.addCookies(author.cookies)
  else {
    const account = await signUp(context.request)
    author = { account, cookies: await context.cookies() }
  }
  return `/${author.account.username}/new`
}

/** Deletes everything on the slide. */
async function clear(editor: EditorDriver): Promise<void> {
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await editor.expectBlocks(0)
}

// Playwright listens for pointer events in every document it has inspected, and is blocked there.
const ownNoise = /Blocked script execution in '.*\/canvas'/

/** Opens an editor on an empty slide before each test of a file and passes it to `take`. */
export function onBlankSlide(take: (editor: EditorDriver) => void): void {
  test.beforeEach(async ({ page, context, complaints }) => {
    complaints.expect(ownNoise)
    await willIntercept(page)
    const editor = await openEditor(page, await signInAuthor(context))
    await clear(editor)
    take(editor)
  })
}

/**
 * As onBlankSlide, with one editor for all tests of a file, which run in sequence; the slide is cleared before each.
 * For short tests of pointer and keys: opening an editor takes longer than they do. The tests must restore the view and
 * the settings.
 */
export function onSharedSlide(take: (editor: EditorDriver) => void): void {
  test.describe.configure({ mode: 'serial' })
  let shared: { readonly context: BrowserContext; readonly editor: EditorDriver } | null = null
  test.beforeEach(async ({ browser, complaints, baseURL }) => {
    complaints.expect(ownNoise)
    if (!shared) {
      const context = await browser.newContext({ baseURL })
      complaints.watch(context)
      const address = await signInAuthor(context)
      shared = { context, editor: await openEditor(await context.newPage(), address) }
    } else complaints.watch(shared.context)
    const { editor } = shared
    // After the previous test a fading popup may handle the first keys, and a panel field all of them.
    await expect(async () => {
      await editor.layer.focus()
      // Leaves a text, a selection, a tool.
      for (let rung = 0; rung < 3; rung++) await editor.press('Escape')
      await editor.press('ControlOrMeta+A')
      await editor.press('Delete')
      await expect(editor.blocks()).toHaveCount(0, { timeout: 2_000 })
      await expect(editor.layer).toBeFocused({ timeout: 2_000 })
    }).toPass()
    take(editor)
  })
  test.afterAll(async () => {
    await shared?.context.close()
    shared = null
  })
}

/** Draws a rectangle with its tool; it is selected afterward. */
export async function drawRectangle(
  editor: EditorDriver,
  from: SlidePoint,
  to: SlidePoint,
  held: readonly HeldKey[] = [],
): Promise<void> {
  await editor.press('Escape')
  await editor.press('r')
  await editor.drag(from, to, held)
}

/** Adds a text at a point and types into it; editing continues. */
export async function writeText(editor: EditorDriver, at: SlidePoint, text: string): Promise<void> {
  await editor.press('Escape')
  await editor.press('t')
  await editor.click(at)
  await editor.expectTyping(true)
  await editor.type(text)
}
