import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { type Owner, ownerColumns } from '../owner.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let admin: TestPerson
  let member: TestPerson
  let team: Owner

  beforeAll(async () => {
    app = await makeApp()
    const { id } = await makeTeam(app.services, 'acme')
    team = { team: id }
    admin = await app.person({ plan: 'enterprise', team_id: id, membership_role: 'admin' })
    member = await app.person({ plan: 'enterprise', team_id: id, membership_role: 'member' })
  })

  async function picture(owner: Owner, label = 'Picture'): Promise<number> {
    const { database, now } = app.services
    const { id } = await database.write
      .insertInto('media')
      .values({
        ...{ ...ownerColumns(owner), key: `media/${randomUUID()}.png`, label, content_type: 'image/png', size: 1 },
        ...{ width: 1, height: 1, inline: false, hidden: false, content_hash: randomUUID(), created_at: now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  describe.each([
    ['own tags', '/api/v1', (): Owner => ({ user: admin.user.id })],
    ['team tags', '/api/v1/team', () => team],
  ])('%s', (_, base, owner) => {
    test('are named by their ordinal, renamed, and deleted without their images', async () => {
      const first = await admin.post(`${base}/tags.json`, {})
      expect([first.status, first.body]).toEqual([201, { id: first.body.id, name: 'Tag 1', medias: [] }])
      const second = await admin.post(`${base}/tags.json`, { tag: { name: 'Logos' } })
      expect((await admin.post(`${base}/tags.json`, { tag: {} })).body.name).toBe('Tag 3')
      expect((await admin.delete(`${base}/tags/${first.body.id}.json`)).status).toBe(204)
      // Two are left, and one of them has the name of the third.
      expect((await admin.post(`${base}/tags.json`, {})).body.name).toBe('Tag 4')
      const id = second.body.id
      const image = await picture(owner())
      await admin.post(`${base}/tags/${id}/add_media.json`, { media_ids: [image] })
      const renamed = await admin.put(`${base}/tags/${id}.json`, { tag: { name: 'Brand' } })
      expect([renamed.status, renamed.body]).toEqual([200, { id, name: 'Brand', medias: [image] }])
      const listed = await admin.get(`${base}/tags.json`)
      expect(listed.body).toMatchObject({ total: 3, page: 1, results: [{ name: 'Brand', medias: [image] }, {}, {}] })
      await admin.delete(`${base}/tags/${id}.json`)
      const { results } = (await admin.get(`${base}/media.json`)).body
      expect(results.map((row: { id: number }) => row.id)).toContain(image)
    })

    test('get and lose images, each once, and lose those that are deleted', async () => {
      const { id } = (await admin.post(`${base}/tags`, { tag: { name: 'Places' } })).body
      const [a, b, c] = [await picture(owner()), await picture(owner()), await picture(owner())]
      await admin.post(`${base}/tags/${id}/add_media`, { media_ids: [a, b] })
      const added = await admin.post(`${base}/tags/${id}/add_media`, { media_ids: [b, c, c] })
      expect([added.status, added.body.medias]).toEqual([200, [c, b, a]])
      const listed = await admin.get(`${base}/media?tag=${id}`)
      expect(listed.body).toMatchObject({ total: 3, results: [{ id: c }, { id: b }, { id: a }] })
      const removed = await admin.delete(`${base}/tags/${id}/remove_media.json`, { media_ids: [a, 999_999] })
      expect([removed.status, removed.body.medias]).toEqual([200, [c, b]])
      expect((await admin.delete(`${base}/media/${c}`)).status).toBe(204)
      expect((await admin.get(`${base}/tags`)).body.results.at(-1).medias).toEqual([b])
    })

    test.each<[string, () => Promise<number>]>([
      ['of another user', async () => picture({ user: (await app.person()).user.id })],
      ['of the other library', async () => picture('team' in owner() ? { user: admin.user.id } : team)],
      ['that do not exist', async () => 999_999],
    ])('do not get images %s, nor the others of the request', async (_whose, other) => {
      const { id } = (await admin.post(`${base}/tags`, {})).body
      const refused = await admin.post(`${base}/tags/${id}/add_media`, {
        media_ids: [await picture(owner()), await other()],
      })
      expect([refused.status, refused.body.error]).toEqual([422, messages.tag.otherMedia])
      expect((await admin.get(`${base}/tags`)).body.results.at(-1)).toMatchObject({ id, medias: [] })
    })
  })

  test.each<[string, string]>([
    ['', messages.tag.nameMissing],
    ['   ', messages.tag.nameMissing],
    ['x'.repeat(limits.tag.name + 1), 'At most 200 characters'],
  ])('the name %j is refused', async (name, message) => {
    const { id } = (await admin.post('/api/v1/tags', {})).body
    for (const answer of [
      await admin.post('/api/v1/tags', { tag: { name } }),
      await admin.put(`/api/v1/tags/${id}`, { tag: { name } }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error).toContain(message)
    }
  })

  test('members read the team’s tags, and outsiders see and use neither the team’s nor another user’s', async () => {
    const own = (await admin.post('/api/v1/tags', { tag: { name: 'Mine' } })).body.id
    const ours = (await admin.post('/api/v1/team/tags', { tag: { name: 'Ours' } })).body.id
    expect((await member.get('/api/v1/team/tags')).body.results.at(-1)).toMatchObject({ id: ours })
    expect((await member.put(`/api/v1/team/tags/${ours}`, { tag: { name: 'x' } })).status).toBe(403)
    expect((await member.put(`/api/v1/tags/${own}`, { tag: { name: 'x' } })).status).toBe(404)
    expect((await member.get('/api/v1/tags')).body.total).toBe(0)
    const mine = await picture({ user: member.user.id })
    // Another user's tag selects nothing.
    await admin.post(`/api/v1/tags/${own}/add_media`, { media_ids: [await picture({ user: admin.user.id })] })
    expect((await member.get(`/api/v1/media?tag=${own}`)).body).toMatchObject({ total: 0, results: [] })
    expect((await member.get('/api/v1/media')).body.results).toMatchObject([{ id: mine }])
  })

  test('a library has at most its limit of tags', async () => {
    const ann = await app.person()
    const { database, now } = app.services
    const names = Array.from({ length: limits.tag.count }, (__, index) => `Tag ${index + 1}`)
    await database.write
      .insertInto('media_tags')
      .values(names.map((name) => ({ name, user_id: ann.user.id, team_id: null, created_at: now() })))
      .execute()
    const refused = await ann.post('/api/v1/tags', {})
    expect([refused.status, refused.body.error]).toEqual([422, messages.tag.full])
    expect((await ann.get('/api/v1/tags')).body).toMatchObject({ total: limits.tag.count, per_page: limits.tag.count })
  })

  test('the search compares labels without case and accents, and takes its characters literally', async () => {
    const ann = await app.person()
    const owner = { user: ann.user.id }
    const labels = ['Über uns', 'A 50% discount', 'under_score', 'Zürich']
    const ids = new Map<number, string>()
    for (const label of labels) {
      const id = await picture(owner, 'x')
      ids.set(id, label)
      await ann.put(`/api/v1/media/${id}`, { media: { label } })
    }
    const found = async (query: string) => {
      const { body } = await ann.get(`/api/v1/media?${query}`)
      return body.results.map((row: { id: number }) => ids.get(row.id)).sort()
    }
    expect(await found('search=UBER')).toEqual(['Über uns'])
    expect(await found('search=%C3%9Cr')).toEqual(['Zürich'])
    expect(await found('search=%25')).toEqual(['A 50% discount'])
    expect(await found('search=_')).toEqual(['under_score'])
    expect(await found('search=%5C')).toEqual([])
    expect(await found('search=')).toHaveLength(4)
    expect((await ann.get(`/api/v1/media?search=${'x'.repeat(51)}`)).status).toBe(422)
    const [first] = ids.keys()
    await ann.put(`/api/v1/media/${first}`, { media: { hidden: true } })
    expect(await found('search=u')).toEqual(['A 50% discount', 'Zürich', 'under_score'])
    expect(await found('hidden=true')).toEqual(['Über uns'])
  })
})
