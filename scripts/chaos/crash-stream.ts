import { io, type Socket } from 'socket.io-client'
import type { BatchAnswer, BatchesMessage } from '../../src/api/batches/messages.ts'
import type { ClientEvents, ServerEvents } from '../../src/api/deck-channel/messages.ts'
import { newSlideId } from '../../src/document/ids.ts'
import { type SeededRandom, seededRandom } from '../../src/testing/seeded-random.ts'
import { type ChaosInstance, type ChaosPerson, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** Options of the crashes. */
export interface CrashStreamOptions {
  readonly cycles: number
  readonly seed: number
  /** The control: another server, which acknowledges before it commits. Data must be lost. */
  readonly program?: string
}

/** How long pages and messages may take, in ms: after a crash the server starts again on a busy machine. */
const patience = 30_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A page that has the deck open, over all of its connections. */
class StreamPage {
  readonly #server: { readonly baseUrl: string; readonly port: number }
  readonly #person: ChaosPerson
  readonly #deckId: number
  #socket: Socket<ServerEvents, ClientEvents> | null = null
  /** The versions that have arrived since the page joined. */
  readonly seqs = new Set<number>()
  version = 0

  constructor(server: { readonly baseUrl: string; readonly port: number }, person: ChaosPerson, deckId: number) {
    this.#server = server
    this.#person = person
    this.#deckId = deckId
  }

  /** Joins the deck, as a page does after each loss of its connection. */
  async join(): Promise<void> {
    this.#socket?.disconnect()
    const { baseUrl, port } = this.#server
    const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}/editor`, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true },
      extraHeaders: { host: new URL(baseUrl).host, origin: baseUrl, cookie: `session=${this.#person.session}` },
    })
    this.#socket = socket
    socket.on('batches', (message: BatchesMessage) => {
      for (const { seq } of 'batches' in message ? message.batches : []) this.seqs.add(seq)
      if ('resync' in message) this.seqs.add(message.resync)
    })
    const subscribe = { deck_id: this.#deckId, user_id: this.#person.userId, slide_id: null }
    const answer = await socket.timeout(patience).emitWithAck('subscribe', subscribe)
    if (!answer.ok) throw new Error(`A page could not join again: ${answer.error}`)
    this.version = answer.version
  }

  /** Sends a batch; null without an answer. */
  send(id: string, base: number, title: string): Promise<BatchAnswer | null> {
    const ops = [{ kind: 'setting' as const, name: 'title', value: title }]
    const socket = this.#socket
    if (!socket?.connected) return Promise.resolve(null)
    const lost = new Promise<null>((resolve) => socket.once('disconnect', () => resolve(null)))
    const sent = socket.timeout(patience).emitWithAck('batch', { id, base, ops, hashes: {} })
    return Promise.race([sent.catch(() => null), lost])
  }

  async receives(seq: number): Promise<boolean> {
    const end = performance.now() + patience
    while (!this.seqs.has(seq) && performance.now() < end) await pause(10)
    return this.seqs.has(seq)
  }

  close(): void {
    this.#socket?.disconnect()
  }
}

/** Writes batches until the server is down. */
class Writer {
  readonly #page: StreamPage
  readonly #random: SeededRandom
  /** The last acknowledged version, and the title of it. */
  version = 1
  title = ''
  acknowledged = 0
  open: { readonly id: string; readonly title: string } | null = null

  constructor(page: StreamPage, random: SeededRandom) {
    this.#page = page
    this.#random = random
  }

  async work(): Promise<void> {
    while (await this.send()) await pause(this.#random.between(0, 20))
  }

  /** Sends the next batch, or repeats the one without an answer. False without an answer. */
  async send(): Promise<boolean> {
    this.open ??= { id: newSlideId(), title: `Title ${this.acknowledged}` }
    const answer = await this.#page.send(this.open.id, this.version, this.open.title)
    if (answer === null) return false
    if (answer.ok) {
      if (answer.seq !== this.version + 1) throw new Error(`Version ${answer.seq} follows ${this.version}`)
      Object.assign(this, { version: answer.seq, title: this.open.title, open: null })
      this.acknowledged += 1
    } else if (answer.reason === 'wait') await pause(answer.ms)
    else throw new Error('A batch was refused')
    return true
  }
}

/** Makes the others collaborators of the first one's deck. */
async function gather({ server, people, inDatabase }: ChaosInstance): Promise<void> {
  await server.kill()
  const [owner, ...others] = people
  await inDatabase(async ({ database }) => {
    for (const [at, { userId }] of others.entries()) {
      const role = at === 0 ? ('editor' as const) : ('viewer' as const)
      const row = { deck_id: owner!.deckId, user_id: userId, role, active: true, status: 'disconnected' as const }
      await database.write
        .insertInto('deck_users')
        .values({ ...row, created_at: new Date() })
        .execute()
    }
  })
  await server.start()
}

/**
 * Three people have a deck open, and one of them writes over the channel, while the server is killed at random moments.
 * What was acknowledged must be there, the batch without an answer must be written once, and all three must continue.
 */
export async function crashStream({ cycles, seed, program }: CrashStreamOptions): Promise<ChaosResult> {
  const random = seededRandom(seed)
  const instance = await chaosInstance({ kind: 'sqlite', people: 3, ...(program ? { program } : {}) })
  const { server, people } = instance
  const problems: string[] = []
  const deckId = people[0]!.deckId
  const pages = people.map((person) => new StreamPage(server, person, deckId))
  const writer = new Writer(pages[0]!, random)
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem)
  }
  const goOn = async (cycle: number): Promise<void> => {
    for (const page of pages) await page.join()
    const { body } = await people[0]!.client.send('GET', `/api/v1/decks/${deckId}.json`)
    const isWritten = body.version === writer.version + 1 && body.title === writer.open?.title
    expect(
      isWritten || (body.version === writer.version && (writer.title === '' || body.title === writer.title)),
      `cycle ${cycle}: version ${writer.version} was acknowledged, and ${body.version} is there`,
    )
    for (const page of pages) expect(page.version === body.version, `cycle ${cycle}: a page is at ${page.version}`)
    if (problems.length > 0) return
    const before = writer.version
    // The batch without an answer is repeated, and another one follows.
    for (let left = 2; left > 0; left--) while (!(await writer.send()) || writer.version < before + 3 - left);
    for (const page of pages.slice(1))
      expect(await page.receives(writer.version), `cycle ${cycle}: a page does not receive what is written`)
  }
  try {
    await gather(instance)
    for (let cycle = 1; cycle <= cycles && problems.length === 0; cycle++) {
      await goOn(cycle)
      const working = writer.work()
      await pause(random.between(200, 1_500))
      await server.kill()
      await working
      await server.start()
    }
    if (problems.length === 0) await goOn(cycles + 1)
  } finally {
    for (const page of pages) page.close()
    for (const { client } of people) client.close()
    await instance.dispose()
  }
  if (writer.acknowledged < cycles * 3) problems.push(`only ${writer.acknowledged} batches: the run proves nothing`)
  return {
    name: program ? 'control: batches acknowledged before committed' : 'three people in a deck go on after crashes',
    problems,
    summary: `${cycles} crashes, ${writer.acknowledged} acknowledged batches`,
  }
}
