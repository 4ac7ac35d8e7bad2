import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { receiptsContracts as contracts } from './contract.ts'
import { type Receipt, receiptOf } from './queries.ts'
import { receiptHtml } from './receipt-html.ts'

async function found(c: Context<(typeof contracts)['read' | 'pdf']>): Promise<Receipt> {
  const id = readId(c.params.id)
  const receipt = id === null ? null : await receiptOf(c.db, c.services, c.owner, id)
  if (!receipt) throw new HttpError(404, messages.access.notFound)
  return receipt
}

/** Handlers of the receipt routes. */
export const receiptsRoutes: readonly Route[] = [
  route(contracts.read, found),
  route(contracts.pdf, async (c) => {
    const receipt = await found(c)
    const { pictures, log } = c.services
    const body = await pictures.pdf(receiptHtml(receipt)).catch((error: unknown) => {
      log.warn({ err: error }, 'a receipt could not be printed')
      throw new HttpError(503, accountMessages.billing.pdfFailed, { retryAfter: 60 })
    })
    return { type: 'application/pdf', fileName: `receipt-${receipt.number}.pdf`, body: Buffer.from(body) }
  }),
]
