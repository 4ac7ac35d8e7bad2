/**
 * The reference of the model test: what a subscription costs and gives, written from the terms alone, without a line of
 * the server's. Times in ms, money in cents.
 */
export type RefPlan = 'lite' | 'pro' | 'enterprise'
export type RefPeriod = 'monthly' | 'yearly'

const cost: Record<RefPlan, Record<RefPeriod, number>> = {
  lite: { monthly: 700, yearly: 6000 },
  pro: { monthly: 1400, yearly: 12000 },
  enterprise: { monthly: 2000, yearly: 19200 },
}
const dayMs = 24 * 3600 * 1000

/** A coupon: how it lowers a price, and for how many periods it still does. */
export interface RefCoupon {
  readonly lower: (price: number) => number
  readonly left: number
}

/** A term that is paid: what it covers, and what was paid from `since` to `end`. */
export interface Term {
  readonly plan: RefPlan
  readonly period: RefPeriod
  readonly seats: number
  readonly anchor: number
  readonly start: number
  readonly end: number
  readonly since: number
  readonly cents: number
  readonly coupon: RefCoupon | null
  readonly lowered: boolean
}

/** An order that waits for its payment. */
interface Order {
  readonly amount: number
  readonly madeAt: number
  seen: number
  readonly done: () => void
  readonly refused: (now: number) => void
}

/** Rounds half up. */
function part(cents: number, of: number, whole: number): number {
  const exact = (BigInt(cents) * BigInt(of) * 1000n) / BigInt(whole)
  const rest = (BigInt(cents) * BigInt(of)) % BigInt(whole)
  const down = exact / 1000n
  return Number(rest * 2n >= BigInt(whole) ? down + 1n : down)
}

/** The same day and time `months` after the anchor; the last day of a shorter month. */
function monthLater(anchor: number, months: number): number {
  const from = new Date(anchor)
  for (let day = from.getUTCDate(); ; day -= 1) {
    const there = new Date(anchor)
    there.setUTCFullYear(from.getUTCFullYear(), from.getUTCMonth() + months, day)
    if ((((from.getUTCMonth() + months) % 12) + 12) % 12 === there.getUTCMonth()) return there.getTime()
  }
}

function endAfter(anchor: number, start: number, period: RefPeriod): number {
  const step = period === 'yearly' ? 12 : 1
  for (let months = step; ; months += 1) {
    const end = monthLater(anchor, months)
    const from = monthLater(anchor, months - step)
    if (from >= start) return end
  }
}

export class Reference {
  term: Term | null = null
  state: 'none' | 'trialing' | 'active' | 'past_due' | 'ended' = 'none'
  canceled = false
  /** Credit; negative: owed. */
  balance = 0
  graceEnd = 0
  retryAt = 0
  order: Order | null = null
  /** The last order that failed, for money that arrives late. */
  failed: Order | null = null
  /** All receipts: what was paid, and what it put into the credit (negative: took out of it). */
  readonly receipts: { readonly amount: number; readonly credit: number }[] = []
  /** What was sold: the prices of all terms that were granted, less the credits for unused time. */
  sold = 0
  #changes = 0

  /** The plan that the customer has. */
  plan(): RefPlan | 'free' {
    return this.state === 'none' || this.state === 'ended' || !this.term ? 'free' : this.term.plan
  }

