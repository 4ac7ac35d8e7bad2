import type { Card, Charge, ChargeResult, FoundCharge, Payments } from '../../server/payments/payments.ts'

/** What becomes of a call to charge: it arrives, it is lost, or its answer is. */
export type Fate = 'arrives' | 'lost-request' | 'lost-answer'

/** A payment provider in memory, whose calls get lost and whose notifications are kept to be delivered at any time. */
export class ModelProvider implements Payments {
  readonly provider = 'stripe'
  readonly #charges = new Map<string, FoundCharge>()
  fate: Fate = 'arrives'
  /** Notifications that were not delivered yet: ids of charges. */
  events: string[] = []
  #count = 0

  createCustomer = async ({ reference }: { reference: string }) => `cus_${reference}`
  beginCard = async () => null
  readCard = async () => null
  beginConfirmation = async () => null
  cancelCharge = async () => null
  refundCharge = async () => null
  deleteCustomer = async () => {}
  check = async () => []

  async attachCard(_: string, token: string): Promise<Card> {
    return { id: token, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2060, fingerprint: null }
  }

  /** Cents that customers paid. */
  collected(customer: string): number {
    const mine = [...this.#charges.values()].filter((one) => one.customerId === customer && one.status === 'paid')
    return mine.reduce((sum, one) => sum + one.amount, 0)
  }

  /** Charges once per idempotency key; throws where request or answer are lost. */
  async charge(charge: Charge): Promise<ChargeResult> {
    if (this.fate === 'lost-request') throw new Error('connection reset')
    const known = this.#charges.get(charge.idempotencyKey)
    const made = known ?? this.#make(charge)
    if (this.fate === 'lost-answer') throw new Error('connection reset')
    return made
  }

  #make(charge: Charge) {
    this.#count += 1
    const failed = charge.cardId.startsWith('bad')
    const { customerId, paymentId, amount } = charge
    const made = {
      ...{ customerId, paymentId, amount, refunded: 0, providerId: `pi_${this.#count}` },
      ...({ status: failed ? 'failed' : 'paid', failure: failed ? 'declined' : null } as const),
    }
    this.#charges.set(charge.idempotencyKey, made)
    this.events.push(made.providerId)
    return made
  }

  async findCharge({ idempotencyKey }: Charge): Promise<ChargeResult | null> {
    return this.#charges.get(idempotencyKey) ?? null
  }

  async readCharge(id: string): Promise<FoundCharge | null> {
    return [...this.#charges.values()].find((one) => one.providerId === id) ?? null
  }

  /** The customer's last failed charge is paid after all. Its id; null if there is none. */
  payLate(customer: string): string | null {
    const entry = [...this.#charges].findLast(([, one]) => one.customerId === customer && one.status === 'failed')
    if (!entry) return null
    this.#charges.set(entry[0], { ...entry[1], status: 'paid', failure: null })
    return entry[1].providerId
  }

  readEvent(body: Uint8Array) {
    const [id = '', charge = ''] = Buffer.from(body).toString().split(' ')
    return { id, type: 'payment_intent.succeeded', about: { kind: 'charge' as const, id: charge } }
  }
}
