import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { trashDeck } from '../decks/change-state.ts'

const password = 'seven green bottles'
let made = 0
const fresh = () => `guest${made++}@example.org`

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  let deckId: number
  let base: string
  beforeAll(async () => {
    app = await makeApp()
    ada = await app.person({ username: 'ada', name: 'Ada Lovelace', plan: 'pro' })
  })
  const newDeck = async (owner = ada, fields: object = {}) => {
    const deck = await makeDeck(app.services, owner.user, { title: 'The talk', visibility: 'self', ...fields })
    deckId = deck.id
    base = `/api/v1/decks/${deck.id}`
    return deck
  }
  const invite = (email: string, role = 'editor', by: TestClient = ada, more: object = {}) =>
    by.post(`${base}/users/invite.json`, { user: { email, role, ...more } })
  const with_ = async (role: string, by: TestClient = ada) => {
    const person = await app.person()
    expect((await invite(person.user.email, role, by)).status).toBe(201)
    return person
  }
  const users = async (by: TestClient = ada) => (await by.get(`${base}/users.json`)).body.results
  const tokenOf = async (email: string) =>
    /invitation_token=([\w-]+)/.exec((await readMails(app.services, email)).at(-1)?.text ?? '')?.[1] ?? ''
  const accept = (invitation_token: string, by: TestClient = app.visitor()) =>
    by.put('/users/invitation.json', { user: { invitation_token, username: `joined${made++}`, password } })
  const join = (by: TestClient, invitation_token: string) =>
    by.post('/users/invitation.json', { user: { invitation_token } })
  const changeOf = (person: TestPerson) => (by: TestClient, role: string) =>
    by.put(`${base}/users/${person.user.id}.json`, { user: { role } })
  const save = async (by: TestClient) =>
    (await by.put(`${base}.json`, { deck: { description: `words ${made++}` } })).status

  describe('collaboration', () => {
    test('is off on a new deck, and enabling it twice is no error', async () => {
      await newDeck()
      expect((await ada.get(`${base}.json`)).body.collaborative).toBe(false)
      for (const _ of [1, 2]) {
        const answer = await ada.post(`${base}/make_collaborative.json`)
        expect([answer.status, answer.body.collaborative]).toEqual([200, true])
      }
      expect((await ada.get(`${base}.json`)).body.collaborative).toBe(true)
      expect(await users()).toMatchObject([
        {
          ...{ id: String(ada.user.id), user_id: ada.user.id, role: 'owner', active: true, editing: true },
          ...{ name: 'Ada Lovelace', first_name: 'Ada', username: 'ada', email: ada.user.email },
          thumbnail_url: `/api/v1/users/${ada.user.id}/picture`,
        },
      ])
    })
  })

  describe('inviting', () => {
    beforeAll(() => newDeck())

    test('refuses nonsense, and changes nothing', async () => {
      const rows: [object, string][] = [
        [{ email: 'x', role: 'editor' }, 'Please enter a valid email'],
        [{ email: fresh(), role: 'boss' }, 'Please choose one of the offered values'],
        [{ email: fresh(), role: 'owner' }, 'Please choose one of the offered values'],
        [{ email: ada.user.email, role: 'editor' }, 'This is the owner of the deck'],
      ]
      for (const [user, message] of rows) {
        const answer = await ada.post(`${base}/users/invite`, { user })
        expect([answer.status, answer.body.error]).toEqual([422, message])
      }
      expect(await users()).toHaveLength(1)
    })

    test('makes a person with an account a collaborator at once, who finds the deck by the mail', async () => {
      const bob = await app.person({ name: 'Bob' })
      const answer = await invite(bob.user.email.toUpperCase(), 'editor')
      expect([answer.status, answer.body.active, answer.body.role]).toEqual([201, true, 'editor'])
      expect((await bob.get(`${base}.json`)).body.collaborative).toBe(true)
      const [mail] = await readMails(app.services, bob.user.email)
      expect(mail?.subject).toBe('Ada Lovelace invites you to “The talk”')
      expect(mail?.text).toContain('http://localhost:3000/ada/the-talk-1/edit')
      expect(mail?.text).not.toContain('invitation_token')
      const again = await invite(bob.user.email, 'viewer')
      expect([again.status, again.body.error]).toEqual([422, 'This person is a collaborator of this deck already'])
      expect((await readMails(app.services, bob.user.email)).length).toBe(1)
    })

    test('an address without an account waits, listed for admins only, until its link is followed', async () => {
      const email = fresh()
      const viewer = await with_('viewer')
      const answer = await invite(email, 'viewer')
      expect(answer.body).toMatchObject({ user_id: null, active: false, role: 'viewer', email, name: null })
      expect(answer.body.id).toMatch(/^invited-\d+$/)
      expect((await users()).map(({ id }: { id: string }) => id)).toContain(answer.body.id)
      expect((await users(viewer)).map(({ id }: { id: string }) => id)).not.toContain(answer.body.id)
      expect((await viewer.get(`${base}/users/${answer.body.id}`)).status).toBe(404)
      const token = await tokenOf(email)
      const stored = await app.services.database.read.selectFrom('invitations').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(token)
      const seen = await app.visitor().get(`/users/invitation.json?invitation_token=${token}`)
      expect(seen.body).toMatchObject({
        ...{ email, invited_by: 'Ada Lovelace', has_account: false, team: null },
        deck: { title: 'The talk', role: 'viewer', of_team: false },
      })
      const browser = app.visitor()
      const joinedUser = await accept(token, browser)
      expect([joinedUser.status, joinedUser.body.email]).toEqual([201, email])
      expect((await browser.get(`${base}.json`)).status).toBe(200)
      const person = (await users()).find((one: { user_id: number }) => one.user_id === joinedUser.body.id)
      expect(person).toMatchObject({ active: true, role: 'viewer', email })
      expect([(await accept(token)).status, (await join(browser, token)).status]).toEqual([422, 422])
    })

    test('an account of that address accepts after signing in, and no other account can', async () => {
      const email = fresh()
      await invite(email)
      const token = await tokenOf(email)
      const late = await app.person({ email })
      expect((await late.get(`${base}.json`)).status).toBe(404)
      expect((await join(ada, token)).status).toBe(422)
      expect((await accept(token)).body.error).toBe(
        'There is an account with this e-mail address, please sign in to accept',
      )
      expect((await join(late, token)).status).toBe(200)
      expect((await late.get(`${base}.json`)).status).toBe(200)
    })

    test('a repeated invitation replaces the earlier one, and its link', async () => {
      const email = fresh()
      const first = await invite(email, 'viewer')
      const old = await tokenOf(email)
      const second = await invite(email, 'editor')
      expect([second.status, second.body.id, second.body.role]).toEqual([201, first.body.id, 'editor'])
      expect((await accept(old)).status).toBe(422)
      expect((await accept(await tokenOf(email))).status).toBe(201)
    })

    test('any accepted invitation to an address opens all decks to which it is invited', async () => {
      const email = fresh()
      await newDeck()
      await invite(email)
      const first = base
      await newDeck()
      await invite(email)
      const browser = app.visitor()
      expect((await accept(await tokenOf(email), browser)).status).toBe(201)
      expect([(await browser.get(first)).status, (await browser.get(base)).status]).toEqual([200, 200])
    })

    test('a withdrawn invitation, and one to a deck in the trash, open nothing', async () => {
      await newDeck()
      const email = fresh()
      const { id } = (await invite(email)).body
      const token = await tokenOf(email)
      const deck = await app.services.database.read
        .selectFrom('decks')
        .selectAll()
        .where('id', '=', deckId)
        .executeTakeFirstOrThrow()
      await app.services.database.transaction((trx) => trashDeck(app.services, trx, deck))
      expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(404)
      expect((await accept(token)).status).toBe(422)
      await ada.post(`${base}/recover`)
      expect((await app.visitor().get(`/users/invitation?invitation_token=${token}`)).status).toBe(200)
      expect((await ada.delete(`${base}/users/${id}`, { user: { email } })).status).toBe(204)
      expect((await accept(token)).status).toBe(422)
      expect(await readMails(app.services, email)).toEqual([])
    })

    test('beyond the limit of editors only viewers are invited', async () => {
      await newDeck()
      const rows = Array.from({ length: 50 }, () => ({
        ...{ deck_id: deckId, user_id: null, email: fresh(), role: 'editor' as const, active: false },
        ...{ status: 'disconnected' as const, created_at: app.services.now() },
      }))
      await app.services.database.write.insertInto('deck_users').values(rows.slice(1)).execute()
      const editor = await with_('editor')
      const refused = await invite(fresh(), 'editor')
      expect([refused.status, refused.body.error]).toEqual([403, 'upgrade_required'])
      const viewer = await with_('viewer')
      expect((await changeOf(viewer)(ada, 'editor')).body.error).toBe('upgrade_required')
      expect((await changeOf(editor)(ada, 'editor')).status).toBe(200)
      expect((await invite(fresh(), 'admin')).body.error).toBe('upgrade_required')
      await app.services.database.write
        .updateTable('decks')
        .set({ visibility: 'all' })
        .where('id', '=', deckId)
        .execute()
      expect((await invite(fresh(), 'editor')).status).toBe(201)
      const { body } = await ada.get(base)
      expect(body.deck_user_editor_limit).toBeNull()
    })

    test('a deck has at most 200 collaborators', async () => {
      await newDeck()
      const rows = Array.from({ length: 200 }, () => ({
        ...{ deck_id: deckId, user_id: null, email: fresh(), role: 'viewer' as const, active: false },
        ...{ status: 'disconnected' as const, created_at: app.services.now() },
      }))
      for (let at = 0; at < 200; at += 50)
        await app.services.database.write
          .insertInto('deck_users')
          .values(rows.slice(at, at + 50))
          .execute()
      expect((await invite(fresh(), 'viewer')).body.error).toBe('A deck has at most 200 collaborators')
      expect((await invite(rows[0]?.email ?? '', 'viewer')).status).toBe(201)
    })
  })

  describe('roles', () => {
    test('owner, admins and editors save while they are the active editor, and viewers never do', async () => {
      await newDeck()
      const [editor, viewer] = [await with_('editor'), await with_('viewer')]
      expect([await save(ada), await save(editor), await save(viewer)]).toEqual([200, 403, 403])
      const become = (by: TestPerson, of = by) => by.post(`${base}/users/${of.user.id}/become_editor.json`)
      const taken = await become(editor)
      expect([taken.status, taken.body.editing]).toEqual([200, true])
      expect((await users()).map(({ editing }: { editing: boolean }) => editing)).toEqual([false, true, false])
      expect([await save(ada), await save(editor), await save(viewer)]).toEqual([403, 200, 403])
      expect((await become(viewer)).status).toBe(403)
      expect((await become(ada, editor)).status).toBe(403)
      expect((await become(editor, viewer)).status).toBe(422)
      expect((await become(editor, ada)).status).toBe(200)
      expect([await save(ada), await save(editor)]).toEqual([200, 403])
      const { deckPresence } = app.services
      const at = app.services.now().getTime()
      deckPresence.set(deckId, ada.user.id, { status: 'viewing', slideId: 'one', at })
      expect((await users())[0]).toMatchObject({ status: 'viewing', slide_id: 'one' })
      const busy = await become(editor)
      expect([busy.status, busy.body.error]).toEqual([409, 'Somebody else is editing this deck'])
      deckPresence.set(deckId, ada.user.id, { status: 'idle', slideId: 'one', at })
      expect((await become(editor)).status).toBe(200)
      deckPresence.set(deckId, ada.user.id, null)
    })

    test('a changed role holds at once: a new viewer loses the pen, which returns to the owner', async () => {
      await newDeck()
      const editor = await with_('editor')
      await editor.post(`${base}/users/${editor.user.id}/become_editor`)
      expect(await save(editor)).toBe(200)
      const answer = await changeOf(editor)(ada, 'viewer')
      expect([answer.status, answer.body.role, answer.body.editing]).toEqual([200, 'viewer', false])
      expect([await save(editor), await save(ada)]).toEqual([403, 200])
      expect((await editor.post(`${base}/users/${editor.user.id}/become_editor`)).status).toBe(403)
      expect((await changeOf(editor)(ada, 'boss')).status).toBe(422)
    })

    test('only the owner and admins change people, and nobody touches the owner', async () => {
      const acme = await makeTeam(app.services, `acme${made++}`)
      const boss = await joined(app, acme.id, 'member')
      await newDeck(boss, { team_id: acme.id })
      const [admin, editor, viewer] = [
        await with_('admin', boss),
        await with_('editor', boss),
        await with_('viewer', boss),
      ]
      const owner = `${base}/users/${boss.user.id}`
      for (const by of [editor, viewer]) {
        expect((await changeOf(viewer)(by, 'editor')).status).toBe(403)
        expect((await by.delete(`${base}/users/${viewer.user.id}`)).status).toBe(403)
        expect((await invite(fresh(), 'viewer', by)).status).toBe(403)
      }
      expect((await admin.put(owner, { user: { role: 'viewer' } })).status).toBe(403)
      expect((await admin.delete(owner)).status).toBe(403)
      expect((await changeOf(viewer)(admin, 'editor')).body.role).toBe('editor')
      expect((await admin.delete(`${base}/users/${viewer.user.id}`)).status).toBe(204)
      expect((await viewer.get(base)).status).toBe(404)
      expect((await admin.delete(`${base}/users/${viewer.user.id}`)).status).toBe(404)
      expect((await admin.get(`${base}/users/invited-${editor.user.id}00`)).status).toBe(404)
    })

    test('addresses are readable by the owner, admins and oneself', async () => {
      await newDeck()
      const [editor, viewer] = [await with_('editor'), await with_('viewer')]
      const emails = async (by: TestClient) => (await users(by)).map(({ email }: { email: string | null }) => email)
      expect(await emails(ada)).toEqual([ada, editor, viewer].map(({ user }) => user.email))
      expect(await emails(viewer)).toEqual([null, null, viewer.user.email])
    })
  })

  describe('an end of collaboration', () => {
    test('by the owner or by oneself ends the access, and editing returns to the owner', async () => {
      await newDeck()
      const [removed, left] = [await with_('editor'), await with_('editor')]
      const heard: unknown[] = []
      const stop = app.services.accessChanges.subscribe((change) => heard.push(change))
      await removed.post(`${base}/users/${removed.user.id}/become_editor`)
      expect((await ada.delete(`${base}/users/${removed.user.id}`)).status).toBe(204)
      expect(heard).toEqual([{ deckId }])
      expect([(await removed.get(base)).status, await save(removed), await save(ada)]).toEqual([404, 404, 200])
      expect((await left.post(`${base}/leave`)).status).toBe(204)
      stop()
      expect(heard).toEqual([{ deckId }, { deckId }])
      expect((await left.get(base)).status).toBe(404)
      expect((await ada.post(`${base}/leave`)).status).toBe(403)
      expect(await users()).toHaveLength(1)
    })

    test('is announced to the pages that have the deck open, as what comes before it', async () => {
      await newDeck()
      const sent: unknown[] = []
      const stop = app.services.deckChannel.subscribe((id, message) => void sent.push([id === deckId, message]))
      const editor = await with_('editor')
      const { id: user_id } = editor.user
      await editor.post(`${base}/users/${user_id}/become_editor`)
      await changeOf(editor)(ada, 'viewer')
      await ada.delete(`${base}/users/${user_id}`)
      const email = fresh()
      await invite(email)
      const { body: late } = await accept(await tokenOf(email))
      stop()
      const said = (kind: string, more: object) => [true, { type: `collaboration:${kind}`, ...more }]
      expect(sent).toMatchObject([
        said('user-added', { user: { user_id, role: 'editor', active: true } }),
        said('editor-changed', { user_id }),
        said('user-updated', { user: { user_id, role: 'viewer' } }),
        said('editor-changed', { user_id: ada.user.id }),
        said('user-removed', { user_id }),
        said('user-added', { user: { user_id: late.id } }),
      ])
      expect(JSON.stringify(sent)).not.toContain('@')
    })

    test('records when the owner and collaborators last saw the deck', async () => {
      await newDeck()
      const viewer = await with_('viewer')
      for (const by of [ada, viewer]) {
        expect((await by.get(`${base}/users/${by.user.id}`)).body.last_seen_at).toBeNull()
        expect((await by.put(`${base}/users/update_last_seen_at.json`)).status).toBe(204)
        expect((await by.get(`${base}/users/${by.user.id}`)).body.last_seen_at).toMatch(/^\d{4}-/)
      }
    })
  })

  describe('in a team', () => {
    test('managers also invite to the team; members and guests can not', async () => {
      const acme = await makeTeam(app.services, `acme${made++}`)
      const [boss, member] = [await joined(app, acme.id, 'owner'), await joined(app, acme.id, 'member')]
      await newDeck(member, { team_id: acme.id })
      await invite(boss.user.email, 'admin', member)
      const email = fresh()
      const refused = await invite(email, 'editor', member, { add_to_team: true })
      expect([refused.status, (await readMails(app.services, email)).length]).toEqual([403, 0])
      const answer = await invite(email, 'editor', boss, { add_to_team: true })
      expect([answer.status, answer.body.active]).toEqual([201, false])
      const subjects = (await readMails(app.services, email)).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.includes(acme.name))).toBe(true)
      const browser = app.visitor()
      const accepted = await accept(await tokenOf(email), browser)
      expect([accepted.status, accepted.body.team_id]).toEqual([201, acme.id])
      expect((await browser.get(base)).body.collaborative).toBe(true)
      await newDeck()
      expect((await invite(fresh(), 'editor', ada, { add_to_team: true })).status).toBe(403)
    })

    test('a deactivated collaborator is out until active again, a removed one for good', async () => {
      const acme = await makeTeam(app.services, `acme${made++}`)
      const [boss, member] = [await joined(app, acme.id, 'owner'), await joined(app, acme.id, 'member')]
      await newDeck(boss, { team_id: acme.id })
      await invite(member.user.email, 'editor', boss)
      await member.post(`${base}/users/${member.user.id}/become_editor`)
      expect(await save(member)).toBe(200)
      const host = { host: `${acme.slug}.localhost:3000` }
      const atTeam = await app.signIn(boss.user, host.host)
      const path = `/api/v1/team/users/${member.user.id}`
      expect((await atTeam.post(`${path}/deactivate`, {}, host)).status).toBe(200)
      expect([(await member.get(base)).status, await save(boss)]).toEqual([404, 200])
      expect((await invite(member.user.email, 'viewer', boss)).status).toBe(422)
      expect((await boss.post(`${base}/users/${member.user.id}/become_editor`)).status).toBe(422)
      expect((await atTeam.post(`${path}/reactivate`, {}, host)).status).toBe(200)
      expect((await member.get(`${base}/users/${member.user.id}`)).body).toMatchObject({
        role: 'editor',
        editing: false,
      })
      expect((await atTeam.delete(path, { user: {} }, host)).status).toBe(204)
      expect((await member.get(base)).status).toBe(404)
      expect(await users(boss)).toHaveLength(1)
    })
  })
})
