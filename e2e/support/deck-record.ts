import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext } from '@playwright/test'

/** A deck in the shared server's database. */
export class DeckRecord {
  readonly #database = new DatabaseSync(join(process.env.SHARED_DATA ?? '', 'lectern.sqlite'))
  readonly #deckId: number

  constructor(deckId: number) {
    this.#database.exec('pragma busy_timeout = 5000')
    this.#deckId = deckId
  }

  version = (): number => {
    const row = this.#database.prepare('select version from decks where id = ?').get(this.#deckId)
    return Number((row as { version: number }).version)
  }

  /** Makes a user the one who edits, whoever does now. */
  handOverTo(username: string): void {
    const statement = 'update decks set editor_user_id = (select id from users where username = ?) where id = ?'
    this.#database.prepare(statement).run(username, this.#deckId)
  }

  close(): void {
    this.#database.close()
  }
}

/** All that the server has of a deck's content for its owner: now, and in its revisions. */
export async function allStored(request: APIRequestContext, deckId: number): Promise<string> {
  const path = `/api/v1/decks/${deckId}`
  const parts = [await (await request.get(`${path}/data.json`)).text()]
  for (let page = 1; ; page++) {
    const body = await (await request.get(`${path}/revisions.json?page=${page}`)).json()
    for (const { id } of body.results) parts.push(await (await request.get(`${path}/revisions/${id}.json`)).text())
    if (page * body.per_page >= body.total) return parts.join('\n')
  }
}
