import { beforeAll, expect, test } from 'vitest'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'

const defaults = { present_controls: true, present_notes: true, present_upsizing: true, speaker_layout: 'default' }

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const path = '/api/v1/user_settings.json'

  test('settings need a session', async () => {
    expect((await app.visitor().get(path)).status).toBe(401)
    expect((await app.visitor().put(path, { user_settings: {} })).status).toBe(401)
  })

  test('a new account has the default settings', async () => {
    const ann = await app.person()
    expect((await ann.get(path)).body).toEqual(defaults)
  })

  test('changing one key keeps the others', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { present_notes: false } })
    expect([changed.status, changed.body]).toEqual([200, { ...defaults, present_notes: false }])
    await ann.put(path, { user_settings: { speaker_layout: 'notes-only' } })
    expect((await ann.get(path)).body).toEqual({ ...defaults, present_notes: false, speaker_layout: 'notes-only' })
  })

  test('the end of the editor’s tour is stored, and not shown to other users', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { tutorial: 'skipped' } })
    expect(changed.body).toEqual({ ...defaults, tutorial: 'skipped' })
    expect((await ann.get(path)).body.tutorial).toBe('skipped')
    expect((await ann.put(path, { user_settings: { tutorial: 'later' } })).status).toBe(422)
    const seen = await app.visitor().get(`/api/v1/users/${ann.user.id}.json`)
    expect(seen.body).not.toHaveProperty('settings.tutorial')
  })

  test('booleans can be sent as form values', async () => {
    const ann = await app.person()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const changed = await ann.put(path, 'user_settings[present_controls]=false', { headers })
    expect(changed.body.present_controls).toBe(false)
  })

  test.each([
    { speaker_layout: 'x' },
    { speaker_layout: null },
    { present_notes: 'maybe' },
    { present_notes: null },
    { present_controls: 2 },
  ])('%j is refused and changes nothing', async (user_settings) => {
    const ann = await app.person()
    expect((await ann.put(path, { user_settings })).status).toBe(422)
    expect((await ann.get(path)).body).toEqual(defaults)
  })

  test('unknown keys are not stored', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { plan: 'pro', __proto__: { x: 1 }, present_notes: false } })
    expect(changed.body).toEqual({ ...defaults, present_notes: false })
    const row = await app.services.database.read
      .selectFrom('users')
      .select('settings')
      .where('id', '=', ann.user.id)
      .executeTakeFirstOrThrow()
    expect(row.settings).toEqual({ present_notes: false })
  })

  test('concurrent changes of different keys are all stored', async () => {
    const ann = await app.person()
    const changes = [
      { present_notes: false },
      { present_controls: false },
      { present_upsizing: false },
      { speaker_layout: 'wide' },
    ]
    await Promise.all(changes.map((user_settings) => ann.put(path, { user_settings })))
    expect((await ann.get(path)).body).toEqual(Object.assign({}, ...changes))
  })
})
