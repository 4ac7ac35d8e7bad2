import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDeck } from '../../../testing/factories.ts'
import { makeTestApp } from '../../../testing/test-app.ts'
import { up } from './0004-search-heads.ts'

test('decks indexed before the migration are found as before', async () => {
  const app = await makeTestApp('postgres')
  try {
    const { database } = app.services
    const ann = await app.person({ username: 'annabel' })
    const deck = await makeDeck(app.services, ann.user, { title: 'Volcanoes', slides: ['magma'] })
    // The schema of the previous release: one vector with all words.
    await sql`drop table deck_search_head`.execute(database.write)
    const words = `'volcanoes' 'annabel' 'magma' 't.volcanoes' 'a.volcanoes' 'a.annabel' 'd.volcanoes' 'd.annabel'`
    await sql`insert into deck_search (deck_id, words) values (${deck.id}, ${words}::tsvector)`.execute(database.write)
    await database.withoutTimeouts((db) => up(db as never))
    const lexemes = async (table: string) => {
      const { rows } = await sql<{
        words: string[]
      }>`select tsvector_to_array(words) as words from ${sql.table(table)}`.execute(database.read)
      return rows.map((row) => row.words)
    }
    expect(await lexemes('deck_search')).toEqual([['annabel', 'magma', 'volcanoes']])
    expect(await lexemes('deck_search_head')).toEqual([
      ['a.annabel', 'a.volcanoes', 'd.annabel', 'd.volcanoes', 't.volcanoes'],
    ])
    const titles = async (query: string) =>
      (await app.visitor().get(`/api/v1/search.json?q=${query}`)).body.results.map(
        (found: { title: string }) => found.title,
      )
    expect([await titles('volcanoes'), await titles('annabel'), await titles('magma')]).toEqual(
      Array(3).fill(['Volcanoes']),
    )
  } finally {
    await app.close()
  }
})
