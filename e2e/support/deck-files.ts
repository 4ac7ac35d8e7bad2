import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { callAs, csrfToken } from './person.ts'

/** A file to choose in a page. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Chooses a file in the import dialog of the home page, and waits until its deck is ready. Returns the deck. */
export async function importInPage(page: Page, file: ChosenFile, ready: string): Promise<{ readonly id: number }> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Import' }).click()
  const read = page.waitForResponse(
    async (answer) => /imports\/\d+/.test(answer.url()) && (await answer.json()).status === 'finished',
  )
  await page.getByLabel('File to import').setInputFiles(file)
  await expect(page.getByRole('dialog', { name: 'Your deck is ready' }).getByText(ready)).toBeVisible()
  return { id: ((await (await read).json()) as { deck_id: number }).deck_id }
}

/** Imports a file through the API. Returns the deck. */
export async function importFile(
  request: APIRequestContext,
  name: string,
  buffer: Buffer,
): Promise<{ readonly id: number }> {
  const headers = { accept: 'application/json', 'x-csrf-token': await csrfToken(request) }
  const file = { name, mimeType: 'application/octet-stream', buffer }
  const sent = await request.post('/api/v1/imports.json', { headers, multipart: { file } })
  expect(sent.status(), await sent.text()).toBe(201)
  const { id } = await sent.json()
  const state = async () => (await request.get(`/api/v1/imports/${id}.json`)).json()
  await expect.poll(async () => (await state()).status).toBe('finished')
  return { id: (await state()).deck_id }
}

/** Exports a deck through the API. Returns the file. */
export async function exportFile(
  request: APIRequestContext,
  deck: { readonly id: number },
  type: 'pdf' | 'ppt' | 'zip',
  options: Readonly<Record<string, unknown>> = {},
): Promise<Buffer> {
  const path = `/api/v1/decks/${deck.id}/exports`
  const made = await (await callAs(request, 'POST', `${path}.json`, { deck_export: { type, options } })).json()
  const state = async () => (await request.get(`${path}/${made.id}.json`)).json()
  await expect.poll(async () => (await state()).status).toBe('finished')
  return (await request.get((await state()).url)).body()
}
