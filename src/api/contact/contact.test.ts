import { beforeAll, expect, test } from 'vitest'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const send = (contact: Record<string, unknown>, address: string) =>
    app.visitor().post('/api/v1/contact.json', { contact }, { address })
  const mailsTo = async (recipient: string) => {
    await app.services.jobs.idle()
    return readMails(app.services, recipient)
  }

  test('a message without an email address or text is refused with the field’s error', async () => {
    const bad = await send({ email: 'nobody', message: 'Hello' }, '10.0.0.1')
    expect([bad.status, bad.body]).toMatchObject([422, { errors: { email: ['Please enter a valid email'] } }])
    const empty = await send({ email: 'a@example.org', message: '  ' }, '10.0.0.1')
    expect([empty.status, empty.body]).toMatchObject([422, { errors: { message: ['Required'] } }])
  })

  test('without an operator the message goes to the instance’s own sender address', async () => {
    expect((await send({ email: 'a@example.org', message: 'Hello' }, '10.0.0.2')).status).toBe(204)
    expect(await mailsTo(app.services.settings.mailFrom)).toHaveLength(1)
  })

  test('a message reaches the operator with the deck’s details, and can be answered', async () => {
    const { user } = await app.person({ operator: true })
    const deck = { deck_id: 7, deck_title: 'On <bees>', deck_url: 'http://localhost:3000/ada/bees' }
    const answer = await send(
      { email: 'a@example.org', name: 'Ann', message: 'It does not open.', ...deck },
      '10.0.0.3',
    )
    expect(answer.status).toBe(204)
    const [mail] = await mailsTo(user.email)
    expect(mail?.text).toContain('It does not open.')
    expect(mail?.text).toContain('On <bees>')
    expect(mail?.html).not.toContain('<bees>')
    expect(mail?.reply_to).toBe('a@example.org')
  })

  test('one address may send five messages an hour', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await send({ email: 'a@example.org', message: 'x' }, '10.0.0.9')).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })
})
