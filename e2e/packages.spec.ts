import type { Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { storedSlides } from './support/decks.ts'
import { isSaved } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { callAs, signUp } from './support/person.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const deckPage = `<title>Beetles</title><link rel="stylesheet" href="dist/theme/white.css"><div class="reveal"><div class="slides">
<section><h2>Beetles</h2><p class="fragment">Six legs</p><img src="a.png" width="300" height="150"><aside class="notes">Hello</aside></section>
<section><div style="border: 1px solid"><pre><code class="language-js">let a = 1</code></pre></div></section>
<section data-markdown><script type="text/template">## Kinds\n- Ladybird\n- Stag beetle</script></section>
</div></div>`

/** Runs an action by its name in the palette. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search actions and slides' })
  await expect(field).toBeFocused()
  await page.keyboard.insertText(name)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
}

test('a reveal.js folder comes in, is turned into blocks, and goes out as a ZIP', async ({ page }) => {
  await signUp(page.request)
  await page.goto('/')
  await page.getByRole('button', { name: 'Import' }).click()
  const read = page.waitForResponse(
    async (answer) => /imports\/\d+/.test(answer.url()) && (await answer.json()).status === 'finished',
  )
  const buffer = Buffer.from(zipSync({ 'talk/index.html': strToU8(deckPage), 'talk/a.png': picture }))
  await page.getByLabel('File to import').setInputFiles({ name: 'talk.zip', mimeType: 'application/zip', buffer })
  const ready = page.getByRole('dialog', { name: 'Your deck is ready' })
  await expect(ready.getByText('3 slides of talk.zip')).toBeVisible()
  const deck = { id: ((await (await read).json()) as { deck_id: number }).deck_id }
  await ready.getByRole('link', { name: 'Open the deck' }).click()
  const editor = new EditorDriver(page)
  await editor.isOpen()
  await run(page, 'Turn all slides into blocks')
  await expect(page.getByText('3 slides were turned into blocks')).toBeVisible()
  await isSaved(page)
  const slides = await storedSlides(page.request, deck)
  expect(slides.match(/data-block-type="\w+"/g)).toEqual(
    ['text', 'text', 'image', 'snippet', 'text', 'text'].map((type) => `data-block-type="${type}"`),
  )
  expect(slides).toContain('class="block fragment"')
  // Without the colors that the canvas adds.
  expect(slides).toMatch(/<code[^>]*>let a = 1<\/code>/)

  const body = { deck_export: { type: 'zip', options: { notes: true } } }
  const made = await (await callAs(page.request, 'POST', `/api/v1/decks/${deck.id}/exports.json`, body)).json()
  const state = async () => (await page.request.get(`/api/v1/decks/${deck.id}/exports/${made.id}.json`)).json()
  await expect.poll(async () => (await state()).status).toBe('finished')
  const files = unzipSync(await (await page.request.get((await state()).url)).body())
  const about = JSON.parse(strFromU8(files['deck.json']!))
  expect(Object.values<string>(about.slides).join('\n')).toBe(slides.trim())
  expect(Object.values(about.notes)).toEqual(['Hello'])
})
