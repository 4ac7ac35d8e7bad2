import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'
import { isNear, variantsOf, wordsOf } from './words.ts'

eachDatabase((makeApp, kind) => {
  let app: TestApp
  let ann: TestPerson
  let pro: TestPerson

  /** Creates a deck through the API, so that it is indexed. */
  async function deck(person: TestPerson, fields: object, ...slides: string[]) {
    const data = slides.map((slide) => `<section>${slide}</section>`).join('')
    const { body } = await person.post('/api/v1/decks.json', { deck: { visibility: 'all', data, ...fields } })
    return body as { id: number; version: number }
  }
  const search = async (query: string) => {
    await app.services.jobs.idle()
    return (await app.visitor().get(`/api/v1/search.json?${query}`)).body
  }
  const titles = async (query: string) => (await search(query)).results.map((found: { title: string }) => found.title)

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
    ann = await app.person({ username: 'annabel', name: 'Annabel Quince' })
    pro = await app.person({ plan: 'pro' })
    await deck(ann, { title: 'The art of presentation' }, '<h1>Rhetoric</h1>', '<p>speak slowly</p>')
    await deck(
      ann,
      { title: 'Volcanoes', description: 'With a presentation of lava' },
      '<p>magma</p>',
      '<p>Étna, ﬁre</p>',
    )
    await deck(ann, { title: 'Gardening' }, '<p>my first presentation about soil</p>', '<p>worms</p>')
    await deck(pro, { title: 'Secret presentation', visibility: 'self' }, '<p>hidden</p>')
    await deck(ann, { title: 'Unrelated' }, '<p>nothing to see</p>', '<p>b</p>')
  })

  test('after a change of name, an author is found by the new name only', async () => {
    const person = await app.person({ username: 'wilhelmina', name: 'Wilhelmina Zacharias' })
    await deck(person, { title: 'Renamed later' }, '<p>x</p>', '<p>y</p>')
    expect(await titles('q=zacharias')).toEqual(['Renamed later'])
    await person.put('/users.json', { user: { name: 'Mina Okonkwo' } })
    expect(await titles('q=okonkwo')).toEqual(['Renamed later'])
    expect(await titles('q=zacharias')).toEqual([])
  })

  describe('refusals and unusual queries', () => {
    test('an empty term is refused with a message', async () => {
      expect(await search('q=%20')).toMatchObject({ results: [], total: 0, error: 'Please enter a search term' })
    })

    test.each([
      '%22',
      'a%20OR%20b*',
      'NEAR(x%2Cy)',
      "'%20%7C%20!",
      '%3A*%26',
      '%25_',
      '%00x',
      '%F0%9F%92%A5',
      'title%3Alava',
    ])('database operators are treated as plain text: %s', async (text) => {
      expect(await search(`q=${text}`)).toMatchObject({ error: null })
    })

    test('an unknown order is treated as relevance, and a page beyond the last is empty', async () => {
      expect((await search('q=presentation&sort=nonsense')).total).toBe(3)
      expect(await search('q=presentation&page=99')).toMatchObject({ results: [], total: 3, page: 99 })
      expect((await search('q=presentation&page=-1')).page).toBe(1)
    })

    test('private decks are never found', async () => {
      expect(await titles('q=secret')).toEqual([])
      expect(await titles('q=hidden')).toEqual([])
    })
  })

  test('matches in titles rank above matches in descriptions, which rank above matches in slides', async () => {
    expect(await titles('q=presentation')).toEqual(['The art of presentation', 'Volcanoes', 'Gardening'])
  })

  test('a misspelled word is corrected', async () => {
    for (const misspelled of ['presntation', 'presentatoin', 'presentatione', 'prezentation']) {
      expect(await titles(`q=${misspelled}`), misspelled).toEqual(['The art of presentation', 'Volcanoes', 'Gardening'])
    }
    expect(await titles('q=presxxtation')).toEqual([])
  })

  test('only the last word is matched as a prefix', async () => {
    expect(await titles('q=volc')).toEqual(['Volcanoes'])
    expect(await titles('q=volc%20lava')).toEqual([])
    expect(await titles('q=lava%20volc')).toEqual(['Volcanoes'])
  })

  test('accents, case and ligatures are ignored', async () => {
    expect(await titles('q=ETNA')).toEqual(['Volcanoes'])
    expect(await titles('q=%C3%A9tna%20fire')).toEqual(['Volcanoes'])
  })

  test('authors are found by name and username', async () => {
    expect((await titles('q=quince')).length).toBe(4)
    expect((await titles('q=annabel%20lava')).length).toBe(1)
  })

  test('results contain their author and the total number', async () => {
    const { results, total, decks_per_page: perPage } = await search('q=volcanoes')
    expect({ total, perPage }).toEqual({ total: 1, perPage: 8 })
    expect(results[0]).toMatchObject({
      title: 'Volcanoes',
      view_count: 0,
      kudos_count: 0,
      user: { username: 'annabel' },
    })
    expect(results[0].user).not.toHaveProperty('email')
    for (const key of ['id', 'slug', 'description', 'thumbnail_url']) expect(results[0]).toHaveProperty(key)
  })

  test('a page has eight results, and the next page continues', async () => {
    for (let n = 0; n < 10; n++) await deck(ann, { title: `Paging ${n}` }, '<p>x</p>', '<p>y</p>')
    const [first, second] = [await search('q=paging'), await search('q=paging&page=2')]
    expect([first.results.length, second.results.length, first.total]).toEqual([8, 2, 10])
    const ids = [...first.results, ...second.results].map((found: { id: number }) => found.id)
    expect(new Set(ids).size).toBe(10)
  })

  test('likes rank within a scope and decide the popular order; recent is newest first', async () => {
    const older = await deck(ann, { title: 'Zebra one' }, '<p>x</p>')
    await deck(ann, { title: 'Zebra two' }, '<p>x</p>')
    await deck(ann, { title: 'Stripes' }, '<p>zebra</p>')
    await pro.post(`/api/v1/decks/${older.id}/kudos/kudo.json`)
    expect(await titles('q=zebra')).toEqual(['Zebra one', 'Zebra two', 'Stripes'])
    expect((await titles('q=zebra&sort=popular'))[0]).toBe('Zebra one')
    expect(await titles('q=zebra&sort=recent')).toEqual(['Stripes', 'Zebra two', 'Zebra one'])
  })

  test('saved, hidden, trashed, restored and deleted decks are updated in the search', async () => {
    const made = await deck(pro, { title: 'Ephemeral' }, '<p>mayfly</p>')
    const path = `/api/v1/decks/${made.id}`
    expect(await titles('q=mayfly')).toEqual(['Ephemeral'])
    await pro.put(`${path}.json`, { deck: { version: 1, data: '<section><p>dragonfly</p></section>' } })
    expect(await titles('q=mayfly')).toEqual([])
    expect(await titles('q=dragonfly')).toEqual(['Ephemeral'])
    await pro.post(`${path}/publish.json`, { visibility: 'self' })
    expect((await app.visitor().get('/api/v1/search.json?q=dragonfly')).body.results).toEqual([])
    await pro.post(`${path}/publish.json`, { visibility: 'all' })
    await pro.post(`${path}/trash.json`, {})
    expect((await app.visitor().get('/api/v1/search.json?q=dragonfly')).body.results).toEqual([])
    await pro.post(`${path}/recover.json`, {})
    expect(await titles('q=dragonfly')).toEqual(['Ephemeral'])
    await pro.delete(`${path}.json`)
    expect(await titles('q=dragonfly')).toEqual([])
    const left = await app.services.database.read
      .selectFrom('search_words')
      .selectAll()
      .where('word', '=', 'dragonfly')
      .execute()
    expect(left).toEqual([])
  })

  test('deleting an account removes its decks from the search', async () => {
    const person = await app.person()
    await deck(person, { title: 'Farewell' }, '<p>zugvogel</p>')
    await deck(person, { title: 'Farewell too' }, '<p>zugvogel</p>')
    expect((await titles('q=zugvogel')).sort()).toEqual(['Farewell', 'Farewell too'])
    expect((await person.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    const { read } = app.services.database
    const words = await read.selectFrom('search_words').selectAll().where('word', '=', 'zugvogel').execute()
    const stale = await sql`select 1 from deck_search where ${sql.ref(kind === 'sqlite' ? 'rowid' : 'deck_id')} not in
      (select id from decks)`.execute(read)
    expect([await titles('q=zugvogel'), words, stale.rows]).toEqual([[], [], []])
  })

  test('without a term, titled public decks of two or more slides are listed, most liked first', async () => {
    const alone = await makeApp()
    const bob = await alone.person()
    await makeDeck(alone.services, bob.user, { title: 'deck', slides: ['a', 'b'] })
    await makeDeck(alone.services, bob.user, { title: 'Short', slides: ['a'] })
    await makeDeck(alone.services, bob.user, { title: 'Private', slides: ['a', 'b'], visibility: 'self' })
    await makeDeck(alone.services, bob.user, { title: 'Liked', slides: ['a', 'b'], kudos_count: 3 })
    await makeDeck(alone.services, bob.user, { title: 'New', slides: ['a', 'b'] })
    const explore = await alone.visitor().get('/api/v1/search.json')
    expect(explore.body.results.map((found: { title: string }) => found.title)).toEqual(['Liked', 'New'])
    const recent = await alone.visitor().get('/api/v1/search.json?sort=recent')
    expect(recent.body.results.map((found: { title: string }) => found.title)).toEqual(['New', 'Liked'])
  })
})

describe('words', () => {
  test('are runs of letters and digits, without accents and in lower case', () => {
    expect(wordsOf(`${'a'.repeat(39)}𠀀𠀁`)).toEqual(['a'.repeat(39)])
    expect(wordsOf('Straße, naïve CAFÉ—2nd “Ünïts” 東京')).toEqual(['straße', 'naive', 'cafe', '2nd', 'units', '東京'])
  })

  test.each([
    ['word', 'word', true],
    ['word', 'wrd', true],
    ['word', 'woord', true],
    ['word', 'wird', true],
    ['word', 'owrd', true],
    ['word', 'wrdo', false],
    ['word', 'drow', false],
    ['word', 'wo', false],
  ])('%s and %s: near %s', (a, b, near) => {
    expect(isNear(a, b)).toBe(near)
    expect(isNear(b, a)).toBe(near)
    if (near) expect(variantsOf(a).some((variant) => variantsOf(b).includes(variant))).toBe(true)
  })
})
