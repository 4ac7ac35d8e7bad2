import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import { signUp } from './support/person.ts'
import { dropFile } from './support/picture.ts'
import { showSavedDeck } from './support/shown-deck.ts'

const film = fileURLToPath(new URL('support/film.webm', import.meta.url))

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { ALLOW_VIDEO_UPLOADS: 'true', BILLING: 'off' }, inMemory: true })
})
test.afterAll(() => server.dispose())

const library = (page: Page) => page.getByRole('dialog', { name: 'Media library' })

test('where the operator allows it, a video is uploaded, chosen from its block, and plays', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
  const context = await openBrowser({ baseURL: server.baseUrl })
  const { username } = await signUp(context.request, undefined, server.baseUrl)
  const page = await context.newPage()
  const editor = await openEditor(page, `/${username}/new`)
  const block = editor.blocks('video')
  await test.step('the library takes it, and shows its duration and its pictures', async () => {
    await page.getByRole('toolbar', { name: 'Add', exact: true }).getByRole('button', { name: 'More to add' }).click()
    await page.getByRole('menuitem', { name: 'Video' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Library…' }).click()
    await library(page).getByLabel('Image and video files').setInputFiles([film])
    const item = library(page).getByRole('option', { name: 'film, video, 00:03' })
    await item.click()
    await expect(library(page).getByText('WEBM, 00:03, 32 × 18, 3.6 KB')).toBeVisible()
    const preview = library(page).getByLabel('film', { exact: true })
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(32)
    await library(page).getByRole('button', { name: 'Use this video' }).click()
  })
  await test.step('the block takes its proportions, and stands still on the canvas', async () => {
    const drawn = block.locator('video')
    await expect(drawn).toHaveAttribute('src', /^\/m\/\w+\.webm$/)
    const box = (await block.boundingBox())!
    expect(box.width / box.height).toBeCloseTo(32 / 18, 1)
    await page.getByLabel('Muted', { exact: true }).click()
    await page.getByLabel('Starts by itself', { exact: true }).click()
  })
  await test.step('dropped on the slide, it becomes a block of its own', async () => {
    const file = { name: 'other.webm', mimeType: 'video/webm', buffer: readFileSync(film) }
    await dropFile(editor.layer, file, await editor.onScreen({ x: 700, y: 500 }))
    await expect(block).toHaveCount(2)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(block).toHaveCount(1)
  })
  await test.step('it plays where the deck is shown, from the content host', async () => {
    const shown = (await showSavedDeck(page)).locator('video')
    await expect
      .poll(() => shown.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0))
      .toBe(true)
    expect(new URL(await shown.evaluate((video: HTMLVideoElement) => video.currentSrc)).host).not.toBe(
      new URL(server.baseUrl).host,
    )
  })
})
