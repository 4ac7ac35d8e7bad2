import { expect } from 'vitest'
import type { Owner } from '../../api/owner.ts'
import {
  cancelSubscription,
  changeCard,
  changeSubscription,
  reactivate,
  subscribe,
} from '../../api/subscriptions/actions.ts'
import { adjustSeats } from '../../api/subscriptions/due.ts'
import { runBilling, settleNotified } from '../../api/subscriptions/jobs.ts'
import { subscriptionOf } from '../../api/subscriptions/queries.ts'
import { startTeamTrial } from '../../api/subscriptions/team-subscription.ts'
import { creditOf } from '../../rules/money.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { makeTeam, makeUser } from '../factories.ts'
import { randomFrom } from '../seeded-random.ts'
import type { ModelProvider } from './model-provider.ts'
import { type RefCoupon, Reference, type RefPeriod, type RefPlan } from './reference.ts'

const day = 24 * 3600 * 1000
const owed20h = 20 * 3600 * 1000

/** Coupons of the model: as rows, and as the reference knows them. */
export const modelCoupons = [
  { code: 'PERCENT', percent: 25, amount: null, periods: 2, lower: (price: number) => price - Math.round(price / 4) },
  { code: 'AMOUNT', percent: null, amount: 500, periods: 1, lower: (price: number) => price - 500 },
  {
    code: 'ALWAYS',
    percent: 10,
    amount: null,
    periods: null,
    lower: (price: number) => price - Math.round(price / 10),
  },
  { code: 'FREE', percent: 100, amount: null, periods: 1, lower: () => 0 },
] as const

