// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ImportAnswer } from '../../../api/imports/contract.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { later, showScreen } from '../../../testing/show-screen.tsx'
import { ImportDialog } from './import-dialog.tsx'

const done = { id: 1, status: 'finished', done: 2, slide_count: 2, file_name: 'talk.md', error: null, report: [] }
const deck = { id: 7, slug: 'talk', user: { username: 'ada' } }

async function showImport() {
  const answer = later<Partial<ImportAnswer>>()
  const dialog = <ImportDialog open onClose={() => {}} onImported={() => {}} />
  const answers = { 'POST /api/v1/imports/address': () => answer.promise }
  const screen = await showScreen(dialog, { answers, viewer: {} })
  const focused = () => document.activeElement
  const begin = async () => {
    await screen.press('Address')
    await screen.type('Address of the deck', 'https://example.com/talk')
    await screen.submit('Import')
  }
  return { screen, answer, focused, begin }
}

test('the focus stays in the dialog while an import runs, and when it has ended', async () => {
  const { screen, answer, focused, begin } = await showImport()
  await begin()
  expect(screen.text()).toContain('Preparing')
  expect(screen.dialog()?.contains(focused())).toBe(true)
  await act(async () => answer.resolve({ ...done, deck } as unknown as ImportAnswer))
  await expect.poll(() => screen.text()).toContain('Your deck is ready')
  expect(screen.dialog()?.contains(focused())).toBe(true)
})

test('a source that failed has the focus again, beside the reason', async () => {
  const { screen, answer, begin } = await showImport()
  await begin()
  await act(async () => answer.reject(new ApiError(422, importMessages.waiting)))
  expect(screen.focus()).toBe('url')
})

test('how the pages of a PDF become slides is asked where there may be a PDF', async () => {
  const { screen } = await showImport()
  const asked = async (tab: string) => {
    await screen.press(tab)
    return screen.text().includes('Pages of a PDF')
  }
  expect([await asked('File or folder'), await asked('Address'), await asked('HTML')]).toEqual([true, true, false])
})
