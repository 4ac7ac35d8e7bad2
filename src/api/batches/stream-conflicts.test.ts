import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { newBlock } from '../../editor/commands/new-block.ts'
import { blockId, testSlide } from '../../testing/editor-decks.ts'
import { addCollaborator } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { randomFrom } from '../../testing/seeded-random.ts'
import { type Network, StreamEditor, type StreamServer } from '../../testing/stream-editor.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { actorOf } from '../actor.ts'
import { acceptBatch } from './accept-batch.ts'
import type { Batch } from './messages.ts'
import { batchesBetween } from './queries.ts'

/** Runs of the fuzzer; `npm run chaos conflicts` uses 2000 of 100 steps. */
const seeds = Number(process.env.CONFLICT_SEEDS ?? 8)
const steps = Number(process.env.CONFLICT_STEPS ?? 60)

/** A slide with two texts. `number`: of the first block. */
function slideOf(number: number): string {
  const texts = [number, number + 1].map((id) => ({ ...newBlock('text', { html: '<p>word</p>' }), id: blockId(id) }))
  return /^<section[^>]*>([\s\S]*)<\/section>$/.exec(renderSlide(testSlide(1, texts), blocks))?.[1] ?? ''
}

/** The real server. */
function honest(app: TestApp, deckId: number, address: string): StreamServer {
  const path = `/api/v1/decks/${deckId}`
  return {
    batch: ({ user }, batch) => acceptBatch(app.services, deckId, { ...actorOf(user), userId: user.id }, batch),
    put: (person, deck) => person.put(`${path}.json`, { deck }, { address }),
    newer: async (person, since) => {
      const answer = await person.get(`${path}/newer.json?since=${since}`, { address })
      if (answer.status !== 200) throw new Error(`The newest version was answered ${answer.status}: ${answer.text}`)
      return answer.body
    },
  }
}

/** Control: a server that applies each batch to the newest version as if nothing had happened since its base. */
function careless(app: TestApp, deckId: number, address: string): StreamServer {
  const server = honest(app, deckId, address)
  const version = async () => {
    const decks = app.services.database.read.selectFrom('decks').select('version').where('id', '=', deckId)
    return (await decks.executeTakeFirstOrThrow()).version
  }
  return {
    ...server,
    batch: async () => ({ ok: false, reason: 'save' }),
    put: async (person, deck) => {
      const answer = await server.put(person, { ...deck, version: await version() })
      return answer.status === 422 ? { status: 200, body: await server.newer(person, 0) } : answer
    },
  }
}

interface Outcome {
  readonly lost: readonly string[]
  readonly counts: StreamEditor['counts']
  readonly tokens: number
}

/**
 * Three editors on one deck's stream over a bad network, until all have saved: two tabs of its owner, and another user
 * who takes the floor and loses it.
 */
