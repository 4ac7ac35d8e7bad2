import type { Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailCatcher, startMailCatcher } from '../../testing/mail-catcher.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { composeMail, siteName } from './compose-mail.ts'

let catcher: MailCatcher
beforeAll(async () => {
  catcher = await startMailCatcher()
})
afterAll(() => catcher.stop())
beforeEach(() => {
  catcher.mails.length = 0
  catcher.refusal = null
})
const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' }

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp({ settings: { smtpUrl: `smtp://${catcher.host}`, mailFrom: 'noreply@lectern.test' } })
  })
  const states = async () =>
    (await app.services.database.read.selectFrom('mails').select('state').orderBy('id').execute()).map((m) => m.state)

  test('a mail is sent after its transaction has committed, in the name of its sender', async () => {
    const { services } = app
    await services.database.transaction((trx) =>
      services.mail.send(trx, { ...mail, senderName: 'Bob', replyTo: 'bob@example.org' }),
    )
    await services.jobs.idle()
    expect(catcher.mails).toMatchObject([
      {
        subject: 'Hello',
        text: expect.stringContaining('Hello Ann'),
        from: { name: 'Bob via Lectern', address: 'noreply@lectern.test' },
        to: [{ address: 'ann@example.org' }],
        replyTo: [{ address: 'bob@example.org' }],
      },
    ])
    expect(await states()).toEqual(['sent'])
  })

  test('the body of a mail, whose links grant access, is deleted once it was sent; of a failed one it stays encrypted', async () => {
    const { services } = app
    const before = (await states()).length
    for (const code of [null, 550]) {
      catcher.refusal = code
      await services.database.transaction((trx) => services.mail.send(trx, mail))
      await services.jobs.idle()
    }
    expect((await states()).slice(before)).toEqual(['sent', 'failed'])
    const kept = await services.database.read.selectFrom('mails').select(['text', 'html']).orderBy('id').execute()
    const [sent, failed] = kept.slice(before)
    expect(sent).toEqual({ text: '', html: '' })
    for (const part of [failed?.text, failed?.html]) expect(part).toMatch(/^[\da-f]{8}\.[\w-]+$/)
    // Sent again, it arrives with its text, which is then deleted.
    catcher.refusal = null
    const { id } = await services.database.read
      .selectFrom('mails')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(await services.database.transaction((trx) => services.mail.resend(trx, id))).toBe('queued')
    await services.jobs.idle()
    expect(catcher.mails.at(-1)?.text).toContain(mail.text)
    expect((await states()).at(-1)).toBe('sent')
  })

  test('a waiting mail is encrypted: a database dump reveals none of its links', async () => {
    const { services } = app
    const secret = 'http://localhost:3000/users/password/edit?reset_password_token=once'
    await services.database.transaction((trx) =>
      services.mail.send(trx, { ...mail, text: `See ${secret}`, html: `<a href="${secret}">` }),
    )
    const row = await services.database.read
      .selectFrom('mails')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('waiting')
    expect(JSON.stringify(row)).not.toContain('reset_password')
    await services.jobs.idle()
    expect(catcher.mails.map(({ text }) => text?.includes(secret))).toEqual([true])
  })

  test('a mail that an earlier version stored unencrypted is still sent', async () => {
    const { services } = app
    await services.database.transaction((trx) => services.mail.send(trx, mail))
    const clear = { text: 'Hello in clear', html: '<p>Hello in clear</p>' }
    await services.database.write.updateTable('mails').set(clear).where('state', '=', 'waiting').execute()
    await services.jobs.idle()
    expect(catcher.mails[0]?.text).toContain('Hello in clear')
  })

  test('the rows of a mail are lines of its text, and a table with escaped values in HTML', () => {
    const rows = [
      { name: 'Pro & more', value: '$14' },
      { name: 'Coupon', value: '-$2' },
    ]
    const { text, html } = composeMail({ to: mail.to, subject: 'Receipt', paragraphs: ['Thank you.'], rows })
    expect(text).toContain('Thank you.\n\nPro & more: $14\nCoupon: -$2\n\n')
    expect(html).toMatch(
      /<table [^>]*><tr><td [^>]*>Pro &amp; more<\/td><td [^>]*text-align:right[^>]*>\$14<\/td><\/tr>/,
    )
  })

  test('the line breaks of a user’s words stay', () => {
    const { text, html } = composeMail({ to: mail.to, subject: 'A deck', paragraphs: ['Look & read\nIt is good'] })
    expect(text).toContain('Look & read\nIt is good')
    expect(html).toContain('Look &amp; read<br>It is good')
  })

  test('every mail names the instance that sent it, and shows its logo with the name as alternative text', async () => {
    const { services } = app
    const composed = composeMail({ to: mail.to, subject: `Welcome to ${siteName}`, paragraphs: ['Hello Ann,'] })
    const sendNow = async () => {
      await services.database.transaction((trx) => services.mail.send(trx, composed))
      await services.jobs.idle()
      const { subject, text, html, from } = catcher.mails.at(-1) as Email
      return { subject, text, html: html ?? '', from: from?.name }
    }
    const plain = await sendNow()
    expect(plain).toMatchObject({ subject: 'Welcome to Lectern', from: 'Lectern' })
    expect(plain.html).toMatch(/<a [^>]*href="http:\/\/localhost:3000">Lectern<\/a>/)
    expect(plain.html).not.toContain('<img')

    const now = services.now()
    await services.database.write
      .insertInto('instance_settings')
      .values([
        { name: 'name', value: 'Fish & Sons', updated_at: now },
        { name: 'logo', value: `logos/instance-${'ab12'.repeat(8)}.webp`, updated_at: now },
      ])
      .execute()
    const own = await sendNow()
    expect(own).toMatchObject({ subject: 'Welcome to Fish & Sons', from: 'Fish & Sons' })
    expect(own.text?.trim()).toBe('Hello Ann,\n\nFish & Sons')
    const src = 'http://localhost:3000/api/v1/instance/logo\\?v=ab12ab12&amp;as=png'
    expect(own.html).toMatch(new RegExp(`<img [^>]*src="${src}" alt="Fish &amp; Sons"`))
    expect(`${own.subject}${own.text}${own.html}`).not.toMatch(/Lectern|[\uE000-\uF8FF]/)
    await services.database.write.deleteFrom('instance_settings').execute()
  })

  test('a mail whose transaction failed is never sent', async () => {
    const { services } = app
    const failing = services.database.transaction(async (trx) => {
      await services.mail.send(trx, mail)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await services.jobs.idle()
    expect(catcher.mails).toEqual([])
  })

  test('an address that the mail server refuses permanently is not retried', async () => {
    const { services } = app
    catcher.refusal = 550
    await services.database.transaction((trx) => services.mail.send(trx, mail))
    await services.jobs.idle()
    expect((await states()).at(-1)).toBe('failed')
  })

  test.each([
    { ...mail, subject: 'Hi\r\nBcc: everybody@example.org' },
    { ...mail, to: 'ann@example.org, everybody@example.org' },
    { ...mail, senderName: 'Bob\nBcc: x@example.org' },
    { ...mail, replyTo: 'a@example.org\r\nBcc: x@example.org' },
  ])('a mail with a header or recipient injected into a text is refused: %j', async (bad) => {
    const { services } = app
    await expect(services.database.transaction((trx) => services.mail.send(trx, bad))).rejects.toThrow()
  })

  test('without a mail server mails wait, and the outbox shows them in development', async () => {
    const offline = await makeApp()
    const { services } = offline
    await services.database.transaction((trx) =>
      services.mail.send(trx, {
        ...mail,
        text: 'See <b>http://localhost:3000/x?y=1&z=2</b>, http://localhost:3000/ann, or us.',
      }),
    )
    await services.jobs.idle()
    const page = await offline.visitor().get('/dev/mail')
    expect(page.text).toContain('<a href="http://localhost:3000/x?y=1&amp;z=2">')
    expect(page.text).toContain('<a href="http://localhost:3000/ann">http://localhost:3000/ann</a>, or us.')
    expect(page.text).not.toContain('<b>')
    const list = await offline.visitor().get('/dev/mail', { headers: { accept: 'application/json' } })
    expect(list.body).toMatchObject([{ recipient: 'ann@example.org', state: 'waiting' }])
  })

  test.each([
    ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['through a tunnel', { headers: { forwarded: 'for=192.0.2.1' } }],
    ['from another machine', { address: '192.0.2.1' }],
    ['under a foreign name that resolves to this machine', { host: 'rebound.example:3000' }],
  ])('the outbox is not shown %s', async (_way, options) => {
    const answer = await app.visitor().get('/dev/mail', options)
    expect(answer.status).not.toBe(200)
    expect(answer.text).not.toContain('Outbox')
  })

  test('in production the outbox does not exist', async () => {
    const live = await makeApp({ settings: { production: true } })
    expect((await live.visitor().get('/dev/mail')).status).toBe(404)
  })
})
