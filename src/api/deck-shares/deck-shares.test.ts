import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { makeDeck } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let pia: TestPerson
  let bob: TestPerson
  let secret: number
  let open: number
  beforeAll(async () => {
    app = await makeApp()
    pia = await app.person({ username: 'pia', plan: 'pro' })
    bob = await app.person({ username: 'bob' })
    secret = (await makeDeck(app.services, pia.user, { visibility: 'self', title: 'Hush', slug: 'hush' })).id
    open = (await makeDeck(app.services, pia.user, { title: 'A <b>bold</b> talk', slug: 'talk' })).id
  })

  let addresses = 0
  const newAddress = () => `reader${++addresses}@example.org`
  const share = (who: TestClient, deck: number, fields: object = {}) =>
    who.post(`/api/v1/decks/${deck}/deck_shares.json`, {
      deck_share: { emails: newAddress(), from: 'Pia', body: 'Have a look', ...fields },
    })
  const mailsTo = (...to: string[]) => readMails(app.services, ...to)
  const link = async (fields: object = {}) =>
    (await pia.post(`/api/v1/decks/${secret}/access_tokens`, { access_token: fields })).body

  describe('only permitted users mail a deck', () => {
    test('visitors, and users who may not see the deck, are refused', async () => {
      expect((await share(app.visitor(), open)).status).toBe(401)
      expect((await share(bob, secret)).status).toBe(404)
      expect((await share(bob, open)).status).toBe(201)
    })

    test('an access link is mailed only by its managers, and only for its deck', async () => {
      const { id, token } = await link()
      const byLink = await bob.post(`/api/v1/decks/${secret}/deck_shares?token=${token}`, {
        deck_share: { emails: newAddress(), from: 'Bob', body: 'Look', access_token_id: id },
      })
      expect(byLink.status).toBe(403)
      const other = await share(pia, open, { access_token_id: id })
      expect([other.status, other.body.errors.access_token_id]).toEqual([422, [messages.sharing.linkGone]])
    })
  })

  test('a mail may link only to the deck or its live page', async () => {
    const to = newAddress()
    expect((await share(pia, open, { emails: to, view: 'live' })).status).toBe(201)
    expect((await mailsTo(to))[0]?.text).toContain('http://localhost:3000/pia/talk/live\n')
    expect((await share(pia, open, { view: 'edit' })).status).toBe(422)
  })

  test('each address gets a mail with link, message and sender', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const answer = await share(pia, open, {
      emails: ` ${one} , ${two},${one.toUpperCase()},, `,
      body: 'Hi!\n\nSee <this>.',
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      { deck_id: open, emails: `${one},${two}`, from: 'Pia', body: 'Hi!\n\nSee <this>.', access_token_id: null },
    ])
    const mails = await mailsTo(one, two)
    expect(mails.map((mail) => mail.recipient)).toEqual([one, two])
    const [mail] = mails
    expect(mail).toMatchObject({
      sender_name: 'Pia',
      subject: 'Pia shared “A <b>bold</b> talk” with you',
      reply_to: null,
    })
    expect(mail?.text).toContain('Hi!\n\nSee <this>.\n\n')
    expect(mail?.text).toContain('http://localhost:3000/pia/talk\n')
    expect(mail?.text).toContain('sent by pia on Lectern')
    expect(mail?.html).toContain('See &lt;this&gt;.')
    expect(mail?.html).toContain(`<img style="display:block`)
    expect(mail?.html).toContain(`src="http://localhost:3000/api/v1/decks/${open}/thumbnail"`)
    expect(mail?.html).not.toContain('<b>')
  })

  test('an access link in a mail opens deck and thumbnail; the mail contains no password', async () => {
    const { id, token } = await link()
    const to = newAddress()
    expect((await share(pia, secret, { emails: to, access_token_id: id })).status).toBe(201)
    const [mail] = await mailsTo(to)
    expect(mail?.text).toContain(`http://localhost:3000/pia/hush?token=${token}\n`)
    const picture = /src="http:\/\/localhost:3000([^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
    const shown = await app.visitor().get(picture, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([shown.status, shown.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
    const locked = await link({ password: 'sesame-47' })
    const other = newAddress()
    await share(pia, secret, { emails: other, access_token_id: locked.id })
    const [second] = await mailsTo(other)
    expect(second?.text).toContain('ask the sender for its password')
    expect(`${second?.text}${second?.html}`).not.toMatch(/sesame-47|<img/)
  })

  test.each([
    ['emails', '', 'Required'],
    ['emails', ' , ', 'Required'],
    ['emails', 'nobody', 'Please enter a valid email'],
    ['emails', 'a@b.co, Ann <ann@example.org>', 'Please enter a valid email'],
    ['emails', 'a@b.co\r\nBcc: x@y.zz', 'Please enter a valid email'],
    ['emails', Array.from({ length: 51 }, (_, n) => `n${n}@b.co`).join(','), 'At most 50 addresses at a time'],
    ['emails', `${'a'.repeat(2_500)}@b.co`, 'At most 2500 characters'],
    ['from', ' ', 'Required'],
    ['from', 'Pia <boss@bank.example>', 'Please enter a plain name, without an address'],
    ['from', 'boss@bank.example', 'Please enter a plain name, without an address'],
    ['from', 'https://bank.example', 'Please enter a plain name, without an address'],
    ['from', 'Pia\r\nBcc: x', 'Please enter a plain name, without an address'],
    ['from', 'x'.repeat(256), 'At most 255 characters'],
    ['body', '', 'Required'],
    ['body', 'x'.repeat(2_501), 'At most 2500 characters'],
  ])('%s %j is not mailed', async (field, value, message) => {
    const answer = await share(pia, open, { [field]: value })
    expect([answer.status, answer.body.errors?.[field]?.[0]]).toEqual([422, message])
  })

  test('line breaks in a title do not add mail headers', async () => {
    const to = newAddress()
    // Earlier releases stored titles with line breaks.
    const deck = await makeDeck(app.services, pia.user, { title: 'A talk\r\nBcc: all@example.org', visibility: 'all' })
    expect((await share(pia, deck.id, { emails: to })).status).toBe(201)
    const [mail] = await mailsTo(to)
    expect([mail?.sender_name, mail?.subject]).toEqual(['Pia', 'Pia shared “A talk Bcc: all@example.org” with you'])
  })

  test('a repeated save id sends no further mail', async () => {
    const to = newAddress()
    const save_id = 'share-once-0001'
    const both = await Promise.all([
      share(pia, open, { emails: to, save_id }),
      share(pia, open, { emails: to, save_id }),
    ])
    expect([...both, await share(pia, open, { emails: to, save_id })].map((a) => a.status)).toEqual([201, 201, 201])
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('mails are limited: 20 a day to one address, 200 an hour from one user', async () => {
    const eve = await app.person()
    const to = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await share(n % 2 ? eve : bob, open, { emails: to })).status)
    expect(statuses.map((status, n) => [n, status])).toEqual(statuses.map((_, n) => [n, n < 20 ? 201 : 429]))
    const dan = await app.person()
    const fifty = () => Array.from({ length: 50 }, newAddress).join(',')
    for (let n = 0; n < 4; n++) expect((await share(dan, open, { emails: fifty() })).status).toBe(201)
    const last = newAddress()
    const refused = await share(dan, open, { emails: last })
    expect([refused.status, refused.body.error]).toEqual([429, messages.sharing.tooManyMails])
    expect(await mailsTo(last)).toEqual([])
  })
})
