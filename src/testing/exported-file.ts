import { expect } from 'vitest'
import type { TestApp, TestPerson } from './test-app.ts'

/** Exports a deck in a format through the API, and returns the file. The app needs the exports' jobs. */
export async function exportedFile(
  app: TestApp,
  person: TestPerson,
  deck: number,
  type: string,
  options: object = {},
): Promise<Uint8Array> {
  const path = `/api/v1/decks/${deck}/exports`
  const { body } = await person.post(`${path}.json`, { type, options })
  await app.services.jobs.idle()
  const done = (await person.get(`${path}/${body.id}.json`)).body
  expect(done, type).toMatchObject({ status: 'finished', error: null })
  const row = await app.services.database.read
    .selectFrom('deck_exports')
    .select('file_key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  return (await app.services.files.read(String(row.file_key)))!
}
