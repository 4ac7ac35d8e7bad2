import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const base = '/api/v1/slide_templates'
const slide = '<section data-id="883f371966dc26b1674a3b635ee4aa4d"><h2>Three reasons</h2><p>one</p></section>'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person()
    bob = await app.person()
  })

  const create = (person: TestClient, fields: object = {}) =>
    person.post(`${base}.json`, { slide_template: { html: slide, ...fields } })
  const listed = async (person: TestClient) => (await person.get(`${base}.json`)).body

  test('keeps the size of the slides that it was made for', async () => {
    const { body } = await create(ann, { slide_size: '1280x720' })
    expect(body.slide_size).toBe('1280x720')
    expect((await create(ann)).body.slide_size).toBe('960x700')
    expect((await create(ann, { slide_size: '1x1' })).status).toBe(422)
    const put = (fields: object) => ann.put(`${base}/${body.id}.json`, { slide_template: fields })
    expect((await put({ label: 'Wide' })).body.slide_size).toBe('1280x720')
    expect((await put({ html: slide, slide_size: '794x1123' })).body.slide_size).toBe('794x1123')
    const { database } = app.services
    await database.write.deleteFrom('slide_templates').where('user_id', '=', ann.user.id).execute()
  })

  describe('only the owner reads and changes templates', () => {
    test.each([
      ['a visitor', () => app.visitor(), 401],
      ['another person', () => bob, 404],
    ] as const)('%s cannot', async (_, who, status) => {
      const { id } = (await create(ann, { label: 'Mine' })).body
      const changed = await who().put(`${base}/${id}.json`, { slide_template: { label: 'Theirs', html: slide } })
      const removed = await who().delete(`${base}/${id}.json`)
      expect([changed.status, removed.status]).toEqual([status, status])
      const list = await listed(ann)
      expect(list.results.find((one: { id: number }) => one.id === id).label).toBe('Mine')
      expect(JSON.stringify(await listed(who()))).not.toContain('Mine')
    })

    test('an unknown template is not found', async () => {
      for (const id of [0, 999_999]) {
        expect((await ann.put(`${base}/${id}`, { slide_template: { label: 'x' } })).status).toBe(404)
        expect((await ann.delete(`${base}/${id}`)).status).toBe(404)
      }
    })

    test('only deleting their owner’s account deletes templates', async () => {
      const eve = await app.person()
      await create(eve)
      await create(bob)
      const { database } = app.services
      await database.write.deleteFrom('users').where('id', '=', eve.user.id).execute()
      const rows = await database.read.selectFrom('slide_templates').select('user_id').execute()
      expect(rows.map((row) => row.user_id)).not.toContain(eve.user.id)
      expect((await listed(bob)).total).toBe(1)
    })
  })

  describe('an invalid template is refused', () => {
    test.each([
      ['no slide', '<p>Only words</p>'],
      ['nothing', ''],
      ['two slides', '<section>a</section><section>b</section>'],
      ['a stack', '<section><section>a</section></section>'],
      ['a slide in a slide', '<section>a<section>b</section></section>'],
    ])('%s', async (_, html) => {
      const answer = await create(ann, { html })
      expect([answer.status, answer.body.errors?.html]).toEqual([422, [messages.template.oneSlide]])
    })

    test('a slide that is too large, and a label that is too long', async () => {
      const huge = `<section>${'x'.repeat(limits.slide.bytes)}</section>`
      expect((await create(ann, { html: huge })).status).toBe(413)
      const long = await create(ann, { label: 'x'.repeat(limits.template.label + 1) })
      expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['label']])
    })

    test('scripts and notes are removed', async () => {
      const html = '<section data-notes="secret" onclick="x()"><p>Hi</p><script>evil()</script></section>'
      const { status, body } = await create(ann, { html })
      expect(status).toBe(201)
      expect(body.html).toContain('<p>Hi</p>')
      expect(body.html).not.toMatch(/evil|onclick|secret/)
    })
  })

  test('a template is created, listed first, changed and deleted', async () => {
    const cara = await app.person()
    const first = await create(cara)
    expect([first.status, first.body.label, first.body.html]).toEqual([201, 'Three reasons', slide])
    const second = await create(cara, { label: '  Title \n page ' })
    const list = await listed(cara)
    expect(list).toMatchObject({ total: 2, page: 1, per_page: limits.template.count })
    expect(list.results.map((one: { label: string }) => one.label)).toEqual(['Title page', 'Three reasons'])
    const paged = (await cara.get(`${base}.json?page=2&per_page=1`)).body
    expect(paged.results.map((one: { id: number }) => one.id)).toEqual([first.body.id])

    const renamed = await cara.put(`${base}/${first.body.id}.json`, { slide_template: { label: 'Reasons' } })
    expect([renamed.status, renamed.body.label, renamed.body.html]).toEqual([200, 'Reasons', slide])
    const html = slide.replace('Three', 'Four')
    const changed = await cara.put(`${base}/${first.body.id}.json`, { slide_template: { html } })
    expect([changed.body.label, changed.body.html]).toEqual(['Reasons', html])

    expect((await cara.delete(`${base}/${second.body.id}.json`)).status).toBe(204)
    expect((await listed(cara)).results.map((one: { id: number }) => one.id)).toEqual([first.body.id])
  })

  describe('the order of templates', () => {
    test('is the owner’s, and a new template comes first', async () => {
      const dana = await app.person()
      const [one, two, three] = [await create(dana), await create(dana), await create(dana)].map(({ body }) => body.id)
      const order = (ids: readonly unknown[]) => dana.put(`${base}/order.json`, { slide_template_ids: ids })
      const ids = async () => (await listed(dana)).results.map((row: { id: number }) => row.id)
      expect((await order([one, three, two])).status).toBe(204)
      expect(await ids()).toEqual([one, three, two])
      const { id: four } = (await create(dana)).body
      expect(await ids()).toEqual([four, one, three, two])
      // A template that another window has added meanwhile follows.
      expect((await order([two, one, three])).status).toBe(204)
      expect(await ids()).toEqual([two, one, three, four])
      const foreign = (await create(bob)).body.id
      for (const wrong of [[one, foreign], [one, one], [], [one, 'x']]) expect((await order(wrong)).status).toBe(422)
      expect(await ids()).toEqual([two, one, three, four])
    })
  })

  test('a template names the themes it is limited to', async () => {
    const { id: team_id } = await makeTeam(app.services, 'themed')
    const boss = await app.person({ plan: 'enterprise', team_id, membership_role: 'admin' })
    const member = await app.person({ plan: 'enterprise', team_id, membership_role: 'member' })
    const team = '/api/v1/team/slide_templates'
    const made = await boss.post(`${team}.json`, { slide_template: { html: slide } })
    expect([made.status, made.body.theme_ids]).toEqual([201, []])
    const theme = (await boss.post('/api/v1/themes.json', { theme: { name: 'Brand' } })).body
    const ids = { slide_template_ids: [made.body.id] }
    const shown = async (who: TestClient) => (await who.get(`${team}.json`)).body.results[0].theme_ids
    expect((await member.post(`/api/v1/themes/${theme.id}/add_slide_template.json`, ids)).status).toBe(403)
    expect(
      (await boss.post(`/api/v1/themes/${theme.id}/add_slide_template.json`, ids)).body.slide_template_ids,
    ).toEqual(ids.slide_template_ids)
    expect([await shown(boss), await shown(member)]).toEqual([[theme.id], [theme.id]])
    const renamed = await boss.put(`${team}/${made.body.id}.json`, { slide_template: { label: 'Opening' } })
    expect(renamed.body).toMatchObject({ label: 'Opening', theme_ids: [theme.id] })
    await boss.delete(`/api/v1/themes/${theme.id}/remove_slide_template.json`, ids)
    expect(await shown(boss)).toEqual([])
  })

  test('a large slide can be a template, and a user’s templates are limited in number and bytes', async () => {
    const dan = await app.person()
    const now = app.services.now()
    const row = { user_id: dan.user.id, label: 'x', html: '<section></section>', size: 19 }
    const times = { created_at: now, updated_at: now }
    const fill = (count: number, size: number) =>
      app.services.database.write
        .insertInto('slide_templates')
        .values(Array.from({ length: count }, () => ({ ...row, ...times, size })))
        .execute()
    const large = `<section data-id="883f371966dc26b1674a3b635ee4aa4d"><p>${'many words '.repeat(40_000)}</p></section>`
    expect((await create(dan, { html: large })).status).toBe(201)
    await fill(limits.template.count - 2, 19)
    const last = await create(dan)
    expect(last.status).toBe(201)
    const refused = await create(dan)
    expect([refused.status, refused.body.error]).toEqual([422, messages.template.full])
    // A changed template counts toward the bytes, but not again toward the number.
    const change = (html: string) => dan.put(`${base}/${last.body.id}`, { slide_template: { html } })
    expect((await change(slide)).status).toBe(200)
    await app.services.database.write
      .updateTable('slide_templates')
      .set({ size: Math.floor(limits.template.bytes / limits.template.count) })
      .where('user_id', '=', dan.user.id)
      .execute()
    expect((await change(large)).body.error).toBe(messages.template.full)
  })
})
