import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storageMessages } from '../../rules/file-storage.ts'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { StorageWorld } from '../../testing/storage-world.ts'
import { eachDatabase } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const minute = 60_000

eachDatabase((makeApp) => {
  const world = new StorageWorld()
  beforeAll(() => world.open(makeApp))
  beforeEach(() => world.begin())
  afterAll(() => world.dropbox.close())

  describe('authorization', () => {
    test('leads to the consent page with PKCE, a state and the fixed redirect URI', async () => {
      const url = new URL(String((await world.authorize(world.ann)).headers.location))
      const query = Object.fromEntries(url.searchParams)
      expect(query).toMatchObject({
        ...{ client_id: world.dropbox.appKey, response_type: 'code', token_access_type: 'offline' },
        ...{ code_challenge_method: 'S256', redirect_uri: 'http://localhost:3000/settings/dropbox/callback' },
      })
      expect([query.state?.length, query.code_challenge?.length]).toEqual([43, 43])
    })

    test('shows not connected, then connected, and returns to the settings', async () => {
      const services = async () => (await world.ann.get('/api/v1/users/services.json')).body
      expect(await services()).toEqual({ dropbox: false })
      expect(await world.connect()).toBe('/users/edit?dropbox=connected#file-storage')
      expect(await services()).toEqual({ dropbox: true })
      const { body } = await world.ann.get('/api/v1/file_storage')
      const account = { email: 'ada@dropbox.example', name: 'Ada of Dropbox', ended: false }
      expect(body).toMatchObject({ service: 'dropbox', account, syncs: [] })
    })

    test('a visitor signs in first; another site leads to the settings only; a team’s host to the app’s', async () => {
      const visitor = await world.authorize(world.app.visitor())
      expect(visitor.headers.location).toBe('/users/sign_in?return_to=%2Fsettings%2Fdropbox%2Fauthorize')
      const foreign = await world.ann.get('/settings/dropbox/authorize', {
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect(foreign.headers.location).toBe('/users/edit#file-storage')
    })

    test('returns to a page of this site, and to no other', async () => {
      for (const [wanted, path] of [
        [`/${world.ann.user.username}/tides/exports?a=1`, `/${world.ann.user.username}/tides/exports?a=1`],
        ['//evil.example', '/users/edit?dropbox=connected#file-storage'],
        ['https://evil.example/', '/users/edit?dropbox=connected#file-storage'],
      ]) {
        const { headers } = await world.authorize(world.ann, `?return_to=${encodeURIComponent(wanted as string)}`)
        expect(
          (await world.callback(world.ann, world.dropbox.consent(String(headers.location)))).headers.location,
        ).toBe(path)
      }
    })

    test.each<[string, (url: URL) => Promise<{ browser: TestClient; url: URL }>, string]>([
      ['another session', async (url) => ({ browser: await world.app.signIn(world.ann.user), url }), 'state'],
      ['another user', async (url) => ({ browser: await world.app.person(), url }), 'state'],
      ['a visitor', async (url) => ({ browser: world.app.visitor(), url }), 'state'],
      ['another state', async (url) => ({ browser: world.ann, url: changed(url, 'state', 'x'.repeat(43)) }), 'state'],
      ['another code', async (url) => ({ browser: world.ann, url: changed(url, 'code', 'x') }), 'failed'],
      ['no code', async (url) => ({ browser: world.ann, url: changed(url, 'code', '') }), 'failed'],
    ])('is refused to %s, and connects nothing', async (_who, change, problem) => {
      const { browser, url } = await change(
        world.dropbox.consent(String((await world.authorize(world.ann)).headers.location)),
      )
      const answer = await world.callback(browser, url)
      expect(answer.headers.location).toBe(`/users/edit?dropbox=${problem}#file-storage`)
      expect((await world.ann.get('/api/v1/users/services')).body).toEqual({ dropbox: false })
    })

    test('is refused twice, late, and when the user declines, who is back where it began', async () => {
      const url = async () => String((await world.authorize(world.ann)).headers.location)
      const declined = await world.callback(world.ann, world.dropbox.decline(await url()))
      expect(declined.headers.location).toBe('/users/edit?dropbox=refused#file-storage')
      const query = `?return_to=${encodeURIComponent('/ann/tides/exports?a=1')}`
      const begun = String((await world.authorize(world.ann, query)).headers.location)
      const left = await world.callback(world.ann, world.dropbox.decline(begun))
      expect(left.headers.location).toBe('/ann/tides/exports?a=1&dropbox=refused')
      const late = world.dropbox.consent(await url())
      world.app.advance(11 * minute)
      expect((await world.callback(world.ann, late)).headers.location).toBe('/users/edit?dropbox=state#file-storage')
      const twice = world.dropbox.consent(await url())
      await world.callback(world.ann, twice)
      expect((await world.callback(world.ann, twice)).headers.location).toBe('/users/edit?dropbox=state#file-storage')
    })
  })

  describe('the end', () => {
    test('disconnecting ends the grant there and all syncs, and leaves the files', async () => {
      const before = world.dropbox.grants()
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      expect((await world.ann.delete('/api/v1/file_storage')).status).toBe(204)
      await world.work()
      expect([world.dropbox.grants(), world.dropbox.paths().length]).toEqual([before, 2])
      expect(await world.state()).toMatchObject({ service: 'dropbox', account: null, sync: null })
    })

    test('the account export has account and syncs without the token, and a deleted account ends the grant', async () => {
      const before = world.dropbox.grants()
      await world.connect()
      await world.ann.post(world.path())
      await world.work()
      const zipped = unzipSync((await world.ann.get('/api/v1/users/export')).bytes)
      const { file_storage: kept } = JSON.parse(strFromU8(zipped['account.json'] as Uint8Array))
      expect(kept).toMatchObject({
        account: { service: 'dropbox', email: 'ada@dropbox.example' },
        syncs: [{ deck_id: world.deckId, version: 1, pdf_path: world.pdf() }],
      })
      expect(Object.keys(kept.account)).not.toContain('token_sealed')
      const { write } = world.app.services.database
      expect((await world.ann.delete('/users', { user: { password: testPassword } })).status).toBe(204)
      await world.work()
      expect(world.dropbox.grants()).toBe(before)
      expect(
        await write.selectFrom('file_storage_accounts').selectAll().where('user_id', '=', world.ann.user.id).execute(),
      ).toEqual([])
    })
  })

  test('tokens, codes and verifiers are in no log, and only encrypted in the database', async () => {
    await world.connect()
    await world.ann.post(world.path())
    await world.work()
    world.dropbox.prepare('/oauth2/token', { status: 400, body: { error: 'invalid_grant' } })
    await world.ann.post(world.path())
    await world.work()
    const { read } = world.app.services.database
    const tables = ['file_storage_accounts', 'file_storage_states', 'deck_syncs', 'jobs', 'audit'] as const
    const rows = await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()))
    const kept = JSON.stringify([rows, world.lines])
    expect(world.dropbox.secrets.length).toBeGreaterThan(10)
    expect(world.dropbox.secrets.filter((secret) => kept.includes(secret))).toEqual([])
  })

  test('without an app key nothing is offered, and the page says so', async () => {
    const plain = await makeApp()
    const person = await plain.person()
    const deck = await makeDeck(plain.services, person.user)
    expect((await person.get('/api/v1/users/services.json')).body).toEqual({ dropbox: false })
    expect((await person.get('/api/v1/file_storage')).body).toEqual({ service: null, account: null, syncs: [] })
    expect((await person.post(`/api/v1/decks/${deck.id}/export`)).body.error).toBe(storageMessages.off)
    for (const page of ['authorize', 'callback?state=x&code=y']) {
      const answer = await person.get(`/settings/dropbox/${page}`)
      expect([answer.status, answer.text.includes(storageMessages.off)]).toEqual([404, true])
    }
  })
})

function changed(url: URL, name: string, value: string): URL {
  const other = new URL(url)
  other.searchParams.set(name, value)
  return other
}
