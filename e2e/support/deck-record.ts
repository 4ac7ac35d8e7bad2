import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type APIRequestContext, expect } from '@playwright/test'
import { callAs, type Person } from './person.ts'

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

  #idOf({ username }: Pick<Person, 'username'>): number {
    const row = this.#database.prepare('select id from users where username = ?').get(username)
    return (row as { id: number }).id
  }

  /** Makes a user the one who edits, as another process without a bus does: this one finds it in the database. */
  handOverElsewhere(to: Person): void {
    this.#database.prepare('update decks set editor_user_id = ? where id = ?').run(this.#idOf(to), this.#deckId)
  }

  /** The present editor, who is one of these, lets the last one edit. Nothing is saved first. */
  async handOver(from: readonly Person[], to: Person): Promise<void> {
    const row = this.#database.prepare('select editor_user_id as id from decks where id = ?').get(this.#deckId)
    const present = from.find((person) => this.#idOf(person) === (row as { id: number | null }).id) ?? from[0]!
    const path = `/api/v1/decks/${this.#deckId}/users/${this.#idOf(to)}/become_editor`
    expect((await callAs(present.context.request, 'POST', path)).status()).toBe(200)
  }

  /** In which versions a mark is, as stored yet, and what was saved where it came and went. */
  traceOf(mark: string): string[] {
    const rows = this.#database
      .prepare('select slide_id, since, until from deck_slides where deck_id = ? and html like ? order by since')
      .all(this.#deckId, `%${mark}%`) as { slide_id: string; since: number; until: number | null }[]
    const versions = new Set(rows.flatMap(({ since, until }) => [since, until ?? since]))
    const batches = this.#database
      .prepare('select seq, user_id, ops from deck_batches where deck_id = ? order by seq')
      .all(this.#deckId) as { seq: number; user_id: number; ops: string | null }[]
    const near = batches.filter(({ seq }) => versions.has(seq) || versions.has(seq + 1))
    return [
      ...rows.map(({ slide_id, since, until }) => `${mark}: slide ${slide_id}, versions ${since} to ${until}`),
      ...near.map(({ seq, user_id, ops }) => `version ${seq} by ${user_id}: ${String(ops).slice(0, 1_500)}`),
    ]
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
