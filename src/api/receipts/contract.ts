import { z } from 'zod'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'

const params = z.object({ id: z.string() })

/** A receipt. Amounts in cents; the lines' amounts add up to the amount. */
export const receipt = z.object({
  id: z.number(),
  number: z.string(),
  date: time,
  amount: z.number(),
  refunded: z.number(),
  currency: z.literal('usd'),
  description: z.string(),
  /** `credit`: the line moves money into the customer's credit, or if negative out of it. */
  lines: z.array(z.object({ text: z.string(), amount: z.number(), credit: z.boolean().optional() })),
  /** 'Visa ending in 4242'; null if nothing was charged to a card. */
  card: z.string().nullable(),
  /** The instance that sold it, as of then; `url` null on receipts from before it was stored. */
  seller: z.object({ name: z.string(), url: z.string().nullable() }),
  /** The customer as of then: a name and lines of an address. */
  customer: z.object({ name: z.string(), email: z.string().nullable(), address: z.string().nullable() }),
  /** Whether no money moved. */
  sandbox: z.boolean(),
})

/** Routes for receipts: of the signed-in user, or of the team on its host. */
export const receiptsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/receipts/:id',
    summary: 'Returns the receipt of a payment.',
    permission: 'billing:billing',
    rate: 'read',
    params,
    output: receipt,
    feature: 'billing',
  }),
  pdf: contract({
    method: 'GET',
    path: '/api/v1/receipts/:id/pdf',
    summary: 'Returns the receipt of a payment as PDF; 503 without a browser on the server.',
    permission: 'billing:billing',
    rate: 'receipt-pdf',
    params,
    output: 'stream',
    feature: 'billing',
  }),
}
