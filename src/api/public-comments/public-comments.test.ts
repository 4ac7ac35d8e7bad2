import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let operator: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    operator = await app.person({ operator: true })
  })

  /** A public deck with its owner, an author of comments and another reader. */
  const scene = async () => {
    const [owner, author, reader] = [await app.person(), await app.person(), await app.person()]
    const deck = await makeDeck(app.services, owner.user, { visibility: 'all' })
    const base = `/api/v1/decks/${deck.id}/public_comments`
    const add = async (by: TestClient, message: string, more: object = {}) =>
      by.post(`${base}.json`, { comment: { message, ...more } })
    const messagesFor = async (by: TestClient, query = ''): Promise<string[]> =>
      (await by.get(`${base}.json${query}`)).body.results.map(({ message }: { message: string }) => message)
    return { owner, author, reader, deck, base, add, messagesFor }
  }

  test('visitors read the comments of a public deck, and only signed-in users write them', async () => {
    const { author, owner, base, add } = await scene()
    expect((await add(app.visitor(), 'Hello')).status).toBe(401)
    const html = '<img src=x onerror=alert(1)>'
    expect((await add(author, `  ${html}\n\n\n\nb`)).status).toBe(201)
    const { results, total } = (await app.visitor().get(base)).body
    expect([results[0].message, total]).toEqual([`${html}\n\nb`, 1])
    expect(results[0]).toMatchObject({ username: author.user.username, own: false, may_delete: false })
    const rights = async (by: TestClient) => {
      const { own, may_delete } = (await by.get(base)).body.results[0]
      return [own, may_delete]
    }
    expect([await rights(author), await rights(owner)]).toEqual([
      [true, true],
      [false, true],
    ])
    expect(JSON.stringify(results)).not.toContain('@')
  })

  test('nobody reads or writes comments while they are off, or the deck is not public', async () => {
    const { owner, author, deck, base, add, messagesFor } = await scene()
    await add(author, 'Before')
    const statuses = async () => [
      (await app.visitor().get(base)).status,
      (await add(author, 'Now')).status,
      (await add(owner, 'Now')).status,
    ]
    await owner.put(`/api/v1/decks/${deck.id}`, { deck: { public_comments: false } })
    expect(await statuses()).toEqual([403, 403, 403])
    await owner.put(`/api/v1/decks/${deck.id}`, { deck: { public_comments: true } })
    const set = (fields: object) =>
      app.services.database.write.updateTable('decks').set(fields).where('id', '=', deck.id).execute()
    await set({ visibility: 'self' })
    expect(await statuses()).toEqual([404, 404, 403])
    await set({ visibility: 'all', suspended_at: app.services.now() })
    expect(await statuses()).toEqual([404, 404, 403])
    await set({ suspended_at: null, trashed_at: app.services.now() })
    expect(await statuses()).toEqual([404, 404, 404])
    await set({ trashed_at: null })
    expect(await messagesFor(app.visitor())).toEqual(['Before'])
  })

  test('author and owner delete a comment; a comment of another deck is not found through this one', async () => {
    const { owner, author, reader, base, add, messagesFor } = await scene()
    const other = await scene()
    const [first, second] = [(await add(author, 'One')).body.id, (await add(author, 'Two')).body.id]
    expect((await reader.delete(`${base}/${first}`)).status).toBe(403)
    expect((await app.visitor().delete(`${base}/${first}`)).status).toBe(401)
    for (const id of [first, 'x', '9'.repeat(20)])
      expect((await other.owner.delete(`${other.base}/${id}`)).status).toBe(404)
    expect([
      (await author.delete(`${base}/${first}`)).status,
      (await owner.delete(`${base}/${second}`)).status,
    ]).toEqual([204, 204])
    expect(await messagesFor(reader)).toEqual([])
  })

  test('bad comments and repeated requests add nothing', async () => {
    const { author, add, messagesFor } = await scene()
    for (const [message, more] of [
      [' \n ', {}],
      ['x'.repeat(1_001), {}],
      ['a', { save_id: '/' }],
    ] as const)
      expect((await add(author, message, more)).status).toBe(422)
    const save_id = 'a-save-id-of-a-page'
    const ids = [(await add(author, 'Once', { save_id })).body.id, (await add(author, 'Once', { save_id })).body.id]
    expect(ids[0]).toBe(ids[1])
    expect(await messagesFor(author)).toEqual(['Once'])
    for (let sent = 0; sent < 5; sent++) await add(author, `${sent}`)
    expect((await add(author, 'too many')).status).toBe(429)
  })

  test('pages stay as they are while comments are added', async () => {
    const { owner, author, deck, base, add, messagesFor } = await scene()
    const rows = Array.from({ length: 22 }, (_, index) => ({
      ...{ deck_id: deck.id, user_id: owner.user.id, message: String(index), created_at: app.services.now() },
    }))
    await app.services.database.write.insertInto('public_comments').values(rows).execute()
    const { results, total } = (await author.get(base)).body
    expect([results.length, total]).toEqual([20, 22])
    await add(author, 'late')
    expect(await messagesFor(author, `?page=2&offset_id=${results[0].id}`)).toEqual(['1', '0'])
  })

  test('a reported comment is in the operators’ list of reports, and an operator deletes it', async () => {
    const { author, base, deck, add, messagesFor } = await scene()
    const { id } = (await add(author, 'Buy now')).body
    const report = { reason: 'spam', text: 'Look' }
    expect((await app.visitor().post(`${base}/${id}/reports`, { report: { reason: 'x' } })).status).toBe(422)
    expect((await app.visitor().post(`${base}/${id}9/reports`, { report })).status).toBe(404)
    expect((await app.visitor().post(`${base}/${id}/reports`, { report })).status).toBe(204)
    const [listed] = (await operator.get('/api/v1/admin/reports')).body.results
    expect(listed).toMatchObject({
      ...{ reason: 'spam', text: 'Look', deck: { id: deck.id } },
      comment: { id, message: 'Buy now', username: author.user.username },
    })
    const path = `/api/v1/admin/public_comments/${id}`
    const change = { reason: 'Advertising' }
    expect((await author.delete(path, { change })).status).toBe(404)
    expect([
      (await operator.delete(path, { change })).status,
      (await operator.delete(path, { change })).status,
    ]).toEqual([204, 404])
    expect(await messagesFor(author)).toEqual([])
    expect((await operator.get('/api/v1/admin/reports')).body.total).toBe(0)
  })

  test('comments are in their author’s export, hidden with a suspended author, and go with the account', async () => {
    const { author, reader, add, messagesFor } = await scene()
    await add(author, 'Mine')
    const headers = { host: 'localhost:3000', cookie: `session=${author.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    const account = JSON.parse(strFromU8(unzipSync(rawPayload)['account.json'] as Uint8Array))
    expect(account.public_comments).toMatchObject([{ message: 'Mine' }])
    const setActive = (active: boolean) =>
      app.services.database.write.updateTable('users').set({ active }).where('id', '=', author.user.id).execute()
    await setActive(false)
    expect(await messagesFor(reader)).toEqual([])
    await setActive(true)
    expect(await messagesFor(reader)).toEqual(['Mine'])
    expect((await author.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    expect(await messagesFor(reader)).toEqual([])
  })
})