async function run(app: TestApp, seed: number, makeServer: typeof honest): Promise<Outcome> {
  const random = randomFrom(seed)
  const address = `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`
  const [owner, other] = [await app.person({ plan: 'pro' }), await app.person()]
  const deck = await makeDeck(app.services, owner.user, { slides: [1, 3, 5].map(slideOf) })
  await addCollaborator(app, deck.id, other)
  const { read, write } = app.services.database
  const server = makeServer(app, deck.id, address)
  const people: TestPerson[] = [owner, await app.signIn(owner.user), other]
  const editors = people.map((person, n) => new StreamEditor('abc'[n]!, person, server, random))
  for (const editor of editors) await editor.load()
  const handOver = (editor: StreamEditor) =>
    write.updateTable('decks').set({ editor_user_id: editor.person.user.id }).where('id', '=', deck.id).execute()
  let latest = 1
  /** Sends the versions that were made since to all, where some of them are lost or doubled. */
  const broadcast = async () => {
    const now = await read.selectFrom('decks').select('version').where('id', '=', deck.id).executeTakeFirstOrThrow()
    expect(now.version).toBeGreaterThanOrEqual(latest)
    const stored = (await batchesBetween(read, deck.id, latest, now.version)) ?? []
    const batches = stored.flatMap(({ seq, batch_id: id, user_id, ops }): Batch[] =>
      ops ? [{ seq, id, user_id, ops }] : [],
    )
    latest = now.version
    for (const editor of editors) editor.hear(batches.flatMap((batch) => sometimes(random(), batch)))
  }
  const save = async (editor: StreamEditor, network: Network, isForced: boolean) => {
    if ((await editor.save(network, isForced)) === 'not-editor') await handOver(editor)
    await broadcast()
  }
  for (let step = 0; step < steps; step++) {
    const editor = editors[Math.floor(random() * editors.length)]!
    const dice = random()
    if (dice < 0.45) editor.edit()
    else if (dice < 0.6) await editor.follow()
    else if (dice < 0.64) await handOver(editor)
    else if (dice < 0.68) await save(editor, 'lost', false)
    else if (dice < 0.72) await save(editor, 'unanswered', false)
    else if (dice < 0.76) await save(editor, 'twice', false)
    else await save(editor, 'good', random() < 0.03)
  }
  for (let round = 0; editors.some((editor) => editor.hasUnsaved()); round++) {
    if (round > 50) throw new Error(`Seed ${seed}: the editors never come to an end`)
    for (const editor of editors) {
      await handOver(editor)
      await save(editor, 'good', false)
      await editor.follow()
    }
  }
  const stored = await allStored(owner, deck.id, address)
  const tokens = editors.flatMap((editor) => [...editor.tokens])
  const lost = tokens.filter((token) => !stored.includes(token))
  if (makeServer === honest) {
    for (const editor of editors) {
      await editor.look()
      const { body } = await owner.get(`/api/v1/decks/${deck.id}/data.json`, { address })
      expect(editor.view(), `seed ${seed}, ${editor.name}`).toBe(body.data)
    }
  }
  const counts = { ...editors[0]!.counts }
  for (const editor of editors.slice(1)) {
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += editor.counts[key]
  }
  return { lost, counts, tokens: tokens.length }
}

function sometimes(dice: number, batch: Batch): Batch[] {
  if (dice < 0.1) return []
  return dice < 0.2 ? [batch, batch] : [batch]
}

/** All that the server has of a deck's content: now, and in its revisions. */
async function allStored(owner: TestPerson, deckId: number, address: string): Promise<string> {
  const path = `/api/v1/decks/${deckId}`
  const parts = [(await owner.get(`${path}/data.json`, { address })).text]
  for (let page = 1; ; page++) {
    const { body } = await owner.get(`${path}/revisions.json?page=${page}`, { address })
    for (const { id } of body.results) parts.push((await owner.get(`${path}/revisions/${id}.json`, { address })).text)
    if (page * body.per_page >= body.total) return parts.join('\n')
  }
}

describe('editors on one stream lose no edit', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp('sqlite')
  })
  afterAll(() => app.close())

  test(
    `three editors, ${seeds} runs: every edit is in the deck or in a revision, and all show the same`,
    async () => {
      const total = { tokens: 0, batches: 0, merged: 0, followed: 0, gaps: 0, conflicts: 0 }
      for (let seed = 1; seed <= seeds; seed++) {
        const { lost, counts, tokens } = await run(app, seed, honest)
        expect(lost, `seed ${seed}`).toEqual([])
        for (const key of ['batches', 'merged', 'followed', 'gaps', 'conflicts'] as const) total[key] += counts[key]
        total.tokens += tokens
      }
      if (seeds > 100) console.log(JSON.stringify(total))
      // Guards against runs in which nothing happens.
      expect(total.batches).toBeGreaterThan(seeds * 3)
      expect(total.merged).toBeGreaterThan(seeds / 4)
      expect(total.followed).toBeGreaterThan(seeds)
      expect(total.conflicts).toBeGreaterThan(seeds / 4)
      expect(total.tokens).toBeGreaterThan(seeds * 10)
    },
    30_000 + seeds * 3_000,
  )

  test('the same runs detect lost edits on a server that ignores the base of a change (control)', async () => {
    const lost: string[] = []
    for (let seed = 1; seed <= 50 && lost.length === 0; seed++) lost.push(...(await run(app, seed, careless)).lost)
    expect(lost.length).toBeGreaterThan(0)
  }, 120_000)
})
