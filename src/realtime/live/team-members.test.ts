import { afterEach, beforeAll, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { type LiveTestSocket, openLive } from '../../testing/live-socket.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { waitFor } from '../../testing/wait-for.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let owner: TestPerson
  const open: LiveTestSocket[] = []
  beforeAll(async () => {
    // Without the regular check of access, only notified changes disconnect followers.
    const restore = overrideTimings({ liveAccessCheck: 3_600_000 })
    app = await makeApp()
    restore()
    acme = (await makeTeam(app.services, 'acme')).id
    owner = await joined(app, acme, 'owner')
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close()
  })

  const follow = async (client: TestClient, deck_id: number) => {
    const socket = await openLive(app, client)
    open.push(socket)
    expect(await socket.subscribe({ deck_id, publisher: false })).toMatchObject({ ok: true })
    return socket
  }

  test.each([
    ['deactivated', (path: string) => owner.post(`${path}/deactivate`)],
    ['removed', (path: string) => owner.delete(path)],
  ])('a member who is %s leaves the team’s internal decks at once; other members stay', async (_how, end) => {
    const deck = await makeDeck(app.services, owner.user, { visibility: 'team' })
    const [gone, staying] = [await joined(app, acme), await joined(app, acme)]
    const [theirs, others] = [await follow(gone, deck.id), await follow(staying, deck.id)]
    expect((await end(`/api/v1/team/users/${gone.user.id}`)).status).toBeLessThan(300)
    await waitFor(() => theirs.closed() !== null)
    expect(await others.subscribe({ deck_id: deck.id, publisher: false })).toMatchObject({ ok: true })
    expect(others.closed()).toBeNull()
  })
})
