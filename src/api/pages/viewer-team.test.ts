import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'

describe('every page has the team of the signed-in user', () => {
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
  ])('%s links the team’s pages only for the team’s managers', async (_what, path) => {
    const settings = 'http://acme.localhost:3000/edit_members'
    const [managed, used, seen] = [await admin.get(path), await member.get(path), await app.visitor().get(path)]
    expect([managed.status, used.status, seen.status]).toEqual([200, 200, 200])
    // The app's menus are rendered in the browser, so its page contains the team's URL as data.
    const address = path === '/explore' ? 'http://acme.localhost:3000' : settings
    expect(managed.text).toContain(address)
    if (path !== '/explore') expect(used.text).not.toContain(settings)
    expect(seen.text).not.toContain('acme')
  })
})
