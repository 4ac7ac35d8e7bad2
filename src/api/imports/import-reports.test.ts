import { beforeAll, expect, test } from 'vitest'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { makeDeck } from '../../testing/factories.ts'
import { fileForm } from '../../testing/sample-fonts.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

const base = '/api/v1/imports'
const page = `<title>Rocks</title><link rel="stylesheet" href="gone.css"><div class="reveal"><div class="slides">
  <section>One</section><section><section>Two</section><section><img src="gone.png"></section></section></div></div>`

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  const imported = async (who: TestPerson, query = '', html = page) => {
    const { body, headers } = fileForm(Buffer.from(html), 'rocks.html')
    const { id } = (await who.request('POST', `${base}.json${query}`, { body, headers })).body
    await app.services.jobs.idle()
    return (await who.get(`${base}/${id}.json`)).body
  }
  const reports = async (who: TestPerson, deckId: number) =>
    (await who.get(`/api/v1/decks/${deckId}/imports.json`)).body
  const into = (deckId: number) => `?deck_id=${deckId}&mode=append`
  const ofFile = { slide: null, slide_id: null, message: 'The style sheet gone.css is missing' }

  test('the report of a new deck names its slides by their ids, and remarks on the file as of the file', async () => {
    const ann = await app.person()
    const done = await imported(ann)
    const { data } = (await ann.get(`/api/v1/decks/${done.deck_id}/data.json`)).body
    const third = /data-id="([^"]+)"(?:(?!<section)[\s\S])*data-l-missing/.exec(data)?.[1]
    const report = [ofFile, { slide: 3, slide_id: third, message: 'The file gone.png is missing' }]
    expect(done.report).toEqual(report)
    expect((await reports(ann, done.deck_id)).results).toMatchObject([
      { id: done.id, file_name: 'rocks.html', format: 'html', slide_count: 3, report },
    ])
  })

  test('the report of slides for a deck is kept with it once the editor has taken them', async () => {
    const ann = await app.person()
    const deck = await makeDeck(app.services, ann.user)
    const { id } = await imported(ann, into(deck.id))
    expect((await reports(ann, deck.id)).results).toEqual([])
    const taken = { import: { slide_ids: ['a', 'b', 'c'] } }
    const answer = await ann.put(`${base}/${id}.json`, taken)
    const report = [ofFile, { slide: 3, slide_id: 'c', message: 'The file gone.png is missing' }]
    expect([answer.status, answer.body.report]).toEqual([200, report])
    expect((await reports(ann, deck.id)).results).toMatchObject([{ id, report }])
    expect((await ann.get(`${base}/${id}/slides.json`)).status).toBe(404)
    expect((await ann.put(`${base}/${id}.json`, taken)).status).toBe(404)
  })

  test('who has lost the deck brings no report into it', async () => {
    const [ann, ben] = [await app.person(), await app.person()]
    const deck = await makeDeck(app.services, ann.user)
    const editor = { deck_id: deck.id, user_id: ben.user.id, role: 'editor', active: true, status: 'idle' } as const
    const { write } = app.services.database
    await write
      .insertInto('deck_users')
      .values({ ...editor, created_at: new Date() })
      .execute()
    const { id } = await imported(ben, into(deck.id))
    await write.deleteFrom('deck_users').where('user_id', '=', ben.user.id).execute()
    expect((await ben.put(`${base}/${id}.json`, { import: { slide_ids: [] } })).status).toBe(403)
    expect((await reports(ann, deck.id)).results).toEqual([])
  })

  test('styles that slides for a deck leave behind are in the report', async () => {
    const ann = await app.person()
    const deck = await makeDeck(app.services, ann.user)
    const { report } = await imported(
      ann,
      into(deck.id),
      page.replace('<link', '<style>p { color: red; }</style><link'),
    )
    expect(report).toContainEqual({ slide: null, slide_id: null, message: importMessages.withoutStyles })
  })

  test('slides that no editor takes are forgotten with their report', async () => {
    const ann = await app.person()
    const deck = await makeDeck(app.services, ann.user)
    const [left, kept] = [await imported(ann, into(deck.id)), await imported(ann, into(deck.id))]
    await ann.put(`${base}/${kept.id}.json`, { import: { slide_ids: [] } })
    app.advance((limits.import.slideHours + 1) * 3_600_000)
    await app.services.jobs.add(app.services.database.write, 'clear-imports', {})
    await app.services.jobs.idle()
    expect((await ann.get(`${base}/${left.id}.json`)).status).toBe(404)
    expect((await reports(ann, deck.id)).results).toMatchObject([{ id: kept.id }])
  })
})
