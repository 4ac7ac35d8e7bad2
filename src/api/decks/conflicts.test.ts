import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConflictEditor, type SaveServer } from '../../testing/conflict-editor.ts'
import { makeDeck } from '../../testing/factories.ts'
import { randomFrom } from '../../testing/seeded-random.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'

/** Runs of the fuzzer; long runs use 2000. */
const seeds = Number(process.env.CONFLICT_SEEDS ?? 24)
const steps = Number(process.env.CONFLICT_STEPS ?? 60)

const honest: SaveServer = (person, path, body, address) => person.put(`${path}.json`, body, { address })

/** Control: a server that accepts every save, regardless of its base version. */
const lastWriteWins: SaveServer = async (person, path, { deck }, address) => {
  const now = await person.get(`${path}.json`, { address })
  const answer = await person.put(`${path}.json`, { deck: { ...deck, version: now.body.version } }, { address })
  // Such a server would accept an order with a missing slide.
  return answer.status === 422 ? { ...answer, status: 200, body: now.body } : answer
}

interface Outcome {
  readonly lost: string[]
  readonly saves: number
  readonly merges: number
  readonly tokens: number
}

/**
 * Runs three editors on one deck over a bad network: two tabs of its owner, and another user. At the end all three
 * editors save.
 */
async function run(app: TestApp, seed: number, server: SaveServer): Promise<Outcome> {
  const random = randomFrom(seed)
  const address = `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`
  const owner = await app.person({ plan: 'pro' })
  const other = await app.person()
  const deck = await makeDeck(app.services, owner.user, { slides: ['one', 'two', 'three'] })
  const { write } = app.services.database
  await write
    .insertInto('deck_users')
    .values({
      deck_id: deck.id,
      user_id: other.user.id,
      role: 'editor',
      active: true,
      status: 'viewing',
      created_at: new Date(),
    })
    .execute()
  const secondTab = await app.signIn(owner.user)
  const editors = [owner, secondTab, other].map(
    (person, n) => new ConflictEditor('abc'[n] as string, person, deck.id, address, random),
  )
  const handOver = (editor: ConflictEditor) =>
    write.updateTable('decks').set({ editor_user_id: editor.person.user.id }).where('id', '=', deck.id).execute()
  for (const editor of editors) await editor.load()
  let [saves, merges, latest] = [0, 0, 1]
  const save = async (editor: ConflictEditor, network: Parameters<ConflictEditor['save']>[0], force: boolean) => {
    const status = await editor.save(network, server, force)
    if (status === 403) await handOver(editor)
    if (status === 409) merges++
    if (status !== 200) return
    saves++
    const now = await owner.get(`/api/v1/decks/${deck.id}.json`, { address })
    expect(now.body.version).toBeGreaterThanOrEqual(latest)
    latest = now.body.version
  }
  for (let step = 0; step < steps; step++) {
    const editor = editors[Math.floor(random() * editors.length)] as ConflictEditor
    const dice = random()
    if (dice < 0.55) editor.edit()
    else if (dice < 0.6) await handOver(editor)
    else if (dice < 0.65) await save(editor, 'lost', false)
    else if (dice < 0.7) await save(editor, 'unanswered', false)
    else if (dice < 0.75) await save(editor, 'twice', false)
    else await save(editor, 'good', random() < 0.05)
  }
  for (let round = 0; editors.some((editor) => editor.hasUnsaved()); round++) {
    if (round > 50) throw new Error('The editors never come to an end')
    for (const editor of editors) {
      await handOver(editor)
      await save(editor, 'good', false)
    }
  }
  const stored = await allStoredContent(owner, deck.id, address)
  const tokens = editors.flatMap((editor) => [...editor.tokens])
  // Each token ends with x: a1 would be found inside a12.
  const lost = tokens.filter((token) => !stored.includes(token))
  if (server === honest) {
    const last = editors.find((editor) => editor.version === latest) as ConflictEditor
    const { body } = await owner.get(`/api/v1/decks/${deck.id}/data.json`, { address })
    expect(last.view(), `seed ${seed}`).toBe(body.data)
  }
  return { lost, saves, merges, tokens: tokens.length }
}

async function allStoredContent(
  owner: Awaited<ReturnType<TestApp['person']>>,
  deckId: number,
  address: string,
): Promise<string> {
  const path = `/api/v1/decks/${deckId}`
  const parts = [(await owner.get(`${path}/data.json`, { address })).text]
  for (let page = 1; ; page++) {
    const { body } = await owner.get(`${path}/revisions.json?page=${page}`, { address })
    for (const { id } of body.results) parts.push((await owner.get(`${path}/revisions/${id}.json`, { address })).text)
    if (page * body.per_page >= body.total) return parts.join('\n')
  }
}

describe('conflicts lose no edit', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp('sqlite')
  })
  afterAll(() => app.close())

  test(
    `three editors on one deck, ${seeds} runs: every edit is in the deck or in a revision`,
    async () => {
      const total = { saves: 0, merges: 0, tokens: 0 }
      for (let seed = 1; seed <= seeds; seed++) {
        const { lost, ...counts } = await run(app, seed, honest)
        expect(lost, `seed ${seed}`).toEqual([])
        for (const key of ['saves', 'merges', 'tokens'] as const) total[key] += counts[key]
      }
      // Guards against runs in which nothing happens.
      expect(total.saves).toBeGreaterThan(seeds * 3)
      expect(total.merges).toBeGreaterThan(seeds)
      expect(total.tokens).toBeGreaterThan(seeds * 10)
    },
    30_000 + seeds * 2_000,
  )

  test('the same runs detect lost edits on a server where the last save wins (control)', async () => {
    const lost: string[] = []
    for (let seed = 1; seed <= 50 && lost.length === 0; seed++) lost.push(...(await run(app, seed, lastWriteWins)).lost)
    expect(lost.length).toBeGreaterThan(0)
  }, 120_000)
})
