import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { newSlideId } from '../../document/ids.ts'
import { slideOpsBetween } from '../../document/ops/slide-ops.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { newBlock } from '../../editor/commands/new-block.ts'
import { blockId, testSlide } from '../../testing/editor-decks.ts'
import { addCollaborator } from '../../testing/editor-socket.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { BatchHandler } from './take-batch.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ')
const inner = (text: string) => {
  const slide = testSlide(1, [{ ...newBlock('text', { html: `<p>${text}</p>` }), id: blockId(1) }])
  return /^<section[^>]*>([\s\S]*)<\/section>$/.exec(renderSlide(slide, blocks))?.[1] ?? ''
}

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  let handler: BatchHandler
  let deckId: number
  /** The slide with a number of words. */
  let typed: (count: number) => Slide
  beforeAll(async () => {
    app = await makeApp()
  })
  beforeEach(async () => {
    owner = await app.person({ plan: 'pro' })
    const made = await makeDeck(app.services, owner.user, { slides: [inner(words(1))], collaborative: true })
    deckId = made.id
    typed = (count) => parseSlide(`<section data-id="${made.slideIds[0]}">${inner(words(count))}</section>`, blocks)
    handler = new BatchHandler(app.services)
  })

  /** A page of a person in the deck, who types: returns what sends another word after a number of words. */
  async function page({ user }: TestPerson) {
    const sessions = app.services.database.read.selectFrom('sessions').select('id_hash')
    const { id_hash } = await sessions.where('user_id', '=', user.id).executeTakeFirstOrThrow()
    const member = { deckId, userId: user.id, session: id_hash, link: null }
    return (base: number, count = base) => {
      const ops = slideOpsBetween(typed(count), typed(count + 1), blocks)
      return handler.take(member, { id: newSlideId(), base, ops, hashes: {} }, () => {})
    }
  }

  const write = () => app.services.database.write
  const deck = (changes: object) => write().updateTable('decks').set(changes).where('id', '=', deckId).execute()
  const role = (user: TestPerson['user'], changes: object) =>
    write().updateTable('deck_users').set(changes).where('user_id', '=', user.id).execute()
  const sessionsOf = ({ id }: TestPerson['user']) => write().deleteFrom('sessions').where('user_id', '=', id).execute()
  type Taking = (user: TestPerson['user']) => Promise<unknown>

  const fromAll: Readonly<Record<string, Taking>> = {
    'the session is ended': sessionsOf,
    'the user is suspended': ({ id }) =>
      write().updateTable('users').set({ active: false }).where('id', '=', id).execute(),
    'the deck is in the trash': () => deck({ trashed_at: new Date() }),
    'the deck is suspended': () => deck({ suspended_at: new Date() }),
    'another user edits': async () => deck({ editor_user_id: (await app.person()).user.id }),
    'the deck is deleted': () => write().deleteFrom('decks').where('id', '=', deckId).execute(),
  }
  const fromEditors: Readonly<Record<string, Taking>> = {
    'the editor became a viewer': (user) => role(user, { role: 'viewer' }),
    'the editor was removed': (user) => role(user, { active: false }),
    'the owner is suspended': () =>
      write().updateTable('users').set({ active: false }).where('id', '=', owner.user.id).execute(),
  }

  test.each(Object.entries(fromAll))('a batch after others is refused once %s: the owner’s', async (_, take) => {
    const send = await page(owner)
    for (const base of [1, 2, 3]) expect(await send(base)).toMatchObject({ ok: true, seq: base + 1 })
    await take(owner.user)
    expect(await send(4)).toEqual({ ok: false, reason: 'save' })
  })

  const ways = Object.entries({ ...fromAll, ...fromEditors })
  test.each(ways)('a batch after others is refused once %s: an editor’s', async (_, take) => {
    const editor = await app.person()
    await addCollaborator(app, deckId, editor, 'editor')
    await deck({ editor_user_id: editor.user.id })
    const send = await page(editor)
    for (const base of [1, 2, 3]) expect(await send(base)).toMatchObject({ ok: true, seq: base + 1 })
    await take(editor.user)
    expect(await send(4)).toEqual({ ok: false, reason: 'save' })
  })

  test('a batch after others is refused once the session has expired', async () => {
    const send = await page(owner)
    for (const base of [1, 2]) expect(await send(base)).toMatchObject({ ok: true })
    const soon = new Date(app.services.now().getTime() + 5 * 60_000)
    await write().updateTable('sessions').set({ expires_at: soon }).where('user_id', '=', owner.user.id).execute()
    expect(await send(3)).toMatchObject({ ok: true })
    app.advance(6 * 60_000)
    expect(await send(4)).toEqual({ ok: false, reason: 'save' })
  })

  /** Whether who writes was read while something was done. */
  async function reads(work: () => Promise<unknown>): Promise<boolean> {
    const spy = vi.spyOn(app.services.database.read, 'executeQuery')
    await work()
    const queries = spy.mock.calls.map(([query]) => (query as { sql: string }).sql)
    spy.mockRestore()
    return queries.some((text) => text.includes('"sessions"'))
  }

  test('who writes is read for the first of several batches only, and again after a rest', async () => {
    const send = await page(owner)
    const nobodyTells = app.services.database.permissionVersion() === null
    const readsFor = (base: number) => reads(async () => expect(await send(base)).toMatchObject({ ok: true }))
    const present = new Set([owner.user.id])
    expect([await readsFor(1), await readsFor(2)]).toEqual([true, nobodyTells])
    handler.forget(present)
    expect(await readsFor(3)).toBe(nobodyTells)
    handler.forget(present)
    handler.forget(present)
    expect([await readsFor(4), await readsFor(5)]).toEqual([true, nobodyTells])
  })

  test('batches of a user’s two windows and requests go on beside each other', async () => {
    const [one, other] = [await page(owner), await page(owner)]
    expect(await one(1)).toMatchObject({ ok: true, seq: 2 })
    expect(await other(2)).toMatchObject({ ok: true, seq: 3 })
    expect(await one(3)).toMatchObject({ ok: true, seq: 4 })
    const saved = await owner.put(`/api/v1/decks/${deckId}.json`, { deck: { version: 4, description: 'Between' } })
    expect(saved.status).toBe(200)
    const later = [await other(5, 4), await other(6, 5)]
    expect(later).toMatchObject([
      { ok: true, seq: 6 },
      { ok: true, seq: 7 },
    ])
    const slides = await app.services.database.read
      .selectFrom('deck_slides')
      .select(['since', 'until', 'html'])
      .where('deck_id', '=', deckId)
      .orderBy('since')
      .execute()
    expect(slides.map(({ since, until }) => [since, until])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 6],
      [6, 7],
      [7, null],
    ])
    expect(slides.at(-1)?.html).toContain(words(6))
  })
})
