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

  test('requiring single sign-on ends the sockets of members who did not come through the provider, also on the app’s host', async () => {
    const { id } = await makeTeam(app.services, 'signs-on')
    const boss = await joined(app, id, 'owner')
    const deck = await makeDeck(app.services, boss.user, { visibility: 'team' })
    const [byPassword, byProvider, presenter] = [await joined(app, id), await joined(app, id), await joined(app, id)]
    const own = await makeDeck(app.services, presenter.user, { visibility: 'team' })
    const { write } = app.services.database
    await write.updateTable('sessions').set({ sign_on_team_id: id }).where('user_id', '=', byProvider.user.id).execute()
    const now = app.services.now()
    await write
      .insertInto('team_identity')
      .values({
        team_id: id,
        issuer: 'https://id.example',
        client_id: 'x',
        secret_sealed: 'x',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const [ending, staying, owners] = [
      await follow(byPassword, deck.id),
      await follow(byProvider, deck.id),
      await follow(boss, deck.id),
    ]
    const presenting = await openLive(app, presenter)
    open.push(presenting)
    const page = { deck_id: own.id, publisher: true, publisher_id: 'a-page', view: 'presenter' } as const
    expect(await presenting.subscribe(page)).toMatchObject({ ok: true })
    expect((await boss.put('/api/v1/team', { team: { require_sso: true } })).status).toBe(200)
    await waitFor(() => ending.closed() !== null && presenting.closed() !== null)
    for (const socket of [staying, owners]) {
      expect(await socket.subscribe({ deck_id: deck.id, publisher: false })).toMatchObject({ ok: true })
      expect(socket.closed()).toBeNull()
    }
    const again = await openLive(app, byPassword)
    open.push(again)
    expect(await again.subscribe({ deck_id: deck.id, publisher: false })).toMatchObject({ ok: false })
  })
})
