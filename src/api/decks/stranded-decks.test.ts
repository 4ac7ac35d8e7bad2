import { beforeAll, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { bringToTeam } from './change-state.ts'
import { createDeck, forkDeck } from './create-deck.ts'
import { loadDeckFor } from './load-deck.ts'

let made = 0

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const newTeam = async () => {
    const { id } = await makeTeam(app.services, `kept${made++}`)
    return { id, owner: await joined(app, id, 'owner') }
  }
  const decksOf = async (person: TestPerson) =>
    app.services.database.read
      .selectFrom('decks')
      .select(['id', 'team_id'])
      .where('user_id', '=', person.user.id)
      .execute()
  const statusOf = async (person: TestPerson, id: number) => (await person.get(`/api/v1/decks/${id}.json`)).status

  test('a request that began before its member was removed makes no deck of the team, which nobody could open', async () => {
    const { services } = app
    const { id, owner } = await newTeam()
    const person = await joined(app, id)
    const personal = await makeDeck(services, person.user, { team_id: null })
    const loaded = await loadDeckFor(services.database.read, personal.id, person.user.id)
    if (!loaded) throw new Error('no deck')
    const body = { user: {} }
    expect((await owner.delete(`/api/v1/team/users/${person.user.id}`, body)).status).toBe(204)
    const user = { ...person.user, team_id: id, membership_role: 'member' as const }
    const source = { deck: personal, mayReadNotes: true }
    const forbidden = { status: 403 }
    await expect(createDeck(services, user, { title: 'Late' })).rejects.toMatchObject(forbidden)
    const inTransaction = services.database.transaction
    await expect(inTransaction((trx) => forkDeck(services, trx, source, user, undefined))).rejects.toMatchObject(
      forbidden,
    )
    await expect(inTransaction((trx) => bringToTeam(services, trx, loaded))).rejects.toMatchObject(forbidden)
    expect(await decksOf(person)).toEqual([{ id: personal.id, team_id: null }])
  })

  test.each(['by invitation', 'as its founder'])(
    'a deactivated member who joins another team %s leaves the decks of the first one to its owner',
    async (way) => {
      const { id, owner } = await newTeam()
      const person = await joined(app, id)
      const ours = await makeDeck(app.services, person.user, { visibility: 'self' })
      const mine = await makeDeck(app.services, person.user, { visibility: 'self', team_id: null })
      await owner.post(`/api/v1/team/users/${person.user.id}/deactivate`)
      expect(await statusOf(owner, ours.id)).toBe(404)
      if (way === 'as its founder') {
        const team = { name: 'Second', slug: `second${made++}`, token: 'tok_sandbox_ok_visa_4242_122030' }
        expect((await person.post('/teams.json', { team })).status).toBe(201)
      } else {
        const other = await newTeam()
        const invitation = { email: person.user.email, role: 'member' }
        expect((await other.owner.post('/api/v1/team/invitations', { invitation })).status).toBe(201)
        const mail = (await readMails(app.services, person.user.email)).at(-1)
        const token = /invitation_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
        expect((await person.post('/users/invitation', { user: { invitation_token: token } })).status).toBe(200)
      }
      expect([await statusOf(owner, ours.id), await statusOf(person, ours.id)]).toEqual([200, 404])
      expect([await statusOf(owner, mine.id), await statusOf(person, mine.id)]).toEqual([404, 200])
    },
  )

  test('a deleted account leaves the team’s decks to an owner who is not suspended', async () => {
    const { id, owner } = await newTeam()
    const second = await joined(app, id, 'owner')
    const person = await joined(app, id)
    const ours = await makeDeck(app.services, person.user, { visibility: 'self' })
    await owner.post(`/api/v1/team/users/${person.user.id}/deactivate`)
    const suspended = { active: false }
    await app.services.database.write.updateTable('users').set(suspended).where('id', '=', owner.user.id).execute()
    expect((await person.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    expect(await statusOf(second, ours.id)).toBe(200)
  })
})
