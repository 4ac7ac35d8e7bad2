import type { Page } from '@playwright/test'
import { LocalDropbox } from '../src/testing/local-dropbox.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { faultsOf } from './support/accessibility.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { callAs, signUp } from './support/person.ts'
import { isLoaded } from './support/teams.ts'

let dropbox: LocalDropbox
let server: RunningServer
test.beforeAll(async () => {
  dropbox = new LocalDropbox()
  dropbox.asks = true
  const timings = JSON.stringify({ syncCheck: 500, syncQuiet: 0 })
  const env = { DROPBOX_APP_KEY: dropbox.appKey, DROPBOX_URL: await dropbox.listen(), LECTERN_TIMINGS: timings }
  server = await runServer({ env, inMemory: true })
})
test.afterAll(async () => {
  await server.dispose()
  await dropbox.close()
})

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Dropbox' })
const kindsOf = () =>
  dropbox.paths().map((path) => [path.replace(/\d+/, 'n'), dropbox.file(path)?.subarray(0, 4).toString()])

test('a deck is kept in Dropbox after each change, until it is taken back there or here', async ({ openBrowser }) => {
  const context = await openBrowser({ baseURL: server.baseUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signUp(context.request, {}, server.baseUrl)
  const deck = await makeDeck(context.request, 'Tide tables', ['Low tide'], {}, server.baseUrl)
  const section = sectionOf(page)
  const syncState = async () => {
    const answer = await context.request.get(`${server.baseUrl}/api/v1/decks/${deck.id}/export.json`)
    return (await answer.json()).sync.state
  }

  await test.step('connected from the deck, and synced', async () => {
    await page.goto(`${deck.path}/exports`)
    await section.getByRole('link', { name: 'Connect Dropbox' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('Dropbox was not connected')).toBeVisible()
    await expect(page).toHaveURL(`${server.baseUrl}${deck.path}/exports`)
    await section.getByRole('link', { name: 'Connect Dropbox' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(page).toHaveURL(`${server.baseUrl}${deck.path}/exports`)
    await section.getByRole('button', { name: 'Sync this deck' }).click()
    await expect(section.getByText(/^Synced/)).toBeVisible()
    expect(kindsOf()).toEqual([
      ['/Tide tables (n).pdf', '%PDF'],
      ['/Tide tables (n).zip', 'PK\u0003\u0004'],
    ])
    expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
  })

  await test.step('a change is synced by itself, under the new title', async () => {
    const change = { deck: { title: 'Neap tides', data: '<section><h1>Neap</h1></section>', version: 1 } }
    const saved = await callAs(context.request, 'PUT', `/api/v1/decks/${deck.id}.json`, change, server.baseUrl)
    expect(saved.status()).toBe(200)
    await expect.poll(() => kindsOf().map(([path]) => path)).toEqual(['/Neap tides (n).pdf', '/Neap tides (n).zip'])
    // The second file follows its new name.
    await expect.poll(syncState).toBe('synced')
  })

  await test.step('taken back there, it asks to be connected again', async () => {
    dropbox.revokeAll()
    await section.getByRole('button', { name: 'Sync now' }).click()
    await expect(section.getByText('no longer lets us in')).toBeVisible()
    await section.getByRole('link', { name: 'Connect again' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(section.getByRole('button', { name: 'Sync now' })).toBeVisible()
  })

  await test.step('the settings list it, and disconnect it on both sides', async () => {
    await page.goto('/users/edit#file-storage')
    await isLoaded(page)
    await expect(section.getByText('ada@dropbox.example')).toBeVisible()
    await expect(section.getByRole('link', { name: 'Neap tides' })).toBeVisible()
    await section.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await section.getByRole('link', { name: 'Connect Dropbox' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('Dropbox was not connected')).toBeVisible()
    await expect.poll(() => dropbox.grants()).toBe(0)
    expect(dropbox.paths()).toHaveLength(2)
  })
})
