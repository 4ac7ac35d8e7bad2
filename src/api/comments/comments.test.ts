import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { commentScene, commentRoles as roles } from '../../testing/comment-scene.ts'
import { testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const scene = () => commentScene(app)

  test('collaborators of every role write and read comments; nobody else does', async () => {
    const { people, base, add, messagesFor, deck } = await scene()
    const [slide_hash] = deck.slideIds
    for (const role of roles)
      expect([role, (await add(people[role], role, { slide_hash })).status]).toEqual([
        role,
        role === 'stranger' ? 404 : 201,
      ])
    for (const role of roles.slice(0, 4))
      expect(await messagesFor(people[role])).toEqual(['viewer', 'editor', 'admin', 'owner'])
    expect((await people.stranger.get(base)).status).toBe(404)
    const visitor = app.visitor()
    expect([(await visitor.get(base)).status, (await visitor.post(base, {})).status]).toEqual([401, 401])
    const { results } = (await people.viewer.get(base)).body
    expect(results[3]).toMatchObject({
      ...{ user_id: people.owner.user.id, message: 'owner', slide_hash, updated_at: null },
      ...{ username: people.owner.user.username, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect(Object.keys(results[0])).toEqual(expect.arrayContaining(['id', 'name', 'thumbnail_url']))
    expect(JSON.stringify(results)).not.toContain('@')
  })

  test('only the author edits a comment; author, admins and the owner delete it', async () => {
    const { people, base, add, messagesFor } = await scene()
    for (const author of ['owner', 'editor', 'viewer'] as const) {
      for (const by of roles) {
        const { id } = (await add(people[author], 'First')).body
        const hidden = by === 'stranger' ? 404 : 403
        const edited = await people[by].put(`${base}/${id}.json`, { comment: { message: ' Second ' } })
        expect([author, by, edited.status]).toEqual([author, by, by === author ? 200 : hidden])
        expect((await messagesFor(people.viewer))[0]).toBe(by === author ? 'Second' : 'First')
        const removed = await people[by].delete(`${base}/${id}.json`)
        const mayRemove = by === author || by === 'owner' || by === 'admin'
        expect([author, by, removed.status]).toEqual([author, by, mayRemove ? 204 : hidden])
        if (!mayRemove) expect((await people[author].delete(`${base}/${id}`)).status).toBe(204)
        await app.services.limits.reset('comment', `user:${people[author].user.id}`)
      }
    }
    expect(await messagesFor(people.owner)).toEqual([])
  })

  test('a comment of another deck is not found through this one', async () => {
    const [here, there] = [await scene(), await scene()]
    const { id } = (await there.add(there.owner, 'There')).body
    for (const path of [`${here.base}/${id}`, `${here.base}/x`, `${here.base}/${id}9`]) {
      expect((await here.owner.put(path, { comment: { message: 'Mine' } })).status).toBe(404)
      expect((await here.owner.delete(path)).status).toBe(404)
    }
    expect(await there.messagesFor(there.owner)).toEqual(['There'])
  })

  test('text is trimmed and bounded, and nonsense changes nothing', async () => {
    const { owner, base, add, messagesFor } = await scene()
    expect((await add(owner, '  a\n\n\n\nb \n')).body.message).toBe('a\n\nb')
    expect((await add(owner, `${'x'.repeat(1_000)}  `)).status).toBe(201)
    const before = await messagesFor(owner)
    for (const [message, more] of [
      ['x'.repeat(1_001), {}],
      [' \n ', {}],
      ['a', { slide_hash: '../x' }],
      ['a', { save_id: 'x' }],
    ] as const)
      expect((await add(owner, message, more)).status).toBe(422)
    expect((await owner.post(base, {})).status).toBe(422)
    const { id } = (await add(owner, 'short')).body
    for (const message of ['x'.repeat(1_001), '  '])
      expect((await owner.put(`${base}/${id}`, { comment: { message } })).status).toBe(422)
    expect(await messagesFor(owner)).toEqual(['short', ...before])
    const html = '<img src=x onerror=alert(1)>'
    expect((await add(owner, html)).body.message).toBe(html)
  })

  test('author and time are the server’s own', async () => {
    const { owner, viewer, add } = await scene()
    const forged = { user_id: owner.user.id, created_at: '2001-01-01T00:00:00Z' }
    const { body } = await add(viewer, 'Mine', forged)
    expect(body.user_id).toBe(viewer.user.id)
    expect(body.created_at).not.toContain('2001')
  })

  test('a repeated request adds no second comment', async () => {
    const { owner, viewer, add, messagesFor } = await scene()
    const save_id = 'a-save-id-of-a-page'
    const first = await add(viewer, 'Once', { save_id })
    const again = await add(viewer, 'Once', { save_id })
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await add(owner, 'Another', { save_id })).body.id).not.toBe(first.body.id)
    expect(await messagesFor(owner)).toEqual(['Another', 'Once'])
  })

  test('pages stay as they are while comments are added, and a slide has its own list', async () => {
    const { owner, list, messagesFor, deck, base } = await scene()
    const [slide_hash = ''] = deck.slideIds
    const rows = Array.from({ length: 25 }, (_, index) => ({
      ...{ deck_id: deck.id, user_id: owner.user.id, message: String(index), created_at: app.services.now() },
      slide_hash: index % 5 === 0 ? slide_hash : null,
    }))
    await app.services.database.write.insertInto('comments').values(rows).execute()
    const first = await list(owner)
    expect([first.total, first.page, first.per_page, first.results.length]).toEqual([25, 1, 20, 20])
    await owner.post(base, { comment: { message: 'late' } })
    const offset = first.results[0].id
    expect(await messagesFor(owner, `?page=2&offset_id=${offset}`)).toEqual(['4', '3', '2', '1', '0'])
    expect(await messagesFor(owner, '?page=2')).toEqual(['5', '4', '3', '2', '1', '0'])
    expect(await messagesFor(owner, `?slide_hash=${slide_hash}`)).toEqual(['20', '15', '10', '5', '0'])
    expect((await owner.get(`${base}?offset_id=x`)).status).toBe(422)
  })

  test('the server announces comments to the deck’s channel, once each and without addresses', async () => {
    const { viewer, base, add, deck } = await scene()
    const sent: unknown[] = []
    const stop = app.services.deckChannel.subscribe((deckId, message) => sent.push([deckId === deck.id, message]))
    const save_id = 'announced-only-once'
    const { id } = (await add(viewer, 'One', { save_id })).body
    await add(viewer, 'One', { save_id })
    await add(viewer, ' ')
    await viewer.put(`${base}/${id}`, { comment: { message: 'One' } })
    await viewer.put(`${base}/${id}`, { comment: { message: 'Two' } })
    await viewer.delete(`${base}/${id}`)
    stop()
    const said = (kind: string, comment: object) => [true, { type: `collaboration:comment-${kind}`, comment }]
    expect(sent).toMatchObject([
      said('added', { id, message: 'One', user_id: viewer.user.id, save_id, created_at: expect.any(String) }),
      said('updated', { id, message: 'Two' }),
      said('removed', { id }),
    ])
    expect(JSON.stringify(sent)).not.toContain('@')
  })

  test('more than twenty comments in a minute are refused, and not stored', async () => {
    const { viewer, add, messagesFor } = await scene()
    for (let sent = 0; sent < 20; sent++) expect((await add(viewer, `${sent}`)).status).toBe(201)
    expect((await add(viewer, 'too many')).status).toBe(429)
    expect(await messagesFor(viewer)).toHaveLength(20)
  })

  test('comments stay when a collaborator leaves or the deck is recovered, and never go to a fork', async () => {
    const { owner, editor, add, messagesFor, deck, base } = await scene()
    await add(editor, 'Mine')
    expect((await editor.post(`/api/v1/decks/${deck.id}/leave`, {})).status).toBe(204)
    expect([(await editor.get(base)).status, await messagesFor(owner)]).toEqual([404, ['Mine']])
    await owner.post(`/api/v1/decks/${deck.id}/trash`)
    expect((await owner.get(base)).status).toBe(404)
    expect((await add(owner, 'In the trash')).status).toBe(404)
    await owner.post(`/api/v1/decks/${deck.id}/recover`)
    expect(await messagesFor(owner)).toEqual(['Mine'])
    const { id } = (await owner.post(`/api/v1/decks/${deck.id}/fork`, {})).body
    expect((await owner.get(`/api/v1/decks/${id}/comments`)).body.total).toBe(0)
    await owner.delete(`/api/v1/decks/${deck.id}`)
    const left = app.services.database.read.selectFrom('comments').select('id').where('deck_id', '=', deck.id)
    expect(await left.execute()).toEqual([])
  })

  test('a user’s comments are in the account’s export, and go with the account', async () => {
    const { owner, viewer, add, messagesFor } = await scene()
    await add(viewer, 'Mine')
    await add(owner, 'Not mine')
    const headers = { host: 'localhost:3000', cookie: `session=${viewer.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    const account = JSON.parse(strFromU8(unzipSync(rawPayload)['account.json'] as Uint8Array))
    expect(account.comments).toMatchObject([{ message: 'Mine' }])
    expect(account.comments).toHaveLength(1)
    expect((await viewer.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    expect(await messagesFor(owner)).toEqual(['Not mine'])
  })
})
