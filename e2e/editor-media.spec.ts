import { fileURLToPath } from 'node:url'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { onBlankSlide } from './support/blank-slide.ts'
import { expect, test } from './support/journey.ts'
import { takesKeys } from './support/showing.ts'
import { showSavedDeck } from './support/shown-deck.ts'

let editor: EditorDriver
onBlankSlide((opened) => {
  editor = opened
})

const film = 'https://films.example/film.webm'

test('a video by its URL plays when its slide is shown, rests with the deck, and stands still in the editor', async ({
  page,
  context,
}) => {
  const path = fileURLToPath(new URL('support/film.webm', import.meta.url))
  await context.route('https://films.example/**', (route) => route.fulfill({ contentType: 'video/webm', path }))
  const bar = page.getByRole('toolbar', { name: 'Add', exact: true })
  const drawn = editor.blocks('video').locator('video')
  await test.step('the bar has its eight types, the menu the others', async () => {
    await expect(bar.getByRole('button', { name: 'Add video' })).toHaveCount(0)
    await bar.getByRole('button', { name: 'More to add' }).click()
    await expect(page.getByRole('menuitem', { name: /^(Video|Audio|Chart)$/ })).toHaveCount(3)
    await page.getByRole('menuitem', { name: 'Video' }).click()
  })
  await test.step('an address is asked for, and a wrong one refused', async () => {
    const field = page.getByRole('dialog').getByLabel('Video URL')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('maxlength', '2000')
    await field.fill('http://films.example/film.webm')
    await editor.press('Enter')
    await expect(page.getByText('The address must begin with https')).toBeVisible()
    await field.fill(film)
    await editor.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(drawn).toHaveAttribute('src', film)
  })
  await test.step('it repeats, muted, by itself; on the canvas it has no controls', async () => {
    for (const name of ['Muted', 'Starts by itself', 'Repeats']) await page.getByLabel(name, { exact: true }).click()
    await expect(drawn).toHaveAttribute('loop', '')
    await expect(drawn).not.toHaveAttribute('controls', '')
    expect(await drawn.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  })
  await test.step('others see it play; it rests while the deck is paused', async () => {
    const shown = (await showSavedDeck(page)).locator('video')
    const seen = () =>
      shown.evaluate((video: HTMLVideoElement) => ({
        isPaused: video.closest('.reveal')?.classList.contains('paused'),
        isPlaying: !video.paused && video.currentTime > 0,
      }))
    await expect.poll(seen).toEqual({ isPaused: false, isPlaying: true })
    expect(await shown.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    // A muted video plays before the player has started and takes keys, and before the frame has the focus.
    await takesKeys(page)
    await page.keyboard.press('b')
    await expect.poll(seen).toEqual({ isPaused: true, isPlaying: false })
    await page.keyboard.press('b')
    await expect.poll(seen).toEqual({ isPaused: false, isPlaying: true })
  })
})