const sumOf = (list: readonly { readonly amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)

type Money = { readonly amount: number; readonly credit: number }
const byMoney = (a: Money, b: Money) => a.amount - b.amount || a.credit - b.credit

/** Counts of what happened, so that a run that did no work fails. */
export type Tally = Record<string, number>

/** One customer's history: the server and the reference do the same, and must agree after each step. */
export class History {
  readonly #ref = new Reference()
  readonly #services: Services
  readonly #provider: ModelProvider
  readonly #tally: Tally
  readonly #random: () => number
  readonly #log: string[] = []
  #now: number
  #owner: Owner = { user: 0 }
  #customer = ''
  #members: number[] = []
  #seats = 1
  #card: string | null = null
  /** The card and the fate of the undecided order. */
  #pending: { good: boolean; arrived: boolean; event: string | null } | null = null
  #cards = 0
  /** Since when the customer has a plan and owes for it. */
  #owingSince: number | null = null

  constructor(services: Services, provider: ModelProvider, seed: number, tally: Tally) {
    this.#provider = provider
    this.#tally = tally
    this.#random = randomFrom(seed)
    this.#now = Date.UTC(2026, 0, 1) + Math.floor(this.#random() * 365 * day)
    this.#services = { ...services, payments: provider, now: () => new Date(this.#now) }
  }

  async run(steps: number): Promise<void> {
    try {
      await this.#begin()
      for (let index = 0; index < steps; index += 1) {
        await this.#step()
        await this.#compare()
      }
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.#log.join('\n')}`, { cause: error })
    } finally {
      await this.#forget()
    }
  }

  #note(what: string): void {
    this.#tally[what] = (this.#tally[what] ?? 0) + 1
    this.#log.push(`${new Date(this.#now).toISOString()} ${what}`)
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #token(): string {
    this.#cards += 1
    return `${this.#random() < 0.75 ? 'good' : 'bad'}${this.#cards}`
  }

  async #begin(): Promise<void> {
    const user = await makeUser(this.#services)
    this.#owner = { user: user.id }
    this.#customer = `cus_user:${user.id}`
    if (this.#random() < 0.6) return
    const team = await makeTeam(this.#services, `model-${user.id}`, { plan: 'free' })
    this.#owner = { team: team.id }
    this.#customer = `cus_team:${team.id}`
    this.#members = [user.id]
    for (let index = 0; index < 4; index += 1) this.#members.push((await makeUser(this.#services)).id)
    await this.#setMembers(1)
    const token = this.#random() < 0.8 ? this.#token() : undefined
    const period = this.#pick(['monthly', 'yearly'] as const)
    this.#note(`trial ${period} ${token ?? 'without card'}`)
    const customer = token ? { id: this.#customer, card: await this.#provider.attachCard(this.#customer, token) } : null
    await this.#services.database.transaction((trx) => startTeamTrial(trx, this.#services, team, { period, customer }))
    this.#card = token ?? null
    this.#ref.trial(this.#now, period, 1)
  }

  async #setMembers(count: number): Promise<void> {
    if (!('team' in this.#owner)) return
    const team_id = this.#owner.team
    const { write } = this.#services.database
    await write.deleteFrom('memberships').where('team_id', '=', team_id).execute()
    const created_at = new Date(this.#now)
    const rows = this.#members
      .slice(0, count)
      .map((user_id) => ({ team_id, user_id, role: 'member' as const, state: 'active' as const, created_at }))
    await write.insertInto('memberships').values(rows).execute()
    this.#seats = count
  }

  /** Calls the server and the reference; while a payment is undecided the server must refuse and change nothing. */
  async #both(call: () => Promise<unknown>, expected: () => boolean, card = this.#card): Promise<void> {
    const blocked = this.#ref.order !== null
    const fate = this.#pick(['arrives', 'arrives', 'arrives', 'arrives', 'lost-request', 'lost-answer'] as const)
    this.#provider.fate = fate
    const before = this.#provider.events.length
    const error = await call().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    this.#provider.fate = 'arrives'
    if (blocked) {
      expect(error).toBeInstanceOf(HttpError)
      expect((error as HttpError).status).toBe(409)
      return
    }
    if (error && !(error instanceof HttpError && [422, 503].includes(error.status))) throw error
    if (!expected()) return
    const good = card?.startsWith('good') ?? false
    const event = this.#provider.events.length > before ? (this.#provider.events.at(-1) ?? null) : null
    if (fate === 'arrives') this.#decide(good)
    else {
      this.#note(`payment ${fate}`)
      this.#pending = { good, arrived: fate === 'lost-answer', event }
    }
  }

  #decide(paid: boolean, arrived = true): void {
    const { failed } = this.#ref
    this.#ref.decide(paid, this.#now)
    if (!paid && !arrived) this.#ref.failed = failed
    this.#pending = null
    this.#note(paid ? 'paid' : 'payment failed')
  }

  async #step(): Promise<void> {
    const kinds = [
      'wait',
      'wait',
      'wait',
      'change',
      'card',
      'cancel',
      'reactivate',
      'deliver',
      'late',
      'seats',
    ] as const
    const kind = this.#pick(kinds)
    const over = this.#ref.state === 'none' || this.#ref.state === 'ended'
    if (kind === 'wait') return this.#wait()
    if (kind === 'deliver') return this.#deliver()
    if (kind === 'late') return this.#late()
    if (kind === 'seats') return this.#changeSeats()
    if (kind === 'card' && this.#ref.state !== 'none') return this.#newCard()
    if (over) return this.#start()
    if (kind === 'cancel') return this.#cancel()
    if (kind === 'reactivate') return this.#resume()
    return this.#change()
  }

  async #wait(): Promise<void> {
    this.#now += Math.floor((0.01 + this.#random() ** 3 * 60) * day)
    this.#note('wait')
    const pending = this.#pending
    const { order } = this.#ref
    if (order && pending) {
      const lost = !pending.arrived && this.#now - order.madeAt > owed20h
      this.#decide(pending.good && !lost, !lost)
    }
    await this.#runJob()
  }

  /** The job, and what the reference says is due. */
  async #runJob(): Promise<void> {
    await runBilling(this.#services)
    const good = this.#card?.startsWith('good') ?? false
    if (this.#ref.due(this.#now, this.#seats, this.#card !== null)) this.#decide(good)
    this.#adjust(good)
  }

  /** The reference's seats follow the members, as the job's do. */
  #adjust(good: boolean): void {
    const { term, state } = this.#ref
    if (!term || !('team' in this.#owner) || this.#ref.order) return
    if ((state !== 'active' && state !== 'trialing') || term.seats === this.#seats || this.#now >= term.end) return
    if (this.#ref.change(this.#now, term.plan, term.period, this.#seats, true)) this.#decide(good)
  }

  /** Notifications arrive: late, twice, in any order, or never. */
  async #deliver(): Promise<void> {
    const { events } = this.#provider
    if (events.length === 0) return
    const id = this.#pick(events)
    if (this.#random() < 0.7) this.#provider.events = events.filter((one) => one !== id)
    this.#note('notification')
    await settleNotified(this.#services, id)
    if (this.#pending?.event === id) this.#decide(this.#pending.good)
  }

  async #late(): Promise<void> {
    if (!this.#ref.failed || this.#ref.order) return
    const id = this.#provider.payLate(this.#customer)
    if (id === null) return
    this.#note('late money')
    for (const copy of [id, id]) await settleNotified(this.#services, copy)
    this.#ref.lateMoney(this.#now)
    await this.#runJob()
  }

  async #changeSeats(): Promise<void> {
    if (!('team' in this.#owner)) return
    const { team } = this.#owner
    await this.#setMembers(1 + Math.floor(this.#random() * 5))
    this.#note(`seats ${this.#seats}`)
    const { term, state } = this.#ref
    const moves = term && ['active', 'trialing'].includes(state) && term.seats !== this.#seats
    await this.#both(
      () => adjustSeats(this.#services, team),
      () => (moves ? this.#ref.change(this.#now, term.plan, term.period, this.#seats, true) : false),
    )
  }

  async #start(): Promise<void> {
    const token = this.#token()
    const billing_period = this.#pick(['monthly', 'yearly'] as const)
    if ('team' in this.#owner) {
      this.#note(`begin anew ${billing_period} ${token}`)
      this.#card = token
      const { plan } = this.#ref.term as { plan: RefPlan }
      return this.#both(
        () => reactivate(this.#services, this.#owner, { token, billing_period }),
        () => this.#ref.begin(this.#now, plan, billing_period, this.#seats, null),
      )
    }
    const plan = this.#pick(['lite', 'pro'] as const)
    const coupon = this.#random() < 0.4 ? this.#pick(modelCoupons) : null
    this.#note(`subscribe ${plan} ${billing_period} ${token} ${coupon?.code ?? ''}`)
    const used: RefCoupon | null = coupon && { lower: coupon.lower, left: coupon.periods ?? Number.POSITIVE_INFINITY }
    // Entered before the order, which a pending payment refuses.
    this.#card = token
    await this.#both(
      () => subscribe(this.#services, this.#owner, { plan, billing_period, token, coupon_code: coupon?.code }),
      () => {
        this.#ref.lowering = used?.lower ?? null
        return this.#ref.begin(this.#now, plan, billing_period, 1, used)
      },
    )
  }

  async #newCard(): Promise<void> {
    const token = this.#token()
    this.#note(`card ${token}`)
    this.#card = token
    await this.#both(
      () => changeCard(this.#services, this.#owner, token),
      () => {
        if (this.#ref.state !== 'past_due') return false
        this.#ref.retryNow(this.#now)
        return this.#ref.due(this.#now, this.#seats, true)
      },
    )
  }

  async #cancel(): Promise<void> {
    this.#note('cancel')
    await this.#both(
      () => this.#services.database.transaction((trx) => cancelSubscription(trx, this.#services, this.#owner)),
      () => {
        this.#ref.cancel(this.#now)
        return false
      },
    )
  }

  async #resume(): Promise<void> {
    this.#note('reactivate')
    await this.#both(
      () => reactivate(this.#services, this.#owner, {}),
      () => {
        if (this.#ref.state !== 'past_due') this.#ref.resume()
        return false
      },
    )
  }

  async #change(): Promise<void> {
    const { term, state, canceled } = this.#ref
    if (!term) return
    const billing_period: RefPeriod = this.#pick(['monthly', 'yearly'] as const)
    const wanted = 'team' in this.#owner ? undefined : this.#pick(['lite', 'pro'] as const)
    const plan = wanted ?? term.plan
    this.#note(`change ${plan} ${billing_period}`)
    const refused = state === 'past_due' || canceled || (plan === term.plan && billing_period === term.period)
    await this.#both(
      () => changeSubscription(this.#services, this.#owner, { plan: wanted, billing_period }),
      () => (refused ? false : this.#ref.change(this.#now, plan, billing_period, term.seats, false)),
    )
  }

  async #compare(): Promise<void> {
    const { read } = this.#services.database
    const row = await subscriptionOf(read, this.#owner)
    const ref = this.#ref
    const found =
      'user' in this.#owner
        ? await read.selectFrom('users').select('plan').where('id', '=', this.#owner.user).executeTakeFirst()
        : await read.selectFrom('teams').select('plan').where('id', '=', this.#owner.team).executeTakeFirst()
    const rows = await read
      .selectFrom('payments')
      .select(['amount', 'lines'])
      .where('user' in this.#owner ? 'user_id' : 'team_id', '=', Object.values(this.#owner)[0] as number)
      .where('number', 'is not', null)
      .execute()
    this.#checkGrace(row?.status === 'past_due' && found?.plan !== 'free')
    const receipts = rows.map(({ amount, lines }) => ({ amount, credit: creditOf(lines) })).sort(byMoney)
    const ended = ref.state === 'ended' || ref.state === 'none'
    const term = ended ? null : ref.term
    expect({
      ...{ plan: found?.plan, status: row?.status ?? 'none', balance: row?.balance ?? 0, receipts },
      ...{ canceled: row?.cancel_at_period_end ?? false, end: ended ? null : row?.period_end.getTime() },
      ...{ period: ended ? null : row?.billing_period, seats: ended ? null : row?.quantity },
    }).toEqual({
      ...{ plan: ref.plan(), status: ref.state, balance: ref.balance },
      ...{ receipts: [...ref.receipts].sort(byMoney), canceled: ref.canceled, end: term?.end ?? null },
      ...{ period: term?.period ?? null, seats: term?.seats ?? null },
    })
    // Every cent, as the customer sees it: the lines of each receipt add up to what it charged, all receipts to what was
    // sold and what is kept as credit, and the provider has collected what they say.
    for (const { amount, lines } of rows) expect(sumOf(lines)).toBe(amount)
    const sum = sumOf(rows)
    const credit = sumOf(receipts.map((one) => ({ amount: one.credit })))
    expect(credit).toBe(row?.balance ?? 0)
    expect(sumOf(rows.flatMap(({ lines }) => lines.filter((line) => !line.credit)))).toBe(sum - credit)
    expect(sum - credit).toBe(ref.sold)
    const onItsWay = ref.order && this.#pending?.arrived && this.#pending.good ? ref.order.amount : 0
    expect(this.#provider.collected(this.#customer)).toBe(sum + onItsWay)
    this.#tally.compared = (this.#tally.compared ?? 0) + 1
  }

  /** Fails if a customer keeps a plan longer than the grace without paying, except while a payment is pending. */
  #checkGrace(isOwing: boolean): void {
    if (!isOwing) this.#owingSince = null
    else this.#owingSince ??= this.#now
    if (this.#owingSince !== null && !this.#ref.order) expect(this.#now - this.#owingSince).toBeLessThan(7 * day)
  }

  async #forget(): Promise<void> {
    const { write } = this.#services.database
    const table = 'user' in this.#owner ? 'users' : 'teams'
    await write.deleteFrom('payments').execute()
    await write
      .deleteFrom(table)
      .where('id', '=', Object.values(this.#owner)[0] as number)
      .execute()
    this.#provider.events = []
  }
}
