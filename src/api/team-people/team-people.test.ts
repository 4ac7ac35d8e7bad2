import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let boss: TestPerson
  let member: TestPerson
  let quiet: TestPerson
  let stranger: TestPerson
  let visitor: TestClient

  const path = '/api/v1/team/people.json'
  const at = { host: 'acme.localhost:3000' }

  beforeAll(async () => {
    app = await makeApp()
    const team = await makeTeam(app.services, 'acme')
    const other = await makeTeam(app.services, 'other')
    boss = await app.person({ username: 'boss', team_id: team.id, membership_role: 'owner' })
    member = await app.person({ username: 'mona', team_id: team.id, membership_role: 'member' })
    quiet = await app.person({ username: 'quiet', team_id: team.id, membership_role: 'member' })
    stranger = await app.person({ username: 'stranger', team_id: other.id, membership_role: 'owner' })
    visitor = app.visitor()
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await makeDeck(app.services, member.user, { title, visibility: 'team' })
    }
    await makeDeck(app.services, boss.user, { title: 'Open', visibility: 'all' })
    await makeDeck(app.services, boss.user, { title: 'Secret', visibility: 'self' })
    await makeDeck(app.services, { id: boss.user.id }, { title: 'Personal', visibility: 'all', team_id: null })
  })

  /** Members ask about their own team; a session is bound to its host, so others ask as visitors of the team's host. */
  const people = async (client: TestClient, options: { host?: string } = {}) => {
    const { status, body } = await client.get(path, options)
    expect(status).toBe(200)
    return (
      body.results as {
        user: { username: string }
        role: string | null
        deck_count: number
        decks: { title: string }[]
      }[]
    ).map(({ user, role, deck_count, decks }) => ({
      name: user.username,
      role,
      count: deck_count,
      decks: decks.map(({ title }) => title),
    }))
  }

  describe('the people of a team', () => {
    test('a member gets everybody: those with decks first, at most four newest decks each', async () => {
      const found = await people(quiet)
      expect(found.map(({ name }) => name).sort()).toEqual(['boss', 'mona', 'quiet'])
      expect(found.at(-1)).toEqual({ name: 'quiet', role: 'member', count: 0, decks: [] })
      const mona = found.find(({ name }) => name === 'mona')
      expect(mona).toMatchObject({ role: 'member', count: 5 })
      expect(mona?.decks).toHaveLength(4)
      expect(mona?.decks).not.toContain('One')
    })

    test('private decks are listed for their owner only, personal ones for nobody', async () => {
      expect((await people(member)).find(({ name }) => name === 'boss')?.decks).toEqual(['Open'])
      const own = (await people(boss)).find(({ name }) => name === 'boss')
      expect(own?.decks.sort()).toEqual(['Open', 'Secret'])
      expect(own?.count).toBe(2)
    })

    test('others get the people with public decks, without roles', async () => {
      const open = [{ name: 'boss', role: null, count: 1, decks: ['Open'] }]
      expect(await people(visitor, at)).toEqual(open)
      expect(await people(stranger, at)).toEqual(open)
    })

    test('the list is paged', async () => {
      const { body } = await quiet.get(`${path}?per_page=2&page=2`)
      expect(body).toMatchObject({ total: 3, page: 2, per_page: 2 })
      expect(body.results).toHaveLength(1)
    })

    test('no e-mail address is in the answer', async () => {
      const { text } = await quiet.get(path)
      expect(text).not.toContain('@example.org')
    })

    test('on the app’s host it is about the user’s own team, and 404 without one', async () => {
      const names = (await stranger.get(path)).body.results.map(
        ({ user }: { user: { username: string } }) => user.username,
      )
      expect(names).toEqual(['stranger'])
      expect((await visitor.get(path)).status).toBe(404)
    })
  })
})
