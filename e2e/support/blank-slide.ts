import type { BrowserContext, Cookie } from '@playwright/test'
import type { EditorDriver, HeldKey, SlidePoint } from '../../src/testing/editor-driver.ts'
import { openEditor } from './editing.ts'
import { expect, test } from './journey.ts'
import { type Account, signUp } from './person.ts'

/** One account for all tests of a worker: what matters here is the slide, not who draws on it. */
let author: { readonly account: Account; readonly cookies: Cookie[] } | null = null

/** Signs the worker's author in, in this browser; resolves with the address of a new deck of theirs. */
async function signInAuthor(context: BrowserContext): Promise<string> {
  if (author) await context.addCookies(author.cookies)
  else {
    const account = await signUp(context.request)
    author = { account, cookies: await context.cookies() }
  }
  return `/${author.account.username}/new`
}

/** Takes everything away from the slide. */
async function clear(editor: EditorDriver): Promise<void> {
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
  await editor.expectBlocks(0)
}

// The test tool listens to the pointer inside of every document it has looked into, and is stopped there like anyone.
const ownNoise = /Blocked script execution in '.*\/canvas'/

/** Opens an editor on a slide with nothing on it before each test of a file. `take` gets it. */
export function onBlankSlide(take: (editor: EditorDriver) => void): void {
  test.beforeEach(async ({ page, context, complaints }) => {
    complaints.expect(ownNoise)
    const editor = await openEditor(page, await signInAuthor(context))
    await clear(editor)
    take(editor)
  })
}

/**
 * As onBlankSlide, with one editor for all tests of a file, which come one after the other; the slide is cleared before
 * each. For short looks at what the pointer and the keys do: opening an editor takes longer than they do. The tests use
 * the editor's page, and leave the view and the settings as they found them.
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
    // Whatever the test before left: a popup that still fades takes the first keys, a field of the panel all of them.
    await expect(async () => {
      await editor.layer.focus()
      // Out of a text, out of a selection, out of a tool.
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

/** Draws a rectangle with its own tool; it is selected afterward. */
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

/** Adds a text where it is clicked and types into it; the typing goes on. */
export async function writeText(editor: EditorDriver, at: SlidePoint, text: string): Promise<void> {
  await editor.press('Escape')
  await editor.press('t')
  await editor.click(at)
  await editor.expectTyping(true)
  await editor.type(text)
}
