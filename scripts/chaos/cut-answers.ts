import { newSlideId } from '../../src/document/ids.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { type ChaosAnswer, type ChaosClient, NoAnswer } from './chaos-client.ts'
import { type ChaosInstance, type ChaosPerson, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** Number of requests that lose their responses. */
export interface CutOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly calls: number
  readonly seed: number
  /** The control: without save_id. Something must be executed twice. */
  readonly anonymous?: boolean
}

const people = 8

/** Repeats a request until a response arrives; the first `losses` are cut off after the server's commit. */
async function insist(
  client: ChaosClient,
  losses: number,
  method: string,
  path: string,
  body: unknown,
): Promise<ChaosAnswer> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await client.send(method, path, body, tries < losses)
      if (answer.status !== 429) return answer
      await new Promise((resolve) => setTimeout(resolve, 500))
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
  }
}

interface Tally {
  saves: number
  decks: number
}

/** A user who saves, creates, forks and likes, and whose responses are lost. */
async function insistentPerson(
  instance: ChaosInstance,
  person: ChaosPerson,
  turns: number,
  options: CutOptions,
): Promise<Tally> {
  const random = seededRandom(options.seed + person.deckId)
  const { client, deckId } = person
  const tally: Tally = { saves: 0, decks: 0 }
  const named = () => (options.anonymous ? {} : { save_id: crypto.randomUUID() })
  let version = 1
  for (let turn = 0; turn < turns; turn++) {
    const losses = random.between(1, 2)
    const dice = random.next()
    if (dice < 0.6) {
      const id = random.pick(person.slideIds)
      const changed = { [id]: `<section data-id="${id}"><p>mark-${turn}</p></section>` }
      const body = { deck: { version, ...named(), slides: { changed } } }
      const answer = await insist(client, losses, 'PUT', `/api/v1/decks/${deckId}.json`, body)
      // Without a save_id the repeated request conflicts with its own first execution.
      const met = options.anonymous && answer.status === 409
      if (answer.status !== 200 && !met) throw new Error(`A repeated save was answered with ${answer.status}`)
      version = answer.body.version
      tally.saves += 1
    } else if (dice < 0.75) {
      const data = `<section data-id="${newSlideId()}"><p>new</p></section>`
      await insist(client, losses, 'POST', '/api/v1/decks.json', { deck: { title: `Deck ${turn}`, data, ...named() } })
      tally.decks += 1
    } else if (dice < 0.9) {
      const other = random.pick(instance.people)
      await insist(client, losses, 'POST', `/api/v1/decks/${other.deckId}/fork.json`, named())
      tally.decks += 1
    } else {
      const other = random.pick(instance.people)
      await insist(client, losses, 'POST', `/api/v1/decks/${other.deckId}/kudos/kudo.json`, {})
    }
  }
  return tally
}

/**
 * Responses to saves, new decks, forks and likes are cut off after the commit. The clients repeat the requests, and
 * nothing may be executed twice.
 */
export async function cutAnswers(options: CutOptions): Promise<ChaosResult> {
  const instance = await chaosInstance({ kind: options.kind, people })
  const problems: string[] = []
  let summary = ''
  try {
    const turns = Math.ceil(options.calls / people)
    const tallies = await Promise.all(
      instance.people.map((person) => insistentPerson(instance, person, turns, options).catch((error: Error) => error)),
    )
    for (const { client } of instance.people) client.close()
    await instance.server.stop()
    problems.push(...(await countEffects(instance, tallies)))
    summary = `${turns * people} calls of ${people} people, each answer lost once or twice`
  } finally {
    await instance.dispose()
  }
  const name = options.anonymous ? 'control: repeats without a save_id' : 'a repeated call happens once'
  return { name: `${name} (${options.kind})`, problems, summary }
}

async function countEffects(instance: ChaosInstance, tallies: readonly (Tally | Error)[]): Promise<string[]> {
  return instance.inDatabase(async ({ database: { read } }) => {
    const problems: string[] = []
    for (const [index, person] of instance.people.entries()) {
      const tally = tallies[index]
      if (tally === undefined || tally instanceof Error) {
        problems.push(tally?.message ?? 'somebody is missing')
        continue
      }
      const decks = await read
        .selectFrom('decks')
        .select(['id', 'version', 'kudos_count'])
        .where('user_id', '=', person.userId)
        .execute()
      const own = decks.find((deck) => deck.id === person.deckId)
      if (own?.version !== 1 + tally.saves) problems.push(`${tally.saves} saves made version ${own?.version}`)
      if (decks.length !== 1 + tally.decks) problems.push(`${tally.decks} new decks became ${decks.length - 1}`)
      const kudos = await read.selectFrom('kudos').select('user_id').where('deck_id', '=', person.deckId).execute()
      if (own?.kudos_count !== kudos.length) problems.push(`${kudos.length} people count as ${own?.kudos_count} likes`)
    }
    return problems
  })
}
