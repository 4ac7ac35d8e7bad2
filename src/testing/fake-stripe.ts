import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'
import Stripe from 'stripe'

type Fields = Record<string, unknown>
type Method = { id: string; object: string; customer: string | null; card: Fields; fails: string | null }

/** How the stand-in answers a charge: as Stripe; not at all before or after it was made. down: it answers nothing. */
export type Network = 'up' | 'lost-request' | 'lost-answer' | 'down'

/** Stripe's client waits half a second and longer before it repeats a lost call; tests need not. */
function repeatAtOnce(): void {
  Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.005 })
}

/** A stand-in for the part of Stripe's API that is used, on a port of this machine. */
export class FakeStripe {
  readonly #server: Server
  readonly #objects = new Map<string, Fields>()
  readonly #methods = new Map<string, Method>()
  readonly #idempotent = new Map<string, { readonly status: number; readonly body: Fields }>()
  readonly calls: string[] = []
  /** The idempotency keys of all calls. */
  readonly keys: string[] = []
  /** The prices of the account, as Stripe lists them. */
  prices: readonly Fields[] = []
  /** Whether the secret key is refused. */
  refusesKey = false
  network: Network = 'up'
  #ids = 0

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async listen(): Promise<string> {
    repeatAtOnce()
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** A card as Stripe's form makes it. `fails`: the decline code of every charge. */
  card(fails: string | null = null): string {
    const id = this.#id('pm')
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 }
    this.#methods.set(id, { id, object: 'payment_method', customer: null, card, fails })
    return id
  }

