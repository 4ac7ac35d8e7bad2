import { beforeAll, describe, expect, test } from 'vitest'
import { siteOf } from '../../api/pages/site-of.ts'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { openDatabase } from './open-database.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let usual: TestApp
  let ben: TestPerson
  beforeAll(async () => {
    ;[app, usual] = await Promise.all([makeApp({ settings: { billing: 'off' } }), makeApp()])
    ;[ann, ben] = await Promise.all([app.person(), usual.person()])
  })

  describe('without billing', () => {
    test('every user has the largest plan in the API, and pages show no prices', async () => {
      expect((await ann.get('/api/v1/users/me.json')).body).toMatchObject({ paid: true, enterprise: true })
      expect((await ben.get('/api/v1/users/me.json')).body).toMatchObject({ paid: false, enterprise: false })
      const [off, on] = await Promise.all([siteOf(app.services), siteOf(usual.services)])
      expect([off.billing, on.billing]).toEqual([false, true])
    })

    test('every user may make private decks and share them by link, which needs a plan with billing', async () => {
      const make = (who: TestPerson) => who.post('/api/v1/decks.json', { deck: { title: 'Ours', visibility: 'self' } })
      expect((await make(ben)).body.error).toBe('upgrade_required')
      const made = await make(ann)
      expect([made.status, made.body.visibility, made.body.user.enterprise]).toEqual([201, 'self', true])
      const { id } = made.body
      const link = await ann.post(`/api/v1/decks/${id}/access_tokens`, {})
      expect(link.status).toBe(201)
      const seen = await app.visitor().get(`/api/v1/decks/${id}/data.json?token=${link.body.token}`)
      expect(seen.status).toBe(200)
      expect((await app.visitor().get(`/api/v1/decks/${id}/data.json`)).status).toBe(404)
    })

    test('an existing private deck can be edited again, and a new one is private by default', async () => {
      const deck = await makeDeck(app.services, ann.user, { visibility: 'self' })
      const saved = await ann.put(`/api/v1/decks/${deck.id}.json`, { deck: { version: deck.version, title: 'Again' } })
      expect(saved.status).toBe(200)
      expect((await ann.post('/api/v1/decks.json', { deck: {} })).body.visibility).toBe('self')
    })

    test('a team has the largest plan', async () => {
      const team = await makeTeam(app.services, 'acme', { plan: 'free' })
      expect(team.plan).toBe('enterprise')
      expect((await makeTeam(usual.services, 'acme', { plan: 'free' })).plan).toBe('free')
    })

    test('the database and its backups keep the stored plan', async () => {
      const kept = openDatabase(app.services.settings.databaseUrl, { maxConnections: 1 })
      try {
        const rows = await kept.read.selectFrom('users').select('plan').where('id', '=', ann.user.id).execute()
        expect(rows).toEqual([{ plan: 'free' }])
      } finally {
        await kept.close()
      }
      const { read } = app.services.database
      const joined = read.selectFrom('decks').innerJoin('users as owner', 'owner.id', 'decks.user_id')
      for (const row of await joined.select('owner.plan').execute()) expect(row.plan).toBe('enterprise')
      await app.services.database.transaction(async (trx) => {
        const row = await trx.selectFrom('users').selectAll().where('id', '=', ann.user.id).executeTakeFirstOrThrow()
        expect(row.plan).toBe('enterprise')
      })
    })
  })
})
