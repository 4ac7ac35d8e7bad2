import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { privileges } from '../rules/plans.ts'
import { makeTeam } from '../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { contract } from './contract.ts'
import { mountRoutes } from './mount.ts'
import { route } from './route.ts'

/** A route that answers the owner and plan of its permission. */
const ownerRoute = (path: `/${string}`, permission: 'own:themes' | 'own:billing') =>
  route(contract({ method: 'GET', path, summary: '', permission, rate: 'read', output: z.any() }), async (c) => ({
    owner: c.owner,
    plan: c.ownerPlan,
  }))

const slide = '<section data-id="883f371966dc26b1674a3b635ee4aa4d"><h2>Ours</h2></section>'

/** A multipart form with a PNG of one color. */
async function pictureForm(color: string) {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: color } })
    .png()
    .toBuffer()
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  let admin: TestPerson
  let member: TestPerson
  const inTeam = (team_id: number, membership_role: 'owner' | 'admin' | 'member') =>
    app.person({ plan: 'enterprise', team_id, membership_role })

  beforeAll(async () => {
    app = await makeApp({
      extend: (server, services) => {
        const routes = [ownerRoute('/test/own-themes', 'own:themes'), ownerRoute('/test/own-billing', 'own:billing')]
        mountRoutes(server, routes, services)
      },
    })
    acme = (await makeTeam(app.services, 'acme')).id
    ;[admin, member] = [await inTeam(acme, 'admin'), await inTeam(acme, 'member')]
  })

  const upload = async (who: TestClient, base: string, color: string) => {
    const { body, headers } = await pictureForm(color)
    return who.request('POST', `${base}/media.json`, { body, headers })
  }
  const createTemplate = (who: TestClient, base: string) =>
    who.post(`${base}/slide_templates.json`, { slide_template: { html: slide } })
  const list = async (who: TestClient, path: string) => (await who.get(`${path}.json`)).body

  describe('roles that read and change a team’s resources', () => {
    let other: number
    let lapsed: number
    beforeAll(async () => {
      other = (await makeTeam(app.services, 'other')).id
      lapsed = (await makeTeam(app.services, 'lapsed', { plan: 'free' })).id
    })

    test.each<[string, () => TestClient | Promise<TestClient>, number, number, number]>([
      ['a visitor', () => app.visitor(), 401, 401, 401],
      ['a user without a team', () => app.person({ plan: 'pro' }), 404, 404, 404],
      ['a member', () => member, 200, 403, 403],
      ['an admin', () => admin, 200, 201, 200],
      ['the team’s owner', () => inTeam(acme, 'owner'), 200, 201, 200],
      ['an admin of another team', () => inTeam(other, 'admin'), 200, 201, 404],
      ['an admin of a team that has ended', () => inTeam(lapsed, 'admin'), 403, 403, 403],
      ['a member of a team that has ended', () => inTeam(lapsed, 'member'), 403, 403, 403],
      ['an operator without a team', () => app.person({ operator: true }), 404, 404, 404],
    ])('%s', async (_who, make, reads, makes, changes) => {
      const who = await make()
      const base = '/api/v1/team'
      const [picture, template] = [await upload(admin, base, 'red'), await createTemplate(admin, base)]
      const answers = {
        reads: [await who.get(`${base}/media`), await who.get(`${base}/slide_templates`)],
        makes: [await upload(who, base, 'blue'), await createTemplate(who, base)],
        changes: [
          await who.put(`${base}/media/${picture.body.id}`, { media: { label: 'x' } }),
          await who.put(`${base}/slide_templates/${template.body.id}`, { slide_template: { label: 'x' } }),
        ],
      }
      const statuses = Object.values(answers).map((both) => both.map(({ status }) => status))
      expect(statuses).toEqual([reads, makes, changes].map((status) => [status, status]))
      const removed = [
        await who.delete(`${base}/media/${picture.body.id}`),
        await who.delete(`${base}/slide_templates/${template.body.id}`),
      ].map(({ status }) => status)
      const expected = changes === 200 ? 204 : changes
      expect(removed).toEqual([expected, expected])
    })

    test('a user’s team is reachable on its own host and the app’s host, but not on another team’s host', async () => {
      const hosts = ['localhost:3000', 'acme.localhost:3000', 'other.localhost:3000']
      const { write } = app.services.database
      const found: number[] = []
      for (const host of hosts) {
        const one = await inTeam(acme, 'member')
        await write.updateTable('sessions').set({ host }).where('user_id', '=', one.user.id).execute()
        found.push((await one.get('/api/v1/team/media', { host })).status)
      }
      expect(found).toEqual([200, 200, 404])
    })
  })

  test('the media libraries of a team and of its admin are separate, each with its own storage', async () => {
    const { id } = await makeTeam(app.services, 'fresh')
    const boss = await inTeam(id, 'admin')
    const [ours, mine] = [await upload(boss, '/api/v1/team', 'green'), await upload(boss, '/api/v1', 'green')]
    expect([ours.status, mine.status]).toEqual([201, 201])
    expect(ours.body.id).not.toBe(mine.body.id)
    // A repeated upload of a file returns the existing item in each library.
    expect((await upload(boss, '/api/v1/team', 'green')).body.id).toBe(ours.body.id)
    await inTeam(id, 'member')
    const left = await inTeam(id, 'member')
    await app.services.database.write
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', left.user.id)
      .execute()
    const { storage } = privileges.enterprise
    expect(await list(boss, '/api/v1/team/media')).toMatchObject({
      ...{ total: 1, results: [{ id: ours.body.id }] },
      storage: { value: ours.body.size, total: 2 * storage },
    })
    expect(await list(boss, '/api/v1/media')).toMatchObject({
      ...{ total: 1, results: [{ id: mine.body.id }] },
      storage: { value: mine.body.size, total: storage },
    })
    expect((await boss.put(`/api/v1/media/${ours.body.id}`, { media: { label: 'x' } })).status).toBe(404)
    expect((await boss.delete(`/api/v1/team/media/${mine.body.id}`)).status).toBe(404)
  })

  test('the slide templates of a team and of its admin are separate', async () => {
    const boss = await inTeam((await makeTeam(app.services, 'writers')).id, 'admin')
    const [ours, mine] = [await createTemplate(boss, '/api/v1/team'), await createTemplate(boss, '/api/v1')]
    expect(await list(boss, '/api/v1/team/slide_templates')).toMatchObject({ results: [{ id: ours.body.id }] })
    expect(await list(boss, '/api/v1/slide_templates')).toMatchObject({ results: [{ id: mine.body.id }] })
    const id = mine.body.id
    expect((await boss.put(`/api/v1/team/slide_templates/${id}`, { slide_template: { label: 'x' } })).status).toBe(404)
    expect((await boss.delete(`/api/v1/team/slide_templates/${id}`)).status).toBe(404)
  })

  describe('a user’s own resources are checked by the permission matrix', () => {
    test.each<[string, () => TestClient | Promise<TestClient>, number, number, refusal?: string]>([
      ['a visitor', () => app.visitor(), 401, 401],
      ['a user whose plan has no themes', () => app.person({ plan: 'pro' }), 403, 200, 'upgrade_required'],
      ['a member, whose team’s managers write themes', () => member, 403, 200, 'Not allowed'],
      ['a manually upgraded user', () => app.person({ plan: 'enterprise', manually_upgraded: true }), 200, 403],
    ])('%s', async (_who, make, themes, billing, refusal) => {
      const who = await make()
      const [own, bill] = [await who.get('/test/own-themes'), await who.get('/test/own-billing')]
      expect([own.status, bill.status]).toEqual([themes, billing])
      if (themes === 403) expect(own.body.error).toBe(refusal)
      if (themes === 200) expect(own.body.owner).toEqual({ user: (who as TestPerson).user.id })
    })
  })
})
