import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { privileges } from '../rules/plans.ts'
import { makeTeam } from '../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { contract, type OwnerPlace } from './contract.ts'
import { mediaContractsAt } from './media/contract.ts'
import { mediaRoutesOf } from './media/routes.ts'
import { mountRoutes } from './mount.ts'
import { route } from './route.ts'
import { slideTemplatesContractsAt } from './slide-templates/contract.ts'
import { slideTemplatesRoutesOf } from './slide-templates/routes.ts'

const ofTeam = (things: 'media' | 'templates'): OwnerPlace => ({
  ...{ base: '/api/v1/team', read: `team:read-${things}`, change: `team:change-${things}`, whose: 'team’s' },
})
/** A route with a permission alone: it answers whose things it is about. */
const asking = (path: `/${string}`, permission: 'own:themes' | 'own:billing') =>
  route(contract({ method: 'GET', path, summary: '', permission, rate: 'read', output: z.any() }), async (c) => ({
    owner: c.owner,
    plan: c.ownerPlan,
  }))

const slide = '<section data-id="883f371966dc26b1674a3b635ee4aa4d"><h2>Ours</h2></section>'

/** A PNG of one color as a form sends it. */
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
        const routes = [
          ...mediaRoutesOf(mediaContractsAt(ofTeam('media'))),
          ...slideTemplatesRoutesOf(slideTemplatesContractsAt(ofTeam('templates'))),
          asking('/test/own-themes', 'own:themes'),
          asking('/test/own-billing', 'own:billing'),
        ]
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
  const keep = (who: TestClient, base: string) =>
    who.post(`${base}/slide_templates.json`, { slide_template: { html: slide } })
  const list = async (who: TestClient, path: string) => (await who.get(`${path}.json`)).body

  describe('who reads and who changes what a team owns', () => {
    let other: number
    let lapsed: number
    beforeAll(async () => {
      other = (await makeTeam(app.services, 'other')).id
      lapsed = (await makeTeam(app.services, 'lapsed', { plan: 'free' })).id
    })

    test.each<[string, () => TestClient | Promise<TestClient>, number, number, number]>([
      ['a visitor', () => app.visitor(), 401, 401, 401],
      ['a person without a team', () => app.person({ plan: 'pro' }), 404, 404, 404],
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
      const [picture, template] = [await upload(admin, base, 'red'), await keep(admin, base)]
      const answers = {
        reads: [await who.get(`${base}/media`), await who.get(`${base}/slide_templates`)],
        makes: [await upload(who, base, 'blue'), await keep(who, base)],
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

    test('on the host of another team a user’s team is not there, on the own host and the app’s it is', async () => {
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

  test('a team’s library and its admin’s own are two, with a storage each', async () => {
    const { id } = await makeTeam(app.services, 'fresh')
    const boss = await inTeam(id, 'admin')
    const [ours, mine] = [await upload(boss, '/api/v1/team', 'green'), await upload(boss, '/api/v1', 'green')]
    expect([ours.status, mine.status]).toEqual([201, 201])
    expect(ours.body.id).not.toBe(mine.body.id)
    // The same bytes again are the same item of each.
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

  test('a team’s slide templates and its admin’s own are two lists', async () => {
    const boss = await inTeam((await makeTeam(app.services, 'writers')).id, 'admin')
    const [ours, mine] = [await keep(boss, '/api/v1/team'), await keep(boss, '/api/v1')]
    expect(await list(boss, '/api/v1/team/slide_templates')).toMatchObject({ results: [{ id: ours.body.id }] })
    expect(await list(boss, '/api/v1/slide_templates')).toMatchObject({ results: [{ id: mine.body.id }] })
    const id = mine.body.id
    expect((await boss.put(`/api/v1/team/slide_templates/${id}`, { slide_template: { label: 'x' } })).status).toBe(404)
    expect((await boss.delete(`/api/v1/team/slide_templates/${id}`)).status).toBe(404)
  })

  describe('what belongs to a user is asked of the matrix, too', () => {
    test.each<[string, () => TestClient | Promise<TestClient>, number, number]>([
      ['a visitor', () => app.visitor(), 401, 401],
      ['a user whose plan has no themes', () => app.person({ plan: 'pro' }), 403, 200],
      ['a member', () => member, 200, 200],
      ['a user who was upgraded by hand', () => app.person({ plan: 'enterprise', manually_upgraded: true }), 200, 403],
    ])('%s', async (_who, make, themes, billing) => {
      const who = await make()
      const [own, bill] = [await who.get('/test/own-themes'), await who.get('/test/own-billing')]
      expect([own.status, bill.status]).toEqual([themes, billing])
      if (themes === 403) expect(own.body.error).toBe('upgrade_required')
      if (themes === 200) expect(own.body.owner).toEqual({ user: (who as TestPerson).user.id })
    })
  })
})
