import { beforeAll, expect, test } from 'vitest'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'

const usual = { present_controls: true, present_notes: true, present_upsizing: true, speaker_layout: 'default' }

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const path = '/api/v1/user_settings.json'

  test('settings are the person’s own', async () => {
    expect((await app.visitor().get(path)).status).toBe(401)
    expect((await app.visitor().put(path, { user_settings: {} })).status).toBe(401)
  })

  test('a new account has all of them, with the usual values', async () => {
    const ann = await app.person()
    expect((await ann.get(path)).body).toEqual(usual)
  })

  test('a single key changes, the others stay', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { present_notes: false } })
    expect([changed.status, changed.body]).toEqual([200, { ...usual, present_notes: false }])
    await ann.put(path, { user_settings: { speaker_layout: 'notes-only' } })
    expect((await ann.get(path)).body).toEqual({ ...usual, present_notes: false, speaker_layout: 'notes-only' })
  })

  test('how the tour of the editor ended is kept, and told to nobody else', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { tutorial: 'skipped' } })
    expect(changed.body).toEqual({ ...usual, tutorial: 'skipped' })
    expect((await ann.get(path)).body.tutorial).toBe('skipped')
    expect((await ann.put(path, { user_settings: { tutorial: 'later' } })).status).toBe(422)
    const seen = await app.visitor().get(`/api/v1/users/${ann.user.id}.json`)
    expect(seen.body).not.toHaveProperty('settings.tutorial')
  })

  test('forms write booleans as words', async () => {
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
    expect((await ann.get(path)).body).toEqual(usual)
  })

  test('unknown keys are not kept', async () => {
    const ann = await app.person()
    const changed = await ann.put(path, { user_settings: { plan: 'pro', __proto__: { x: 1 }, present_notes: false } })
    expect(changed.body).toEqual({ ...usual, present_notes: false })
    const row = await app.services.database.read
      .selectFrom('users')
      .select('settings')
      .where('id', '=', ann.user.id)
      .executeTakeFirstOrThrow()
    expect(row.settings).toEqual({ present_notes: false })
  })

  test('keys that change at the same moment are all kept', async () => {
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
