import type { Cookie } from '@playwright/test'
import type { EditorDriver, HeldKey, SlidePoint } from '../../src/testing/editor-driver.ts'
import { openEditor } from './editing.ts'
import { test } from './journey.ts'
import { type Account, signUp } from './person.ts'

/** One account for all tests of a worker: what matters here is the slide, not who draws on it. */
let author: { readonly account: Account; readonly cookies: Cookie[] } | null = null

/** Opens an editor on a slide with nothing on it before each test of a file. `take` gets it. */
export function onBlankSlide(take: (editor: EditorDriver) => void): void {
  test.beforeEach(async ({ page, context, complaints }) => {
    // The test tool listens to the pointer inside of every document it has looked into, and is stopped there like anyone.
    complaints.expect(/Blocked script execution in '.*\/canvas'/)
    if (author) await context.addCookies(author.cookies)
    else {
      const account = await signUp(context.request)
      author = { account, cookies: await context.cookies() }
    }
    const editor = await openEditor(page, `/${author.account.username}/new`)
    await editor.press('ControlOrMeta+A')
    await editor.press('Delete')
    await editor.expectBlocks(0)
    take(editor)
  })
}

/** Draws a rectangle with its own tool; it is selected afterwards. */
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
