import { beforeAll, describe, expect, test } from 'vitest'
import { deckLabel } from '../../server/content/deck-label.ts'
import { makeDeck } from '../../testing/factories.ts'
import { frameIn, mountDecks } from '../../testing/mount-decks.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let ada: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    app = await makeApp({ extend: mountDecks })
    ada = await app.person({ username: 'ada', name: 'Ada <3', plan: 'pro' })
    bob = await app.person({ username: 'bob' })
    await makeDeck(app.services, ada.user, { title: 'Open "talk"', slug: 'open' })
    await makeDeck(app.services, ada.user, { slug: 'secret', visibility: 'self' })
    await makeDeck(app.services, ada.user, { slug: 'gone', trashed_at: new Date() })
    await makeDeck(app.services, bob.user, { title: 'Bob', slug: 'bobs' })
  })

  const deckOf = (slug: string) =>
    app.services.database.read.selectFrom('decks').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
  const hostOf = async (slug: string) => `${deckLabel(app.services.keys, (await deckOf(slug)).id)}.localhost:3000`

  describe('the embedded view', () => {
    test('is the same 404 page for a trashed, private or missing deck, and any page may frame it', async () => {
      const answers = await Promise.all(
        ['/ada/secret/embed', '/ada/gone/embed', '/ada/nothing/embed', '/nobody/open/embed'].flatMap((path) =>
          [app.visitor(), bob].map((client) => client.get(path)),
        ),
      )
      const alike = (text: string) => text.replace(/nonce="[^"]+"/, '')
      for (const { status, text, headers } of answers) {
        expect(status).toBe(404)
        expect(headers['content-security-policy']).toContain('frame-ancestors *')
        expect(headers['set-cookie']).toBeUndefined()
        expect(text).toContain('<h1>This deck isn&#39;t available</h1>')
        expect(text).not.toMatch(/<a |<header|hush|bob/)
        expect(alike(text)).toBe(alike(answers[0]?.text ?? ''))
      }
      const own = await app.visitor().get('/ada/nothing')
      expect(own.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    })

    test('may be framed by any page, and its links open new windows', async () => {
      const { text, headers } = await app.visitor().get('/ada/open/embed')
      expect(headers['x-ancestors']).toBe('*')
      expect(text).toContain('embed-bar dark')
      expect(text.match(/<a /g)?.length).toBe(text.match(/target="_blank"/g)?.length)
      const frame = await app.visitor().get(frameIn(text).pathname, { host: await hostOf('open') })
      expect(frame.headers['content-security-policy']).toContain('frame-ancestors *;')
    })

    test.each([
      ['/ada/open/embed?style=light', 'embed-bar light'],
      ['/ada/open/embed?style=hidden', null],
      ['/bob/bobs/embed?style=hidden', 'embed-bar dark'],
      ['/bob/bobs/embed?style=%22%3E%3Cb%3E', 'embed-bar dark'],
    ])('at %s has the foot %s', async (path, foot) => {
      const { text } = await app.visitor().get(path)
      expect(text.match(/embed-bar \w+/)?.[0] ?? null).toBe(foot)
    })
  })

  test('the embed, its oEmbed answer and the password form name the instance', async () => {
    const { services } = app
    const { write } = services.database
    const answer = await ada.post(`/api/v1/decks/${(await deckOf('secret')).id}/access_tokens`, {
      access_token: { password: 'sesame' },
    })
    const named = { name: 'name' as const, value: 'Fish & Sons', updated_at: services.now() }
    await write.insertInto('instance_settings').values(named).execute()
    services.instance.changed()
    expect((await app.visitor().get('/ada/open/embed')).text).toContain('title="Fish &amp; Sons"')
    const address = encodeURIComponent('http://localhost:3000/ada/open')
    expect((await app.visitor().get(`/oembed?url=${address}`)).body.provider_name).toBe('Fish & Sons')
    const form = await app.visitor().get(`/ada/secret?token=${answer.body.token}`)
    expect(form.text).toContain('<span>Fish &amp; Sons</span>')
    await write.deleteFrom('instance_settings').execute()
    services.instance.changed()
  })

  test('oEmbed describes public decks, and answers 404 for all others', async () => {
    const ask = (path: string, more = '') =>
      app.visitor().get(`/oembed?url=${encodeURIComponent(`http://localhost:3000${path}`)}${more}`)
    expect((await ask('/ada/open')).body).toMatchObject({
      type: 'rich',
      title: 'Open "talk"',
      author_name: 'Ada <3',
      width: 576,
    })
    expect((await ask('/ada/open', '&format=xml')).text).toContain('<title>Open &quot;talk&quot;</title>')
    expect((await ask('/ada/open', '&format=yaml')).status).toBe(501)
    for (const path of ['/ada/secret', '/ada/gone', '/ada/none', '/explore', '/ada/open%00'])
      expect((await ask(path)).status).toBe(404)
  })
})
