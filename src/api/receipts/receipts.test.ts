import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountMessages } from '../../rules/account-messages.ts'
import { cardOf } from '../../testing/billing-driver.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import type { Receipt } from './queries.ts'
import { receiptHtml } from './receipt-html.ts'

const receipt: Receipt = {
  ...{ id: 7, number: '2026-000007', date: new Date('2026-11-24T12:00:00.000Z'), amount: 0, refunded: 0 },
  ...{ currency: 'usd', description: 'Change to Pro, monthly', card: 'Visa ending in 4242', sandbox: true },
  lines: [
    { text: 'Paid for Pro, yearly', amount: -12_000 },
    { text: 'Used until Nov 24th, 2026', amount: 2_400 },
    { text: 'Kept as credit', amount: 9_600, credit: true },
  ],
  seller: { name: 'Falcon Works', url: 'https://decks.example.org' },
  customer: { name: '<script>alert(1)</script>', email: 'ada@example.org', address: '1 Road\nLondon' },
}

describe('the document of a receipt', () => {
  test('has the seller, number, date, customer, card, and each line with its amount', () => {
    const html = receiptHtml(receipt)
    for (const part of [
      '<h1>Falcon Works</h1>',
      'https://decks.example.org',
      'Receipt 2026-000007',
      '<dd>Nov 24th, 2026</dd>',
      'ada@example.org',
      '1 Road\nLondon',
      'Visa ending in 4242',
      '<td>Used until Nov 24th, 2026</td><td>$24</td>',
      '<td>Kept as credit</td><td>$96</td>',
      '<td>Paid</td><td>$0</td>',
      'no money moved',
    ]) {
      expect(html).toContain(part)
    }
    expect(html).not.toContain('Refunded')
  })

  test('shows what users wrote as text', () => {
    expect(receiptHtml(receipt)).not.toContain('<script>')
  })

  test('shows a refund, and says nothing of a simulation when money moved', () => {
    const html = receiptHtml({ ...receipt, amount: 1400, refunded: 400, sandbox: false })
    expect(html).toContain('<td>Refunded</td><td>-$4</td>')
    expect(html).not.toContain('simulated')
  })
})

eachDatabase((makeApp) => {
  let app: TestApp
  let person: TestPerson
  let id: number
  let number: string
  beforeAll(async () => {
    app = await makeApp()
    person = await app.person()
    const subscription = { plan: 'pro', billing_period: 'monthly', token: cardOf('ok') }
    const { body } = await person.post('/subscriptions', { subscription })
    ;({ id, number } = body.payments[0])
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('a receipt is printed as a PDF with its own name', async () => {
    const print = vi.spyOn(app.services.pictures, 'pdf').mockResolvedValue(Buffer.from('%PDF-1.7 sample'))
    const answer = await person.get(`/api/v1/receipts/${id}/pdf`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${number}.pdf"`)
    expect(answer.text).toBe('%PDF-1.7 sample')
    expect(print.mock.calls[0]?.[0]).toContain(`Receipt ${number}`)
  })

  test('a receipt stays as it was issued when customer and instance are renamed', async () => {
    const read = async () => (await person.get(`/api/v1/receipts/${id}`)).body
    const issued = await read()
    expect(issued).toMatchObject({
      seller: { name: 'Lectern', url: 'http://localhost:3000' },
      customer: { name: person.user.username, email: person.user.email, address: null },
    })
    const { write } = app.services.database
    await write
      .updateTable('users')
      .set({ name: 'Ada', email: 'new@example.org' })
      .where('id', '=', person.user.id)
      .execute()
    const name = { name: 'name' as const, value: 'Heron', updated_at: app.services.now() }
    await write.insertInto('instance_settings').values(name).execute()
    expect(await read()).toEqual(issued)
    // Issued by a process of the release before, which stores no names.
    await write.updateTable('payments').set({ receipt: null }).where('id', '=', id).execute()
    expect((await read()).customer).toEqual({ name: 'Ada', email: 'new@example.org', address: null })
    await write.deleteFrom('instance_settings').execute()
  })

  test('without a browser on the server the answer is a 503 that says what to do, and nothing is printed for others', async () => {
    const print = vi.spyOn(app.services.pictures, 'pdf').mockRejectedValue(new Error('no browser'))
    expect((await (await app.person()).get(`/api/v1/receipts/${id}/pdf`)).status).toBe(404)
    expect(print).not.toHaveBeenCalled()
    const answer = await person.get(`/api/v1/receipts/${id}/pdf`)
    expect([answer.status, answer.body.error]).toEqual([503, accountMessages.billing.pdfFailed])
  })
})
