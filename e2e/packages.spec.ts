import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { paragraph, place, samplePptx, shape } from '../src/testing/sample-pptx.ts'
import { exportFile, importFile, importInPage } from './support/deck-files.ts'
import { storedSlides } from './support/decks.ts'
import { isSaved, retype } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'

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

test('a reveal.js folder comes in, is turned into blocks, edited, and goes out as a ZIP and a page that open again', async ({
  page,
}) => {
  await signUp(page.request)
  const buffer = Buffer.from(zipSync({ 'talk/index.html': strToU8(deckPage), 'talk/a.png': picture }))
  const file = { name: 'talk.zip', mimeType: 'application/zip', buffer }
  const deck = await importInPage(page, file, '3 slides of talk.zip')
  await page.getByRole('link', { name: 'Open the deck' }).click()
  const editor = new EditorDriver(page)
  await editor.isOpen()
  await run(page, 'Turn all slides into blocks')
  await expect(page.getByText('3 slides were turned into blocks')).toBeVisible()
  await retype(editor, editor.blocks('text').first(), 'Ladybugs')
  await isSaved(page)
  const slides = await storedSlides(page.request, deck)
  expect(slides.match(/data-block-type="\w+"/g)).toEqual(
    ['text', 'text', 'image', 'snippet', 'text', 'text'].map((type) => `data-block-type="${type}"`),
  )
  expect(slides).toContain('class="block fragment"')
  expect(slides).toContain('Ladybugs')
  // Without the colors that the canvas adds.
  expect(slides).toMatch(/<code[^>]*>let a = 1<\/code>/)

  await test.step('the ZIP has all of it, and comes back equal', async () => {
    const zip = await exportFile(page.request, deck, 'zip', { notes: true })
    const about = JSON.parse(strFromU8(unzipSync(zip)['deck.json']!))
    expect(Object.values<string>(about.slides).join('\n')).toBe(slides.trim())
    expect(Object.values(about.notes)).toEqual(['Hello'])
    const back = await importFile(page.request, 'back.zip', zip)
    expect((await storedSlides(page.request, back)).trim()).toBe(slides.trim())
  })

  await test.step('the page opens from the disk', async () => {
    const path = test.info().outputPath('talk.html')
    await writeFile(path, await exportFile(page.request, deck, 'zip', { form: 'page' }))
    await page.goto(pathToFileURL(path).href)
    const shown = page.locator('.slides section.present:not(.stack)')
    await expect(shown).toContainText('Ladybugs')
    // The fragment first.
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
    await expect(shown).toContainText('let a = 1')
  })
})

test('a presentation comes in, is edited, and goes out as a PowerPoint file and a PDF that come in again', async ({
  page,
}) => {
  await signUp(page.request)
  const slide = (text: string) => ({ shapes: shape(2, place(60, 60, 700, 120), paragraph(text)) })
  const buffer = samplePptx([slide('Moths'), slide('Butterflies')])
  const file = { name: 'Wings.pptx', mimeType: 'application/octet-stream', buffer }
  const deck = await importInPage(page, file, '2 slides of Wings.pptx')
  await page.getByRole('link', { name: 'Open the deck' }).click()
  const editor = new EditorDriver(page)
  await editor.isOpen()
  await retype(editor, editor.blocks('text').first(), 'Hawk moths')
  await isSaved(page)
  for (const type of ['ppt', 'pdf'] as const) {
    await test.step(type, async () => {
      const back = await importFile(page.request, 'back', await exportFile(page.request, deck, type))
      const slides = (await storedSlides(page.request, back)).split('</section>')
      for (const [at, words] of ['Hawk moths', 'Butterflies'].entries()) expect(slides[at]).toContain(words)
    })
  }
})
