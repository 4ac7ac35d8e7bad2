import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'

describe('every page knows the team of the signed-in user', () => {
  let app: TestApp
  let admin: TestPerson
  let member: TestPerson
  beforeAll(async () => {
    app = await makeTestApp('sqlite', { extend: mountScreens })
    const { id: team_id } = await makeTeam(app.services, 'acme')
    admin = await app.person({ plan: 'enterprise', team_id, membership_role: 'admin' })
    member = await app.person({ plan: 'enterprise', team_id, membership_role: 'member' })
    await makeDeck(app.services, await app.person({ username: 'ann' }).then(({ user }) => user), { slug: 'talk' })
  })
  afterAll(() => app.close())

  test.each([
    ['a page of the app', '/explore'],
    ['a page around a deck', '/ann/talk'],
  ])('%s leads managers to the pages of their team, and nobody else', async (_what, path) => {
    const settings = 'http://acme.localhost:3000/edit_members'
    const [managed, used, seen] = [await admin.get(path), await member.get(path), await app.visitor().get(path)]
    expect([managed.status, used.status, seen.status]).toEqual([200, 200, 200])
    // Menus of the app open in the browser: its page carries the team's address as data.
    const address = path === '/explore' ? 'http://acme.localhost:3000' : settings
    expect(managed.text).toContain(address)
    if (path !== '/explore') expect(used.text).not.toContain(settings)
    expect(seen.text).not.toContain('acme')
  })
})
