import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { makeDeck, makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

let made = 0

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const rowsOf = (deckId: number) =>
    app.services.database.read.selectFrom('deck_users').selectAll().where('deck_id', '=', deckId).execute()
  /** A private deck of a new owner, with an editor, a viewer and an invited address. */
  const scene = async (owner?: TestPerson, fields: object = {}) => {
    const ada = owner ?? (await app.person({ plan: 'pro', username: `ada${made++}` }))
    const [editor, viewer] = [await app.person(), await app.person()]
    const deck = await makeDeck(app.services, ada.user, { visibility: 'self', ...fields })
    const base = `/api/v1/decks/${deck.id}`
    const address = `waiting${made++}@example.org`
    for (const [email, role] of [
      [editor.user.email, 'editor'],
      [viewer.user.email, 'viewer'],
      [address, 'viewer'],
    ])
      expect((await ada.post(`${base}/users/invite`, { user: { email, role } })).status).toBe(201)
    return { ada, editor, viewer, deck, base, address }
  }
  const shared = async (person: TestPerson) =>
    (await person.get(`/api/v1/users/${person.user.username}/decks?list=shared`)).body
  const become = (person: TestPerson, base: string) => person.post(`${base}/users/${person.user.id}/become_editor`)
  const exported = async (person: TestPerson) => {
    const headers = { host: 'localhost:3000', cookie: `session=${person.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    return JSON.parse(strFromU8(unzipSync(rawPayload)['account.json'] as Uint8Array))
  }

  test('decks of others are listed for their collaborators, with the role, and for nobody else', async () => {
    const { ada, editor, viewer, deck } = await scene()
    expect(await shared(editor)).toMatchObject({ total: 1, results: [{ id: deck.id, role: 'editor' }] })
    expect((await shared(viewer)).results[0].role).toBe('viewer')
    expect((await shared(ada)).total).toBe(0)
    const path = `/api/v1/users/${editor.user.username}/decks?list=shared`
    expect([(await viewer.get(path)).status, (await app.visitor().get(path)).status]).toEqual([403, 401])
    const own = (await ada.get(`/api/v1/users/${ada.user.username}/decks`)).body.results
    expect(own).toMatchObject([{ id: deck.id, role: null }])
  })

  test('in the trash a deck is closed to collaborators; recovered it is open again; destroyed nothing is left', async () => {
    const { ada, editor, deck, base, address } = await scene()
    await ada.post(`${base}/trash`)
    expect([(await editor.get(base)).status, (await shared(editor)).total]).toEqual([404, 0])
    await ada.post(`${base}/recover`)
    expect([(await editor.get(base)).status, (await shared(editor)).total]).toEqual([200, 1])
    expect((await ada.delete(base)).status).toBe(204)
    expect(await rowsOf(deck.id)).toEqual([])
    const open = await app.services.database.read.selectFrom('invitations').select('email').execute()
    expect(open.map(({ email }) => email)).not.toContain(address)
  })

  test('a fork is its maker’s alone', async () => {
    const { ada, editor, base } = await scene(undefined, { visibility: 'all' })
    const copy = (await editor.post(`${base}/fork`, {})).body
    expect(copy.collaborative).toBe(false)
    expect(await rowsOf(copy.id)).toEqual([])
    expect((await ada.get(`/api/v1/decks/${copy.id}/users`)).status).toBe(403)
  })

  test('brought into a team, a deck keeps its people', async () => {
    const acme = await makeTeam(app.services, `acme${made++}`)
    const member = await joined(app, acme.id, 'member')
    const { editor, viewer, deck, base } = await scene(member, { team_id: null })
    expect((await member.post(`${base}/bring_to_team`)).status).toBe(200)
    expect([(await editor.get(base)).status, (await viewer.get(base)).status]).toEqual([200, 200])
    expect(await rowsOf(deck.id)).toHaveLength(3)
  })

  test('a deleted account leaves the decks of others, and invitations to its address end', async () => {
    const { ada, editor, deck, base, address } = await scene()
    await become(editor, base)
    const late = await app.person({ email: address })
    for (const person of [editor, late])
      expect((await person.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    expect((await rowsOf(deck.id)).map(({ role }) => role)).toEqual(['viewer'])
    expect(await readMails(app.services, address)).toMatchObject([{ subject: expect.stringContaining('deleted') }])
    expect((await ada.put(base, { deck: { description: 'Still mine' } })).status).toBe(200)
  })

  test('people stay whom a deleted account has invited', async () => {
    const acme = await makeTeam(app.services, `acme${made++}`)
    const boss = await joined(app, acme.id, 'owner')
    const { deck, base } = await scene(boss, { team_id: acme.id })
    const admin = await app.person()
    await boss.post(`${base}/users/invite`, { user: { email: admin.user.email, role: 'admin' } })
    const guest = await app.person()
    await admin.post(`${base}/users/invite`, { user: { email: guest.user.email, role: 'viewer' } })
    expect((await admin.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    expect((await guest.get(base)).status).toBe(200)
    expect((await rowsOf(deck.id)).at(-1)).toMatchObject({ user_id: guest.user.id, invited_by: null })
  })

  test('a suspended owner’s deck is closed to collaborators, and a suspended collaborator is out', async () => {
    const { ada, editor, viewer, base } = await scene()
    const suspend = (person: TestPerson, active: boolean) =>
      app.services.database.write.updateTable('users').set({ active }).where('id', '=', person.user.id).execute()
    await suspend(editor, false)
    expect([(await editor.get(base)).status, (await viewer.get(base)).status]).toEqual([404, 200])
    await suspend(ada, false)
    expect([(await viewer.get(base)).status, (await shared(viewer)).total]).toEqual([404, 0])
    await suspend(ada, true)
    expect((await viewer.get(base)).status).toBe(200)
  })

  test('where nobody can sign up, only people with an account are invited', async () => {
    const { ada, base } = await scene()
    const closed = { name: 'sign_up' as const, value: 'closed', updated_at: app.services.now() }
    await app.services.database.write.insertInto('instance_settings').values(closed).execute()
    const answer = await ada.post(`${base}/users/invite`, { user: { email: 'late@example.org', role: 'viewer' } })
    expect([answer.status, answer.body.error]).toEqual([422, 'No new accounts can be created here at the moment'])
    const bob = await app.person()
    const invited = await ada.post(`${base}/users/invite`, { user: { email: bob.user.email, role: 'viewer' } })
    expect(invited.status).toBe(201)
    await app.services.database.write.deleteFrom('instance_settings').where('name', '=', 'sign_up').execute()
  })

  test('the export has the decks on which the user collaborates, and whom the user has invited', async () => {
    const { ada, editor, viewer, deck, address } = await scene()
    expect((await exported(editor)).collaborations).toMatchObject([{ id: deck.id, role: 'editor', active: true }])
    expect((await exported(ada)).invited).toMatchObject([
      { username: editor.user.username, email: null, role: 'editor' },
      { username: viewer.user.username, email: null, role: 'viewer' },
      { username: null, email: address, role: 'viewer' },
    ])
    expect((await exported(viewer)).invited).toEqual([])
  })
})
