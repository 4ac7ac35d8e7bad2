import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import type { AccessChange } from '../../server/access-changes.ts'
import { createKeys } from '../../server/keys.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { reencryptTokens } from './queries.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let pia: TestPerson
  let bob: TestPerson
  let deckId: number
  beforeAll(async () => {
    app = await makeApp()
    pia = await app.person({ plan: 'pro' })
    bob = await app.person()
    deckId = (await secretDeck()).id
  })

  const secretDeck = (owner = pia) =>
    makeDeck(app.services, owner.user, { visibility: 'self', title: 'Hush', slides: ['<p>hush</p>'] })
  const links = (id = deckId) => `/api/v1/decks/${id}/access_tokens`
  const make = async (fields?: object, id = deckId) => {
    const answer = await pia.post(`${links(id)}.json`, fields && { access_token: fields })
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, answer.text.slice(0, 200)])
    return answer.body as { id: number; token: string; name: string; password: string | null }
  }
  const change = (id: number, fields: object, deck = deckId) =>
    pia.put(`${links(deck)}/${id}.json`, { access_token: fields })
  const remove = (id: number) => pia.delete(`${links()}/${id}.json`)
  const unlock = (who: TestClient, token: string, password: unknown, address?: string) =>
    who.put(`/access_tokens/${token}.json`, { access_token: { password } }, address ? { address } : {})
  const readDeck = (who: TestClient, token: string, id = deckId) =>
    who.get(`/api/v1/decks/${id}/data.json?token=${token}`)

  describe('the deck’s owner and admins manage links if the plan includes them', () => {
    test.each([
      ['a visitor', () => app.visitor(), 401],
      ['a stranger', () => bob, 404],
    ] as const)('%s', async (_, who, status) => {
      const { id } = await make()
      const client = who()
      const path = `${links()}/${id}`
      const answers = [await client.get(links()), await client.post(links(), {}), await client.delete(path)]
      answers.push(await client.put(path, { access_token: { name: 'Theirs' } }))
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
    })

    test('access links are refused if the plan has none, and are refused to editors of the deck', async () => {
      const lite = await app.person({ plan: 'lite' })
      const deck = await secretDeck(lite)
      const refused = await lite.post(links(deck.id), {})
      expect([refused.status, refused.body.error]).toEqual([403, 'upgrade_required'])
      const row = { deck_id: deckId, user_id: bob.user.id, role: 'editor', active: true, status: 'viewing' } as const
      const { write } = app.services.database
      await write
        .insertInto('deck_users')
        .values({ ...row, created_at: new Date() })
        .execute()
      expect((await bob.get(links())).status).toBe(403)
      await write.deleteFrom('deck_users').where('user_id', '=', bob.user.id).execute()
    })

    test('after the plan ended the owner sees and removes links but cannot create any', async () => {
      const lapsed = await app.person({ plan: 'pro' })
      const deck = await secretDeck(lapsed)
      const { id, token } = (await lapsed.post(links(deck.id), {})).body
      await app.services.database.write
        .updateTable('users')
        .set({ plan: 'free' })
        .where('id', '=', lapsed.user.id)
        .execute()
      expect((await lapsed.get(links(deck.id))).body.results).toMatchObject([{ id, token }])
      const path = `${links(deck.id)}/${id}`
      expect((await lapsed.put(path, { access_token: { password: 'x' } })).status).toBe(403)
      expect((await lapsed.post(links(deck.id), {})).status).toBe(403)
      expect((await lapsed.delete(path)).status).toBe(204)
      expect((await lapsed.get(links(deck.id))).body.results).toEqual([])
    })

    test('a link is not found under another deck', async () => {
      const other = await secretDeck()
      const { id } = await make({}, other.id)
      expect((await change(id, { name: 'x' })).status).toBe(404)
      expect((await remove(id)).status).toBe(404)
    })
  })

  test('unnamed links are numbered; links are changed, listed and removed', async () => {
    const { id } = await secretDeck()
    const first = await make(undefined, id)
    const second = await make({ name: ' For \n the board ', password: 'sesame' }, id)
    const third = await make(undefined, id)
    expect([first.name, first.password, second.name, second.password, third.name]).toEqual([
      ...['Link 1', null, 'For the board', 'sesame', 'Link 3'],
    ])
    expect(first.token).toMatch(/^[\w-]{32}$/)
    expect((await change(first.id, { name: 'Press' }, id)).body).toMatchObject({ name: 'Press', token: first.token })
    const list = (await pia.get(`${links(id)}.json`)).body
    expect(list).toMatchObject({ total: 3, page: 1 })
    expect(list.results[1]).toMatchObject({ deck_id: id, token: second.token, password: 'sesame', deck_view_count: 0 })
    expect((await pia.delete(`${links(id)}/${first.id}.json`)).status).toBe(204)
    expect((await pia.get(links(id))).body.results.map((one: { name: string }) => one.name)).toEqual([
      ...['For the board', 'Link 3'],
    ])
  })

  test.each([
    [{ name: '' }, 'name', messages.sharing.linkNameMissing],
    [{ name: ' \n' }, 'name', messages.sharing.linkNameMissing],
    [{ name: 'x'.repeat(256) }, 'name', 'At most 255 characters'],
    [{ password: 'x'.repeat(256) }, 'password', 'At most 255 characters'],
  ])('%j is refused as a link', async (fields, field, message) => {
    const made = await make()
    for (const answer of [await pia.post(links(), { access_token: fields }), await change(made.id, fields)]) {
      expect([answer.status, answer.body.errors?.[field]]).toEqual([422, [message]])
    }
  })

  test('the longest names and passwords are accepted, and the number of links per deck is limited', async () => {
    const { id } = await secretDeck()
    const long = await make({ name: 'x'.repeat(255), password: 'p'.repeat(255) }, id)
    expect((await unlock(app.visitor(), long.token, 'p'.repeat(255))).status).toBe(204)
    const row = { deck_id: id, name: 'x', token_sealed: '', created_at: new Date(), updated_at: new Date() }
    const rows = Array.from({ length: 99 }, (_, n) => ({ ...row, token_hash: `${id}-${n}` }))
    await app.services.database.write.insertInto('access_tokens').values(rows).execute()
    expect((await pia.post(links(id), {})).body.error).toBe(messages.sharing.linksFull)
  })

  describe('a client with a link', () => {
    test('reads only what a reader of the deck may read', async () => {
      const { token } = await make()
      const visitor = app.visitor()
      expect((await readDeck(visitor, token)).text).toContain('hush')
      expect((await visitor.get(`/api/v1/decks/${deckId}/thumbnail?token=${token}`)).status).toBe(200)
      const other = token.replace(/.$/, (last: string) => (last === '_' ? 'A' : '_'))
      expect((await readDeck(visitor, other)).status).toBe(404)
      expect((await bob.get(`/api/v1/decks/${deckId}/revisions?token=${token}`)).status).toBe(403)
      expect((await bob.get(`${links()}?token=${token}`)).status).toBe(403)
      expect((await visitor.get(`/api/v1/decks/${deckId}/data?token[]=${token}`)).status).toBe(404)
    })

    test('sees only this deck, even when it is public, and not when it is in the trash', async () => {
      const deck = await secretDeck()
      const { token } = await make(undefined, deck.id)
      expect((await readDeck(app.visitor(), token)).status).toBe(404)
      await pia.post(`/api/v1/decks/${deck.id}/publish`, { visibility: 'all' })
      expect((await readDeck(app.visitor(), token, deck.id)).status).toBe(200)
      await pia.post(`/api/v1/decks/${deck.id}/trash`)
      expect((await readDeck(app.visitor(), token, deck.id)).status).toBe(404)
    })

    test('sees nothing from the next request on after removal, and listeners are notified', async () => {
      const made = await make()
      const received: AccessChange[] = []
      const end = app.services.accessChanges.subscribe((changed) => received.push(changed))
      expect((await readDeck(app.visitor(), made.token)).status).toBe(200)
      expect((await remove(made.id)).status).toBe(204)
      expect((await readDeck(app.visitor(), made.token)).status).toBe(404)
      expect(received).toEqual([{ deckId }])
      end()
    })
  })

  describe('a link with a password', () => {
    test('shows the deck only after the password, for twelve hours, in this browser', async () => {
      const { token, id } = await make({ password: 'open sesame' })
      const visitor = app.visitor()
      expect((await readDeck(visitor, token)).status).toBe(404)
      const wrong = await unlock(visitor, token, 'open barley')
      expect([wrong.status, wrong.body.error]).toEqual([401, 'Wrong password, please try again'])
      expect((await readDeck(visitor, token)).status).toBe(404)
      const right = await unlock(visitor, token, 'open sesame')
      expect(right.status).toBe(204)
      expect(String(right.headers['set-cookie'])).toMatch(
        new RegExp(`^unlock-${id}=[^;]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200$`),
      )
      expect((await readDeck(visitor, token)).status).toBe(200)
      expect((await readDeck(app.visitor(), token)).status).toBe(404)
      const cookie = visitor.cookie(`unlock-${id}`) ?? ''
      const forger = app.visitor()
      forger.setCookie(
        `unlock-${id}`,
        cookie.replace(/^\w+/, (later) => `${later}0`),
      )
      expect((await readDeck(forger, token)).status).toBe(404)
      app.advance(12 * 3_600_000 + 1)
      expect((await readDeck(visitor, token)).status).toBe(404)
      app.advance(-12 * 3_600_000 - 1)
    })

    test('asks again after its password is changed, but not after it is removed', async () => {
      const { token, id } = await make({ password: 'first' })
      const visitor = app.visitor()
      const received: AccessChange[] = []
      const end = app.services.accessChanges.subscribe((changed) => received.push(changed))
      await unlock(visitor, token, 'first')
      expect((await change(id, { password: 'first', name: 'Same' })).status).toBe(200)
      expect([(await readDeck(visitor, token)).status, received.length]).toEqual([200, 0])
      expect((await change(id, { password: 'second' })).body.password).toBe('second')
      expect([(await readDeck(visitor, token)).status, received]).toEqual([404, [{ deckId }]])
      expect((await unlock(visitor, token, 'first')).status).toBe(401)
      expect((await change(id, { password: '' })).body.password).toBeNull()
      expect((await readDeck(app.visitor(), token)).status).toBe(200)
      end()
    })

    test('the cookie of one link does not unlock another', async () => {
      const one = await make({ password: 'one' })
      const two = await make({ password: 'two' })
      const visitor = app.visitor()
      await unlock(visitor, one.token, 'one')
      visitor.setCookie(`unlock-${two.id}`, visitor.cookie(`unlock-${one.id}`) ?? '')
      expect((await readDeck(visitor, two.token)).status).toBe(404)
    })

    test('allows ten wrong passwords per address and does not block other addresses', async () => {
      const { token } = await make({ password: 'right' })
      const inside = app.visitor()
      await unlock(inside, token, 'right', '10.9.0.1')
      const guesses = await Promise.all(
        Array.from({ length: 15 }, (_, n) => unlock(app.visitor(), token, `wrong ${n}`, '10.9.0.1')),
      )
      const statuses = guesses.map((answer) => answer.status)
      expect([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length]).toEqual([10, 5])
      const last = await unlock(app.visitor(), token, 'right', '10.9.0.1')
      expect([last.status, last.body.error, Number(last.headers['retry-after']) > 0]).toEqual([429, 'Nope', true])
      expect((await readDeck(inside, token)).status).toBe(200)
      expect((await unlock(app.visitor(), token, 'right', '10.9.0.2')).status).toBe(204)
    })

    test('an audience behind one address unlocks the link at the same time', async () => {
      const { token } = await make({ password: 'hall' })
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => unlock(app.visitor(), token, 'hall', '10.9.0.3')),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]))
    })

    test('an invalid token is not found, and a link without a password needs no unlocking', async () => {
      expect((await unlock(app.visitor(), 'x'.repeat(32), 'y')).status).toBe(404)
      expect((await unlock(app.visitor(), '%00', 'y')).status).toBe(404)
      const { token } = await make()
      const free = await unlock(app.visitor(), token, 'whatever')
      expect([free.status, free.headers['set-cookie']]).toEqual([204, undefined])
      expect((await unlock(app.visitor(), token, 5)).status).toBe(422)
      const before = await app
        .visitor()
        .put(`/access_tokens/${token}`, { access_token: { password: 'x' } }, { csrf: false })
      expect(before.status).toBe(422)
    })
  })

  test('stored rows do not reveal a token, and links survive a change of the instance’s key', async () => {
    const deck = await secretDeck()
    const { token, id } = await make({ password: 'kept safe' }, deck.id)
    const { database } = app.services
    const find = () =>
      database.read.selectFrom('access_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await find()
    expect(JSON.stringify(before)).not.toContain(token)
    expect(JSON.stringify(before)).not.toContain('kept safe')
    const old = app.services.settings.secretKey
    const renewed = createKeys('a-key-that-nobody-had-before-0123456789', [old])
    expect(await reencryptTokens(database.write, renewed, id - 1, 1)).toBe(id)
    const after = await find()
    expect(after.token_hash).toBe(renewed.hash('access-token', token))
    expect(renewed.decrypt('access-token-password', after.password_sealed ?? '')).toBe('kept safe')
    expect(await reencryptTokens(database.write, renewed, id - 1, 1)).not.toBe(id)
    expect(await reencryptTokens(database.write, createKeys('another-key-0123456789-0123456789-012'), id - 1, 1)).toBe(
      id,
    )
    expect((await find()).token_hash).toBe(after.token_hash)
    await reencryptTokens(database.write, createKeys(old, ['a-key-that-nobody-had-before-0123456789']), id - 1, 1)
    expect((await readDeck(app.visitor(), token, deck.id)).status).toBe(404)
    expect((await unlock(app.visitor(), token, 'kept safe')).status).toBe(204)
  })
})
