import {
  type Handover,
  type HandoverEffect,
  type HandoverEvent,
  handOver,
  openHandover,
} from '../realtime/editor/handover.ts'
import { timings } from '../rules/timings.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

interface Page {
  state: Handover
  status: 'viewing' | 'idle'
  /** Messages on their way to the page, in order. */
  readonly inbox: HandoverEvent[]
  /** Unsaved words of the page, and whether it has left. */
  unsaved: number
  gone: boolean
}

/** A server and the pages of four people, in which events happen in random order with random delays. */
class HandoverWorld {
  readonly problems: string[] = []
  readonly #random: SeededRandom
  #pages: Page[] = []
  #editorId = 1
  #now = 0
  /** Requests as the room keeps them, by user, with their end. */
  #requests = new Map<number, number>()

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    for (const me of [1, 2, 3, 4]) this.#open(me)
  }

  #statusOf(userId: number): 'viewing' | 'idle' | 'disconnected' {
    const own = this.#pages.filter((page) => page.state.me === userId)
    if (own.length === 0) return 'disconnected'
    return own.some(({ status }) => status === 'viewing') ? 'viewing' : 'idle'
  }

  #open(me: number): void {
    const place = me === this.#editorId ? 'editor' : 'review'
    const state = openHandover(me, place, this.#editorId)
    const page: Page = { state, status: 'viewing', inbox: [], unsaved: 0, gone: false }
    this.#pages.push(page)
    this.#join(page)
  }

  #join(page: Page): void {
    const requests = [...this.#requests].map(([userId, until]) => ({ userId, remaining: until - this.#now }))
    const editorStatus = this.#statusOf(this.#editorId)
    page.inbox.push({ type: 'joined', editorId: this.#editorId, editorStatus, requests })
    this.#tellState(page.state.me)
  }

  #close(page: Page): void {
    this.#pages = this.#pages.filter((one) => one !== page)
    const { me } = page.state
    if (this.#statusOf(me) === 'disconnected') this.#requests.delete(me)
    this.#tellState(me)
  }

  #send(event: HandoverEvent, except?: Page): void {
    for (const page of this.#pages) if (page !== except) page.inbox.push(event)
  }

  #tellState(userId: number): void {
    this.#send({ type: 'user-state', userId, status: this.#statusOf(userId) })
  }

  #apply(page: Page, event: HandoverEvent): void {
    if (page.gone) return
    const { state, effects } = handOver(page.state, event, this.#now)
    page.state = state
    for (const effect of effects) this.#do(page, effect)
  }

  #do(page: Page, effect: HandoverEffect): void {
    const { me } = page.state
    if (effect.do === 'broadcast') this.#broadcast(page, effect.message)
    else if (effect.do === 'take') {
      const busy = me !== this.#editorId && this.#statusOf(this.#editorId) === 'viewing'
      if (!busy) this.#change(me)
      page.inbox.push({ type: 'taken', result: busy ? 'busy' : 'ok' })
    } else if (effect.do === 'hand-over') {
      const ok = me === this.#editorId
      if (ok) page.unsaved = 0
      if (ok) this.#change(effect.userId)
      page.inbox.push({ type: 'approved', ok })
    } else this.#go(page, effect.to)
  }

  #broadcast(page: Page, message: Extract<HandoverEffect, { do: 'broadcast' }>['message']): void {
    const { me } = page.state
    if (message.type === 'collaboration:become-editor-request') {
      if (me === this.#editorId) return
      this.#requests.set(me, this.#now + timings.handoverRequest)
      this.#send({ type: 'requested', userId: me }, page)
    } else if (message.type === 'collaboration:become-editor-request-canceled') {
      this.#requests.delete(me)
      this.#send({ type: 'request-canceled', userId: me }, page)
    } else if (message.type === 'collaboration:become-editor-request-denied') {
      if (me !== this.#editorId) return
      this.#requests.delete(message.user_id)
      this.#send({ type: 'denied', userId: message.user_id, byUserId: me }, page)
    }
  }

  #change(userId: number): void {
    if (this.#editorId === userId) return
    this.#editorId = userId
    this.#requests.clear()
    this.#send({ type: 'editor-changed', userId })
  }

  #go(page: Page, to: 'edit' | 'review' | 'profile'): void {
    const { me, place, leaving } = page.state
    if (to === 'review' && (place !== 'editor' || me === this.#editorId) && !page.inbox.length)
      this.problems.push(`${me} went to the review from ${place}`)
    if (to === 'profile') this.problems.push(`${me} was sent away, but nobody is removed here`)
    if (to === 'edit' && leaving) this.problems.push(`${me} went to the editor while leaving`)
    page.gone = true
    this.#close(page)
    this.#open(me)
  }

  /** One random event. */
  move(): void {
    const { between, pick } = this.#random
    const page = pick(this.#pages)
    const userId = page.state.requests[0]?.userId
    const deeds: (() => void)[] = [
      () => this.#apply(page, { type: 'ask' }),
      () => this.#apply(page, { type: 'cancel' }),
      () => userId && this.#apply(page, { type: 'approve', userId }),
      () => userId && this.#apply(page, { type: 'dismiss', userId }),
      () => {
        page.status = page.status === 'idle' ? 'viewing' : 'idle'
        this.#tellState(page.state.me)
      },
      () => {
        if (this.#pages.length > 2) this.#close(page)
        this.#open(page.state.me)
      },
      () => this.pass(between(500, 20_000)),
      () => between(0, 3) === 0 && this.#restart(),
      ...Array.from({ length: 3 }, () => () => this.#deliver(page)),
    ]
    pick(deeds)()
  }

  /** The server restarts: it knows nothing of requests, and all pages join again. */
  #restart(): void {
    this.#requests.clear()
    for (const page of this.#pages) this.#join(page)
  }

  #deliver(page: Page): void {
    const event = page.inbox.shift()
    if (event) this.#apply(page, event)
  }

  pass(ms: number): void {
    this.#now += ms
    for (const [userId, until] of this.#requests) if (until <= this.#now) this.#requests.delete(userId)
    for (const page of [...this.#pages]) this.#apply(page, { type: 'tick' })
  }

  /** Delivers everything and lets all times pass. */
  settle(): void {
    for (let round = 0; round < 200; round++) {
      for (const page of [...this.#pages]) while (page.inbox.length > 0 && !page.gone) this.#deliver(page)
      if (round % 5 === 4) this.pass(10_000)
    }
  }

  /** What must hold once everything has settled. */
  check(): void {
    for (const { state } of this.#pages) {
      const { me, place, editorId, asking, requests, approving, leaving } = state
      if (editorId !== this.#editorId) this.problems.push(`${me} believes that ${editorId} edits`)
      if (place === 'editor' && me !== this.#editorId) this.problems.push(`${me} is still in the editor`)
      if (asking.kind === 'pending' || asking.kind === 'taking') this.problems.push(`${me} still waits`)
      if (requests.length > 0 || approving !== null) this.problems.push(`${me} still has a request`)
      if (leaving) this.problems.push(`${me} is still leaving`)
    }
  }
}

/** Plays random events in a world of four people; returns what was wrong. */
export function playHandover(seed: number, moves = 400): readonly string[] {
  const world = new HandoverWorld(seed)
  for (let move = 0; move < moves; move++) world.move()
  world.settle()
  world.check()
  return world.problems
}
