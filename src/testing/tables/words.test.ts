import { JSDOM } from 'jsdom'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { beforeAll, expect, test, vi } from 'vitest'
import * as account from '../../api/account-emails/emails.ts'
import * as commentMails from '../../api/comment-mails/emails.ts'
import * as comments from '../../api/comments/emails.ts'
import * as deckUsers from '../../api/deck-users/emails.ts'
import * as invitations from '../../api/invitations/emails.ts'
import { mountOembed } from '../../api/oembed/mount-oembed.ts'
import { oneLine } from '../../rules/one-line.ts'
import { validateSenderName } from '../../rules/validators.ts'
import type { Mail } from '../../server/services.ts'
import { shapeOf } from '../attacks/markup-shape.ts'
import { textAttacks } from '../attacks/text-attacks.ts'
import { readMails } from '../mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../test-app.ts'

// Many texts through many calls take time on a busy machine. `npm run attack words` tries all of them.
vi.setConfig({ testTimeout: 120_000 })

// Text in a title, name or mail stays text: in mails, their headers, JSON and XML.

const plain = 'plain words'
const sources = textAttacks.map(({ source }) => source)
/** A name as stored: one line. */
const asName = (source: string) => oneLine(source.replaceAll('\0', '')).trim()

/** Line breaks: a mail keeps those of a text. */
const isLineBreak = /^\/?br$/

/** Differences between a page with this text and one with plain text. */
const changed = (html: string, plainHtml: string, passed = /^$/) => {
  const [after, before] = [html, plainHtml].map((page) => shapeOf(page).filter((line) => !passed.test(line)))
  return (after ?? []).filter((line, index) => line !== before?.[index])
}

test('the corpus has as many text attacks as promised', () => {
  expect(new Set(sources).size).toBe(sources.length)
  expect(sources.length).toBeGreaterThanOrEqual(84)
})

test('text that became markup is detected', () => {
  const noticed = sources.filter((source) => changed(`<p>${source}</p>`, `<p>${plain}</p>`).length > 0)
  expect(noticed.length).toBeGreaterThan(30)
  expect(changed('<a href="javascript:hit()">a</a>', '<a href="/x">a</a>')).toHaveLength(1)
  const data = (json: string) => `<script type="application/json">${json}</script>`
  expect(changed(data('{"a":'), data('{"a":1}'))).toEqual(['broken data'])
})

type MailsOf<M> = Extract<keyof M, `${string}Mail`>
/** The functions that compose them; the compiler asks for new ones. */
type MailName =
  | MailsOf<typeof account>
  | MailsOf<typeof commentMails>
  | MailsOf<typeof comments>
  | MailsOf<typeof deckUsers>
  | MailsOf<typeof invitations>

/** Every mail about an account, a deck's people or an invitation, with this name wherever one is. */
function mailsNaming(name: string): Readonly<Record<MailName, Mail>> {
  const user = { username: 'ada', name, email: 'ada@example.org' }
  const base = 'http://localhost:3000'
  const invitation = { email: user.email, inviter: name, token: 'token' }
  const shared = { to: user.email, inviter: name, title: name, role: 'editor' } as const
  return {
    resetMail: account.resetMail(user, 'token', base),
    welcomeMail: account.welcomeMail(user, base),
    passwordChangedMail: account.passwordChangedMail(user, 2, base),
    emailChangedMail: account.emailChangedMail(user, 'old@example.org', base),
    confirmEmailMail: account.confirmEmailMail(user, { email: 'new@example.org', token: 'a-token' }, base),
    emailChangeAskedMail: account.emailChangeAskedMail(user, base),
    apiTokenCreatedMail: account.apiTokenCreatedMail(user, name, base),
    identityLinkedMail: account.identityLinkedMail(user, name, base),
    twoStepChangedMail: account.twoStepChangedMail(user, true, base),
    passkeyChangedMail: account.passkeyChangedMail(user, { name, isNew: true }, base),
    recoveryCodeUsedMail: account.recoveryCodeUsedMail(user, 9, base),
    accountDeletedMail: account.accountDeletedMail(user, base),
    invitationMail: invitations.invitationMail(invitation, base),
    teamInvitationMail: invitations.teamInvitationMail({ ...invitation, team: name }, base),
    collaboratorMail: deckUsers.collaboratorMail(shared, base),
    deckInvitationMail: deckUsers.deckInvitationMail(shared, base),
    mentionMail: comments.mentionMail(base, {
      ...{ to: user.email, author: name, title: name, endUrl: `${base}/users/comment_mails?token=token` },
      deck: { id: 1, slug: 'deck', username: 'ada', teamSlug: null },
      comment: { id: 1, message: name },
    }),
    missedMail: commentMails.missedMail(base, {
      ...{ to: user.email, title: name, endUrl: `${base}/users/comment_mails?token=token` },
      deck: { id: 1, slug: 'deck', username: 'ada', teamSlug: null },
      missed: [{ author: name, ids: [1, 2], firstAt: new Date() }],
    }),
  }
}

