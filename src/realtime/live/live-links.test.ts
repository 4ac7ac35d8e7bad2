import { afterEach, beforeAll, expect, test } from 'vitest'
import { RawMember } from '../../testing/crowd/raw-member.ts'
import { makeDeck } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive, portOf } from '../../testing/live-socket.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** Whether a new visitor with a link's token may follow; closes the connection after the answer. */
async function comesIn(app: TestApp, deckId: number, token: string): Promise<boolean> {
  const { host, origin } = new URL(app.services.settings.baseUrl)
  const target = { port: await portOf(app), host, path: '/socket.io/?EIO=4&transport=websocket', headers: { origin } }
  const auth = JSON.stringify({ token, subscribe: { deck_id: deckId, publisher: false } })
  return new Promise((resolve, reject) => {
    new RawMember(0, target, {
      opened: () => {},
      heard: (own, text) => {
        if (text[0] === '0') own.send(`40/live,${auth}`)
        if (!text.startsWith('42/live,["subscribed",')) return
        own.destroy()
        resolve(text.includes('"ok":true'))
      },
      // The server ends those whom it has admitted when their link is removed, even before their answer.
      ended: (_own, code) =>
        code === 1000 ? resolve(false) : reject(new Error(`It was ended with ${code} before there was an answer`)),
    })
  })
}

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  const open: LiveTestSocket[] = []
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person({ plan: 'pro' })
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close()
  })

  const connect = async (client: TestClient, options?: Parameters<typeof openLive>[2]) => {
    const socket = await openLive(app, client, options)
    open.push(socket)
    return socket
  }
  const follow = async (client: TestClient, deck_id: number, options?: Parameters<typeof openLive>[2]) => {
    const socket = await connect(client, options)
    expect(await socket.subscribe({ deck_id, publisher: false })).toMatchObject({ ok: true, publishing: false })
    return socket
  }

  const password = 'sesame'
  const linked = async (kept: string | null) => {
    const deck = await makeDeck(app.services, ann.user, { visibility: 'self' })
    const links = `/api/v1/decks/${deck.id}/access_tokens`
    const make = async (own: string | null) => (await ann.post(links, { access_token: { password: own } })).body
    const [link, other] = [await make(kept), await make(null)]
    const visitor = app.visitor()
    return { deckId: deck.id, link, other, visitor, at: `${links}/${link.id}` }
  }
  const unlock = (who: TestClient, token: string) => who.put(`/access_tokens/${token}`, { access_token: { password } })

  test('a visitor can follow only with an open or unlocked access link of the deck', async () => {
    const [plain, locked] = [await linked(null), await linked(password)]
    await follow(plain.visitor, plain.deckId, { token: plain.link.token })
    const asks = [
      [plain.deckId, undefined],
      [plain.deckId, plain.link.token.replace(/.$/, (last: string) => (last === '_' ? 'A' : '_'))],
      [plain.deckId, locked.other.token],
      [locked.deckId, locked.link.token],
    ] as const
    for (const [deck_id, token] of asks) {
      const socket = await connect(locked.visitor, token === undefined ? {} : { token })
      expect((await socket.subscribe({ deck_id, publisher: false })).ok).toBe(false)
    }
    expect((await unlock(locked.visitor, locked.link.token)).status).toBe(204)
    await follow(locked.visitor, locked.deckId, { token: locked.link.token })
    const elsewhere = await connect(app.visitor(), { token: locked.link.token })
    expect((await elsewhere.subscribe({ deck_id: locked.deckId, publisher: false })).ok).toBe(false)
  })

  test.each([
    ['an open link is removed', null, (at: string) => ann.delete(at)],
    ['an unlocked link is removed', password, (at: string) => ann.delete(at)],
    ['the password of a link changes', password, (at: string) => ann.put(at, { access_token: { password: 'barley' } })],
    ['a link gets a password', null, (at: string) => ann.put(at, { access_token: { password } })],
  ])('when %s, only followers who used that link are disconnected', async (_name, kept, change) => {
    const { deckId, link, other, visitor, at } = await linked(kept)
    if (kept) await unlock(visitor, link.token)
    const member = await follow(visitor, deckId, { token: link.token })
    const staying = [await follow(app.visitor(), deckId, { token: other.token }), await follow(ann, deckId)]
    expect((await change(at)).status).toBeLessThan(300)
    await waitFor(() => member.closed() !== null)
    // The other followers stay even after all were rechecked.
    await ann.post(`/api/v1/decks/${deckId}/publish.json`, { visibility: 'self' })
    expect(await staying[1]?.subscribe({ deck_id: deckId, publisher: false })).toMatchObject({ ok: true })
    expect(staying.map((socket) => socket.closed())).toEqual([null, null])
  })

  test('a removed link admits no visitor, even during simultaneous requests', async () => {
    const { deckId, link, at } = await linked(null)
    const come = () => comesIn(app, deckId, link.token)
    const before = Array.from({ length: 20 }, come)
    expect(await Promise.all(before)).toEqual(before.map(() => true))
    // Requests all the time, so that coalesced reads are in progress when the link is removed.
    const crowd = Array.from({ length: 20 }, come)
    const removed = ann.delete(at)
    const meanwhile = Array.from({ length: 20 }, come)
    expect((await removed).status).toBe(204)
    const after = Array.from({ length: 20 }, come)
    expect(await Promise.all(after)).toEqual(after.map(() => false))
    await Promise.all([...crowd, ...meanwhile])
  })
})
