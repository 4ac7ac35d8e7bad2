import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { mountScreens } from '../../testing/mount-screens.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  const owners: Record<string, TestPerson> = {}
  beforeAll(async () => {
    app = await makeApp({ extend: mountScreens })
    const { id: team_id } = await makeTeam(app.services, 'acme')
    owners.ada = await app.person({ username: 'ada', plan: 'enterprise', team_id, membership_role: 'member' })
    owners.bob = await app.person({ username: 'bob' })
  })

  describe('absolute URLs of a deck use the host of its owner', () => {
    test.each([
      ['ada', 'acme', 'http://acme.localhost:3000'],
      ['bob', null, 'http://localhost:3000'],
    ] as const)('%s, in the team %s: %s', async (username, teamSlug, origin) => {
      const owner = owners[username] as TestPerson
      const deck = await makeDeck(app.services, owner.user, { slug: 'talk', visibility: 'all' })
      const visitor = app.visitor()
      const { host } = new URL(origin)
      const own = (await owner.get(`/api/v1/decks/${deck.id}.json`)).body.user.team_slug
      const list = (await visitor.get(`/api/v1/users/${owner.user.id}/decks.json`)).body.results[0].user.team_slug
      expect([own, list]).toEqual([teamSlug, teamSlug])

      const encodedUrl = encodeURIComponent(`${origin}/${username}/talk`)
      const embed = (await visitor.get(`/oembed?format=json&url=${encodedUrl}`)).body
      expect([embed.author_url, embed.provider_url]).toEqual([`${origin}/${username}`, 'http://localhost:3000'])
      expect(embed.html).toContain(`src="${origin}/${username}/talk/embed"`)

      const page = (await visitor.get(`/${username}/talk/embed`, { host })).text
      expect(page).toContain(`href="${origin}/${username}/talk/fullscreen"`)
      expect(page).toContain(`href="${origin}/${username}"`)
      const shown = (await visitor.get(`/${username}/talk`, { host })).text
      expect(shown).toContain(`url=${encodedUrl}`)

      const mail = { emails: 'reader@example.org', from: 'Me', body: 'Look' }
      expect((await owner.post(`/api/v1/decks/${deck.id}/deck_shares.json`, { deck_share: mail })).status).toBe(201)
      expect((await readMails(app.services)).at(-1)?.text).toContain(`${origin}/${username}/talk`)
    })
  })
})
