import { beforeAll, expect, test } from 'vitest'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { currentSlides, slidesOfVersion } from './content-queries.ts'

const section = (id: string, inner: string) => `<section data-id="${id}">${inner}</section>`

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  let other: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    owner = await app.person({ plan: 'pro' })
    other = await app.person()
  })

  /** A deck of the owner that the other user may edit. `save` first makes the saving user the active editor. */
  async function sharedDeck() {
    const made = await makeDeck(app.services, owner.user, { slides: ['one', 'two'] })
    const { write } = app.services.database
    const member = {
      deck_id: made.id,
      user_id: other.user.id,
      role: 'editor',
      active: true,
      status: 'viewing',
    } as const
    await write
      .insertInto('deck_users')
      .values({ ...member, created_at: new Date() })
      .execute()
    const path = `/api/v1/decks/${made.id}`
    const save = async (person: TestPerson, deck: object) => {
      await write.updateTable('decks').set({ editor_user_id: person.user.id }).where('id', '=', made.id).execute()
      return person.put(`${path}.json`, { deck })
    }
    const newer = (person: TestPerson, since: number) => person.get(`${path}/newer.json?since=${since}`)
    return { first: made.slideIds[0] as string, path, save, newer }
  }

  test('a refused save answers whether all newer versions are the user’s own, and who saved last', async () => {
    const { first, save } = await sharedDeck()
    const from = (version: number) => ({ version, slides: { changed: { [first]: section(first, 'mine') } } })
    const { id, username, name } = owner.user
    expect((await save(owner, { version: 1, title: 'In another window' })).status).toBe(200)
    expect(await save(owner, from(1))).toMatchObject({
      status: 409,
      body: { own: true, saved_by: { id, username, name } },
    })
    expect((await save(other, { version: 2, title: 'By the other user' })).status).toBe(200)
    expect((await save(owner, from(2))).body).toMatchObject({ own: false, saved_by: { id: other.user.id } })
    expect((await save(owner, { version: 3, title: 'In another window again' })).status).toBe(200)
    // The newest version is the user's own, but an earlier one is not.
    expect((await save(owner, from(2))).body).toMatchObject({ own: false, saved_by: { id } })
    expect((await save(owner, from(3))).body).toMatchObject({ own: true, saved_by: { id } })
  })

  test('newer versions can be read without a save, and a restored revision counts as a save', async () => {
    const { first, path, save, newer } = await sharedDeck()
    await save(owner, { version: 1, slides: { changed: { [first]: section(first, 'second') } } })
    expect((await newer(owner, 1)).body).toMatchObject({
      version: 2,
      own: true,
      deck: { version: 2 },
      slides: { changed: { [first]: section(first, 'second') }, notes: { [first]: '' } },
    })
    expect((await newer(owner, 2)).body).toMatchObject({ version: 2, own: true, slides: { changed: {}, notes: {} } })
    const revision = (await owner.get(`${path}/revisions.json`)).body.results.at(-1)
    await save(other, { title: 'By the other user' })
    expect((await newer(owner, 2)).body).toMatchObject({ own: false })
    expect((await newer(other, 2)).body).toMatchObject({ own: true })
    await save(owner, {})
    expect((await owner.post(`${path}/revisions/${revision.id}/restore.json`)).status).toBe(200)
    expect((await newer(owner, 3)).body).toMatchObject({ own: true })
    expect((await newer(other, 2)).body).toMatchObject({ own: false })
  })

  test('a slide of any version is the same when read alone and among others, as long as the deck has it', async () => {
    const deck = await makeDeck(app.services, owner.user, { slides: ['one', 'two'] })
    const [first = '', second = ''] = deck.slideIds
    const saves = [
      { changed: { [first]: section(first, 'a') } },
      { changed: { [first]: section(first, 'b'), [second]: section(second, 'c') } },
      { order: [first] },
      { changed: { [first]: section(first, 'd') } },
    ]
    for (const [at, slides] of saves.entries()) {
      const saved = await owner.put(`/api/v1/decks/${deck.id}.json`, { deck: { version: at + 1, slides } })
      expect(saved.status).toBe(200)
    }
    const { read } = app.services.database
    for (const version of [1, 2, 3, 4, 5]) {
      const all = await slidesOfVersion(read, deck.id, version, deck.slideIds)
      expect(all).toHaveLength(version < 4 ? 2 : 1)
      for (const id of deck.slideIds) {
        const alone = await slidesOfVersion(read, deck.id, version, [id])
        expect(alone).toEqual(all.filter((slide) => slide.slide_id === id))
      }
    }
    expect(await currentSlides(read, deck.id, [second])).toEqual([])
    expect(await currentSlides(read, deck.id, [first])).toMatchObject([{ html: section(first, 'd') }])
  })
})