  #granted(term: Term, sold: number): void {
    this.#changes += 1
    this.term = term
    this.state = 'active'
    this.sold += sold
  }

  #unused(now: number): number {
    const term = this.term as Term
    if (now >= term.end) return 0
    return part(term.cents, term.end - now, term.end - term.since)
  }

  #term(now: number, wanted: Pick<Term, 'plan' | 'period' | 'seats' | 'anchor'>, coupon: RefCoupon | null): Term {
    const full = cost[wanted.plan][wanted.period] * wanted.seats
    const lowered = coupon !== null && coupon.left > 0
    const end = endAfter(wanted.anchor, now, wanted.period)
    const cents = lowered ? Math.max(0, coupon.lower(full)) : full
    const left = lowered ? { ...coupon, left: coupon.left - 1 } : null
    return { ...wanted, start: now, end, since: now, cents, coupon: left, lowered }
  }

  /**
   * Asks for money: nothing below 50 cents is charged. `sold` null: only for what is owed. True if a charge is needed.
   */
  #pay(now: number, sold: number | null, grant: () => void, refused: (now: number) => void): boolean {
    const sum = (sold ?? 0) - this.balance
    const rest = sum < 50 ? 0 - sum : 0
    const done = () => {
      if (sum >= 50 || sold !== null) this.receipts.push({ amount: sum < 50 ? 0 : sum, credit: rest - this.balance })
      this.balance = rest === 0 ? 0 : rest
      this.graceEnd = 0
      this.retryAt = 0
      grant()
    }
    if (sum < 50) {
      done()
      return false
    }
    this.order = { amount: sum, madeAt: now, seen: this.#changes, done, refused }
    return true
  }

  /** The payment of the order is decided. */
  decide(paid: boolean, now: number): void {
    const order = this.order as Order
    this.order = null
    if (paid) {
      order.done()
    } else {
      this.failed = order
      order.refused(now)
    }
  }

  /** Money of the last failed order arrives after all. */
  lateMoney(now: number): void {
    const order = this.failed as Order
    this.failed = null
    if (order.seen === this.#changes) {
      order.done()
      return
    }
    this.receipts.push({ amount: order.amount, credit: order.amount })
    this.#changes += 1
    this.balance += order.amount
    if (this.state === 'past_due') this.retryAt = now
  }

  trial(now: number, period: RefPeriod, seats: number): void {
    const end = now + 14 * dayMs
    const term = { plan: 'enterprise' as const, period, seats, anchor: end, start: now, end, since: now, cents: 0 }
    this.term = { ...term, coupon: null, lowered: false }
    this.state = 'trialing'
    this.#changes += 1
  }

  begin(now: number, plan: RefPlan, period: RefPeriod, seats: number, coupon: RefCoupon | null): boolean {
    const term = this.#term(now, { plan, period, seats, anchor: now }, coupon)
    const grant = () => {
      this.canceled = false
      this.#granted(term, term.cents)
    }
    return this.#pay(now, term.cents, grant, () => {})
  }

  /** `owed`: what happens if it cannot be paid: nothing, or the grace begins. */
  change(now: number, plan: RefPlan, period: RefPeriod, seats: number, owed: boolean): boolean {
    const old = this.term as Term
    if (this.state === 'trialing') {
      this.term = { ...old, plan, period, seats }
      this.#changes += 1
      return false
    }
    const back = this.#unused(now)
    let term: Term
    if (period !== old.period) term = this.#term(now, { plan, period, seats, anchor: now }, old.coupon)
    else {
      const full = cost[plan][period] * seats
      const price = old.lowered && this.lowering ? Math.max(0, this.lowering(full)) : full
      const cents = now >= old.end ? 0 : part(price, old.end - now, old.end - old.start)
      term = { ...old, plan, seats, since: now, cents }
    }
    const sold = term.cents - back
    const refused = (at: number) => {
      if (!owed) return
      this.#granted(term, sold)
      this.receipts.push({ amount: 0, credit: 0 - sold })
      this.balance = this.balance - sold
      this.#fail(at)
    }
    return this.#pay(now, sold, () => this.#granted(term, sold), refused)
  }

  /** How the coupon in use lowers a price. */
  lowering: ((price: number) => number) | null = null

  #fail(now: number): void {
    this.#changes += 1
    if (this.state !== 'past_due' || this.graceEnd === 0) this.graceEnd = now + 7 * dayMs
    this.state = 'past_due'
    const began = this.graceEnd - 7 * dayMs
    this.retryAt = [1, 3, 5].map((days) => began + days * dayMs).find((at) => at > now) ?? 0
  }

  /** A renewal or a debt that could not be paid: if its money comes after all, and before anything else, it is paid. */
  #failOwed(now: number): void {
    this.#fail(now)
    if (this.failed) this.failed.seen = this.#changes
  }

  end(now: number): void {
    this.#changes += 1
    const back = this.#unused(now)
    if (back > 0) this.receipts.push({ amount: 0, credit: back })
    this.balance += back
    this.sold -= back
    this.state = 'ended'
    this.canceled = false
    this.graceEnd = 0
    this.retryAt = 0
  }

  cancel(now: number): void {
    if (this.canceled) return
    const ends = this.state !== 'active' || now >= (this.term as Term).end
    if (ends) this.end(now)
    else this.#changes += 1
    this.canceled = !ends
  }

  resume(): void {
    if (this.canceled) this.#changes += 1
    this.canceled = false
  }

  /** A new card was entered: what failed is tried at once. */
  retryNow(now: number): void {
    this.#changes += 1
    this.retryAt = now
  }

  /** What the server's job does at a time. True if a charge is needed. */
  due(now: number, seats: number, hasCard: boolean): boolean {
    const term = this.term
    if (!term || this.state === 'none' || this.state === 'ended') return false
    const over = now >= term.end
    if ((this.graceEnd > 0 && now >= this.graceEnd) || (this.canceled && over)) {
      this.end(now)
      return false
    }
    if (this.state === 'past_due' ? this.retryAt === 0 || now < this.retryAt : !over) return false
    if (!hasCard && this.state === 'trialing') {
      this.end(now)
      return false
    }
    if (!over)
      return this.#pay(
        now,
        null,
        () => this.#granted(term, 0),
        (at) => this.#failOwed(at),
      )
    const next = endAfter(term.anchor, term.end, term.period)
    const [start, anchor] = now >= next ? [now, now] : [term.end, term.anchor]
    const renewed = this.#term(start, { plan: term.plan, period: term.period, seats, anchor }, term.coupon)
    return this.#pay(
      now,
      renewed.cents,
      () => this.#granted(renewed, renewed.cents),
      (at) => this.#failOwed(at),
    )
  }
}
