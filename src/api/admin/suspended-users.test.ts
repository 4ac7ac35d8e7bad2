import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive } from '../../testing/live-socket.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { defineJobs } from '../jobs.ts'

const change = { change: { reason: 'Spam' } }

eachDatabase((makeApp) => {
  let app: TestApp
  let operator: TestPerson
  const open: LiveTestSocket[] = []
  beforeAll(async () => {
    // Without the regular check of access, only notified changes disconnect followers.
    const restore = overrideTimings({ liveAccessCheck: 3_600_000 })
    app = await makeApp({ extend: mountScreens })
    restore()
    defineJobs(app.services)
    operator = await app.person({ operator: true })
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close()
  })
  const suspension = ({ user }: TestPerson) => `/api/v1/admin/users/${user.id}/suspension`

  describe('the public decks of a suspended user', () => {
    let eve: TestPerson
    let deck: Awaited<ReturnType<typeof makeDeck>>
    let link: string
    const title = 'Quagga breeding'
    beforeAll(async () => {
      eve = await app.person({ plan: 'pro' })
      deck = await makeDeck(app.services, eve.user, { title, slug: 'quagga', slides: ['<p>quagga</p>', '<p>two</p>'] })
      const hidden = await makeDeck(app.services, eve.user, { slug: 'hidden', visibility: 'self' })
      const answer = await eve.post(`/api/v1/decks/${hidden.id}/access_tokens`, { access_token: {} })
      link = `/${eve.user.username}/hidden?token=${answer.body.token}`
      await app.services.database.transaction(async (trx) =>
        app.services.jobs.add(trx, 'index-deck', { deckId: deck.id }),
      )
      await app.services.jobs.idle()
    })
    const requests = () => [
      `/${eve.user.username}/quagga`,
      `/${eve.user.username}/quagga/fullscreen`,
      `/${eve.user.username}/quagga/embed`,
      `/api/v1/decks/${deck.id}.json`,
      `/api/v1/decks/${deck.id}/data.json`,
      link,
    ]
    const statuses = (by: TestClient) => Promise.all(requests().map(async (path) => (await by.get(path)).status))
    const found = async () => (await app.visitor().get('/api/v1/search?q=quagga')).body.results.length
    const explored = async () => (await app.visitor().get('/explore')).text.includes(title)

    test('are not there for others by any link, in search or Explore, until the user is restored', async () => {
      const visitor = app.visitor()
      const all = (status: number) => requests().map(() => status)
      expect([await statuses(visitor), await found(), await explored()]).toEqual([all(200), 1, true])
      expect((await operator.post(suspension(eve), change)).status).toBe(204)
      expect([await statuses(visitor), await found(), await explored()]).toEqual([all(404), 0, false])
      expect(await statuses(await app.person())).toEqual(all(404))
      // As with a suspended deck, operators see what they judge.
      expect((await operator.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
      expect((await operator.delete(suspension(eve), change)).status).toBe(204)
      expect([await statuses(visitor), await found(), await explored()]).toEqual([all(200), 1, true])
    })

    test('lose their live audience at once', async () => {
      const socket = await openLive(app, app.visitor())
      open.push(socket)
      expect(await socket.subscribe({ deck_id: deck.id, publisher: false })).toMatchObject({ ok: true })
      await operator.post(suspension(eve), change)
      await waitFor(() => socket.closed() !== null)
      await operator.delete(suspension(eve), change)
    })
  })

  test('decks that a suspended member made in a team stay open: they are the team’s', async () => {
    const team = await makeTeam(app.services, 'keeps')
    const [owner, eve] = [await joined(app, team.id, 'owner'), await joined(app, team.id)]
    const deck = await makeDeck(app.services, eve.user, { visibility: 'team' })
    const own = await makeDeck(app.services, { id: eve.user.id })
    await operator.post(suspension(eve), change)
    expect((await owner.get(`/api/v1/decks/${deck.id}.json`)).status).toBe(200)
    expect((await owner.get(`/api/v1/decks/${own.id}.json`)).status).toBe(404)
  })
})