test('a name stays text in every mail that contains it', () => {
  const usual = mailsNaming(plain)
  for (const source of sources) {
    for (const [name, mail] of Object.entries(mailsNaming(source))) {
      expect(changed(mail.html, usual[name as MailName].html, isLineBreak), `${name}: ${source}`).toEqual([])
      expect(`${mail.subject}${mail.senderName ?? ''}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }
  }
})

/** A queued mail. */
interface Waiting {
  readonly sender_name: string | null
  readonly subject: string
  readonly recipient: string
  readonly reply_to: string | null
  readonly text: string
  readonly html: string
}

const transport = createTransport({ streamTransport: true, buffer: true })

/** The names of the sent headers, and all recipients. */
async function headersOf({ sender_name, subject, recipient, reply_to, text, html }: Waiting): Promise<string[]> {
  const from = { name: sender_name ?? '', address: 'noreply@lectern.test' }
  const replyTo = reply_to ? { replyTo: reply_to } : {}
  const { message } = await transport.sendMail({ from, to: recipient, ...replyTo, subject, text, html })
  const { headers, to, cc, bcc } = await PostalMime.parse(message as Buffer)
  return [...headers.map(({ key }) => key).sort(), `${to?.length} ${cc?.length ?? 0} ${bcc?.length ?? 0}`]
}

eachDatabase((makeApp, kind) => {
  let app: TestApp
  let writers: { person: TestPerson; deck: { id: number; slug: string } }[]
  const oneIn = process.env.ATTACK ? 1 : kind === 'sqlite' ? 4 : 16
  const some = sources.filter((_, index) => index % oneIn === 0)
  beforeAll(async () => {
    app = await makeApp({ extend: (server, services) => mountOembed(server, services) })
    // Split among several users, because of the rate limit per user.
    writers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const person = await app.person({ username: `writer${index}`, plan: 'pro' })
        const made = await person.post('/api/v1/decks.json', { deck: { title: plain, visibility: 'all' } })
        return { person, deck: made.body }
      }),
    )
  })
  const writerOf = (index: number) => writers[index % writers.length] as (typeof writers)[number]

  test('text is returned from every field unchanged, as data and never as a page', async () => {
    for (const [index, source] of some.entries()) {
      const { person, deck } = writerOf(index)
      const template = { html: '<section><h1>a</h1></section>', label: source }
      const calls = [
        await person.put(`/api/v1/decks/${deck.id}.json`, { deck: { title: asName(source), description: source } }),
        await person.post(`/api/v1/decks/${deck.id}/access_tokens.json`, { access_token: { name: source } }),
        await person.put('/users.json', { user: { name: source, description: source } }),
        await person.post('/api/v1/slide_templates.json', { slide_template: template }),
        await person.get('/api/v1/users/me.json'),
        await person.get(`/api/v1/decks/${deck.id}.json`),
      ]
      for (const { status, headers, text } of calls) {
        expect(status, `${source}: ${text}`).toBeLessThan(300)
        expect(headers['content-type']).toMatch(/^application\/json/)
        expect(headers['x-content-type-options']).toBe('nosniff')
      }
      expect(calls[4]?.body.name).toBe(asName(source))
      expect(calls[5]?.body).toMatchObject({ title: asName(source), description: source.replaceAll('\0', '') })
    }
  })

  test('oEmbed returns title and author as text, in well-formed XML', async () => {
    const { window } = new JSDOM()
    const usual = '<iframe src="x" title="a" width="1" height="1" frameborder="0" allowfullscreen></iframe>'
    for (const [index, source] of some.entries()) {
      const { person, deck } = writerOf(index)
      const title = asName(source)
      expect((await person.put(`/api/v1/decks/${deck.id}.json`, { deck: { title } })).status).toBe(200)
      const address = encodeURIComponent(`http://localhost:3000/writer${index % writers.length}/${deck.slug}`)
      const { body } = await app.visitor().get(`/oembed?url=${address}`)
      expect(body.title).toBe(title)
      expect(changed(body.html, usual, /^\/?iframe/)).toEqual([])
      const { text } = await app.visitor().get(`/oembed.xml?url=${address}`)
      const xml = new window.DOMParser().parseFromString(text, 'text/xml')
      expect(xml.querySelector('parsererror'), text).toBeNull()
      expect(xml.querySelector('title')?.textContent).toBe(title)
      expect([...xml.documentElement.children].map(({ tagName }) => tagName)).toEqual(Object.keys(body))
    }
  })

  test('a mail written by a user has no additional header, recipient or element', async () => {
    for (const [index, source] of [plain, ...some].entries()) {
      const { person, deck } = writerOf(index)
      const words = { name: source, message: source, deck_title: source, email: `from${index}@example.org` }
      const sent = await app.visitor().post('/api/v1/contact.json', { contact: words }, { address: `10.1.1.${index}` })
      // A sender's name with an address in it is refused before it reaches a mail.
      const from = validateSenderName(source) === null ? source : 'Pia'
      const share = { emails: `to${index}@example.org`, from, body: source }
      const shared = await person.post(`/api/v1/decks/${deck.id}/deck_shares.json`, { deck_share: share })
      expect([sent.status, shared.status], `${source}: ${sent.text}${shared.text}`).toEqual([204, 201])
    }
    const mails: Waiting[] = await readMails(app.services)
    expect(mails).toHaveLength(2 * (some.length + 1))
    // Additional paragraphs and line breaks are allowed, nothing else.
    const isBreak = /^\/?(?:p(?: |$)|br$)/
    const models = await Promise.all(
      mails.slice(0, 2).map(async (mail) => ({ html: mail.html, headers: await headersOf(mail) })),
    )
    for (const [index, mail] of mails.entries()) {
      expect(await headersOf(mail), mail.subject).toEqual(models[index % 2]?.headers)
      expect(changed(mail.html, models[index % 2]?.html ?? '', isBreak), mail.html).toEqual([])
    }
    const { text } = await app.visitor().get('/dev/mail')
    const elements = new Set(shapeOf(text).map((line) => line.replace(/^\//, '').split(' ')[0]))
    expect(text).toContain('hit()')
    expect(text).toContain('&lt;')
    for (const name of ['img', 'script', 'iframe', 'form', 'input', 'base']) expect(elements).not.toContain(name)
  })
})