  /** Sets the decline code of a card's later charges; null: they succeed. */
  setFailure(card: string, fails: string | null): void {
    Object.assign(this.#methods.get(card) ?? {}, { fails })
  }

  /** Confirms a charge that the bank refused without confirmation, as Stripe's script and the customer do. False: it was canceled. */
  confirmCharge(id: string): boolean {
    if (this.#objects.get(id)?.status === 'canceled') return false
    this.change(id, { status: 'succeeded', last_payment_error: null })
    return true
  }

  /** Confirms a setup intent with a card, as Stripe's form does. */
  confirm(intent: unknown, card: string): void {
    Object.assign(this.#objects.get(String(intent)) ?? {}, { status: 'succeeded', payment_method: card })
  }

  /** The customers that were not deleted, oldest first. */
  customers(): readonly Fields[] {
    return [...this.#objects.values()].filter((one) => one.object === 'customer' && !one.deleted)
  }

  /** The charges that were made, oldest first. */
  intents(): readonly Fields[] {
    return [...this.#objects.values()].filter((one) => one.object === 'payment_intent')
  }

  /** Sets a charge's state, as its customer, the bank or the operator does at Stripe. */
  change(id: string, fields: Fields): void {
    Object.assign(this.#objects.get(id) ?? {}, fields)
  }

  /** A notification about a charge, signed at a time. */
  event(type: string, intent: string, secret: string, signedAt: Date, id = this.#id('evt')) {
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      data: { object: { id: intent, object: 'payment_intent' } },
    })
    return { body, signature: signatureOf(body, secret, signedAt) }
  }

  #id(kind: string): string {
    this.#ids += 1
    return `${kind}_${this.#ids}${randomBytes(4).toString('hex')}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const fields = qs.parse(Buffer.concat(chunks).toString() || url.search.slice(1)) as Fields
    const path = url.pathname.replace('/v1/', '')
    this.calls.push(`${request.method} ${path}`)
    const charging = request.method === 'POST' && path === 'payment_intents'
    const isLost = this.network === 'down' || (charging && this.network === 'lost-request')
    if (isLost) return void request.socket.destroy()
    const key = request.headers['idempotency-key']
    if (typeof key === 'string') this.keys.push(key)
    const known = typeof key === 'string' ? this.#idempotent.get(key) : undefined
    const answer = known ?? this.#handle(request.method ?? 'GET', path, fields)
    if (typeof key === 'string') this.#idempotent.set(key, answer)
    if (charging && this.network === 'lost-answer') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  #handle(method: string, path: string, fields: Fields): { status: number; body: Fields } {
    const [kind = '', id = '', action] = path.split('/')
    if (this.refusesKey) return { status: 401, body: { error: { type: 'invalid_request_error', message: 'No key' } } }
    if (kind === 'payment_methods' && action === 'attach') return this.#attach(id, String(fields.customer))
    if (action === 'cancel') return this.#cancel(id)
    if (kind === 'refunds') return this.#refund(String(fields.payment_intent))
    if (kind === 'payment_intents' && method === 'POST') return this.#charge(fields)
    if (kind === 'payment_intents' && id === '') return this.#list(fields)
    if (kind === 'prices') return { status: 200, body: { object: 'list', data: this.prices, has_more: false } }
    if (method === 'POST' && id === '') return this.#create(kind, fields)
    const found = this.#objects.get(id)
    if (!found) return missing(id)
    if (method === 'DELETE') Object.assign(found, { deleted: true })
    if (method === 'POST') Object.assign(found, nested(fields))
    return { status: 200, body: this.#expanded(found) }
  }

  #create(kind: string, fields: Fields): { status: number; body: Fields } {
    const prefix = kind === 'customers' ? 'cus' : 'seti'
    const id = this.#id(prefix)
    const object = kind === 'customers' ? 'customer' : 'setup_intent'
    const made = { ...nested(fields), id, object, client_secret: `${id}_secret` }
    this.#objects.set(id, made)
    return { status: 200, body: made }
  }

  #attach(id: string, customer: string): { status: number; body: Fields } {
    const method = this.#methods.get(id)
    if (!method) return missing(id)
    const owner = this.#objects.get(customer)
    if (!owner || owner.deleted) return missing(customer, 'customer')
    // Cards do not move between customers.
    if (method.customer !== null && method.customer !== customer) return missing(id)
    method.customer = customer
    return { status: 200, body: method }
  }

  #charge(fields: Fields): { status: number; body: Fields } {
    const method = this.#methods.get(String(fields.payment_method))
    if (!method || method.customer !== fields.customer) return missing(String(fields.payment_method))
    const id = this.#id('pi')
    const { amount, currency, customer, metadata, description } = fields
    const intent = { id, object: 'payment_intent', amount: Number(amount), currency, customer, metadata, description }
    const latest_charge = { id: this.#id('ch'), object: 'charge', amount_refunded: 0 }
    const status = method.fails ? 'requires_payment_method' : 'succeeded'
    this.#objects.set(id, { ...intent, status, latest_charge, client_secret: `${id}_secret`, payment_method: null })
    if (!method.fails) return { status: 200, body: this.#objects.get(id) as Fields }
    const ownCodes = ['expired_card', 'authentication_required']
    const code = ownCodes.includes(method.fails) ? method.fails : 'card_declined'
    const refusal = { type: 'card_error', code, decline_code: method.fails, message: 'Declined' }
    this.change(id, { last_payment_error: { ...refusal, payment_method: method } })
    return { status: 402, body: { error: { ...refusal, payment_intent: { id, object: 'payment_intent' } } } }
  }

  #cancel(id: string): { status: number; body: Fields } {
    const found = this.#objects.get(id)
    if (!found) return missing(id)
    if (found.status !== 'requires_payment_method') return refused('payment_intent_unexpected_state')
    this.change(id, { status: 'canceled' })
    return { status: 200, body: found }
  }

  #refund(id: string): { status: number; body: Fields } {
    const found = this.#objects.get(id)
    if (!found) return missing(id)
    const charge = found.latest_charge as Fields
    if (charge.amount_refunded === found.amount) return refused('charge_already_refunded')
    this.change(id, { latest_charge: { ...charge, amount_refunded: found.amount } })
    return { status: 200, body: { id: this.#id('re'), object: 'refund' } }
  }

  #list({ customer }: Fields): { status: number; body: Fields } {
    const known = this.#objects.get(String(customer))
    if (!known || known.deleted) return missing(String(customer), 'customer')
    const data = this.intents().filter((one) => one.customer === customer)
    return { status: 200, body: { object: 'list', data: [...data].reverse(), has_more: false } }
  }

  #expanded(object: Fields): Fields {
    const settings = object.invoice_settings as { default_payment_method?: string } | undefined
    if (object.object !== 'customer') return object
    const method = this.#methods.get(settings?.default_payment_method ?? '') ?? null
    return { ...object, invoice_settings: { default_payment_method: method } }
  }
}

function nested(fields: Fields): Fields {
  return { ...fields }
}

function missing(id: string, param?: string): { status: number; body: Fields } {
  const message = `No such object: '${id}'`
  return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message, param } } }
}

function refused(code: string): { status: number; body: Fields } {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message: 'Refused' } } }
}

/** The Stripe-Signature header of a body. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
