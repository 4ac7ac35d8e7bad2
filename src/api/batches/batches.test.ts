import { beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { bareBlock } from '../../document/bare-block.ts'
import type { Block, Slides } from '../../document/deck-model.ts'
import { contentHash, newBlockId, newSlideId } from '../../document/ids.ts'
import { applyOps } from '../../document/ops/apply-ops.ts'
import type { Op } from '../../document/ops/op.ts'
import { opsBetween } from '../../document/ops/ops-between.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { singleStack } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { actorOf } from '../actor.ts'
import { acceptBatch } from './accept-batch.ts'
import { sentBatch } from './messages.ts'
import { batchesBetween, deleteOldBatches, storeBatch } from './queries.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let owner: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    owner = await app.person({ plan: 'pro' })
  })

  const textBlock = (html: string): Block => {
    const sample = blocks.find(({ type }) => type === 'text')!.defaults()
    return { id: newBlockId(), type: 'text', ...bareBlock, ...sample, props: { ...(sample.props as object), html } }
  }

  /** A deck with a text on each slide, and clients that edit it. */
  async function deckOf(...texts: string[]) {
    const slides = texts.map((html) => ({ id: newSlideId(), attributes: {}, blocks: [textBlock(html)], notes: '' }))
    const made = await makeDeck(app.services, owner.user, { slides: ['placeholder'], title: 'Streamed' })
    const path = `/api/v1/decks/${made.id}`
    const ids = slides.map(({ id }) => id)
    const changed = Object.fromEntries(slides.map((slide) => [slide.id, renderSlide(slide, blocks)]))
    const first = await owner.put(`${path}.json`, { deck: { version: 1, slides: { order: ids, changed } } })
    expect(first.status).toBe(200)
    const stored = async () => {
      const { data, version, notes } = (await owner.get(`${path}/data.json`)).body as {
        data: string
        version: number
        notes: Record<string, string>
      }
      const parsed = parseSlides(data, blocks)
      const all = Object.values(parsed.slides).map((slide) => [slide.id, { ...slide, notes: notes[slide.id] ?? '' }])
      return { deck: { ...parsed, slides: Object.fromEntries(all) } as Slides, version }
    }
    const send = async (before: Slides, after: Slides, base: number, id = newSlideId()) => {
      const hashes = Object.fromEntries(
        Object.values(after.slides)
          .filter((slide) => before.slides[slide.id] !== slide)
          .map((slide) => [slide.id, contentHash(renderSlide(slide, blocks))]),
      )
      const batch = sentBatch.parse(
        JSON.parse(JSON.stringify({ id, base, ops: opsBetween(before, after, blocks), hashes })),
      )
      return acceptBatch(app.services, made.id, { ...actorOf(owner.user), userId: owner.user.id }, batch)
    }
    return { ...made, path, ids, stored, send, start: await stored() }
  }

  const withHtml = (deck: Slides, id: string, html: string): Slides => {
    const slide = deck.slides[id]!
    const [text, ...others] = slide.blocks as [Block, ...Block[]]
    const edited = { ...slide, blocks: [{ ...text, props: { ...(text.props as object), html } }, ...others] }
    return { ...deck, slides: { ...deck.slides, [id]: edited } }
  }
  const htmlOf = (deck: Slides, id: string): unknown => (deck.slides[id]!.blocks[0]!.props as { html: string }).html

  describe('a batch', () => {
    test('is on the disk with its version when it is answered, and a repeated one writes nothing', async () => {
      const deck = await deckOf('<p>one</p>')
      const { start, ids } = deck
      const after = withHtml(start.deck, ids[0]!, '<p>one two</p>')
      const id = newSlideId()
      const answers = [await deck.send(start.deck, after, start.version, id)]
      answers.push(await deck.send(start.deck, after, start.version, id))
      for (const answer of answers) expect(answer).toMatchObject({ ok: true, seq: start.version + 1, before: [] })
      expect(await deck.stored()).toEqual({ version: start.version + 1, deck: after })
    })

    test('of a second window keeps the words of both in one text', async () => {
      const deck = await deckOf('<p>one two</p>')
      const { start, ids } = deck
      await deck.send(start.deck, withHtml(start.deck, ids[0]!, '<p>zero one two</p>'), start.version)
      const answer = await deck.send(start.deck, withHtml(start.deck, ids[0]!, '<p>one two three</p>'), start.version)
      expect(answer).toMatchObject({ ok: true, seq: start.version + 2, before: [{ seq: start.version + 1 }] })
      const now = await deck.stored()
      expect(htmlOf(now.deck, ids[0]!)).toBe('<p>zero one two three</p>')
      if (!answer.ok) throw new Error('refused')
      const followed = [...answer.before.map(({ ops }) => ops), answer.ops].reduce(
        (before, ops) => applyOps(before, ops as Op[], blocks),
        start.deck,
      )
      expect(followed).toEqual(now.deck)
    })

    test('that would lose work, or does not fit, is refused and changes nothing', async () => {
      const deck = await deckOf('<p>one</p>', '<p>two</p>')
      const { start, ids } = deck
      const [first, second] = ids as [string, string]
      const { [first]: _gone, ...others } = start.deck.slides
      const dropped: Slides = { ...start.deck, stacks: [singleStack(second)], slides: others }
      const edited = withHtml(start.deck, first, '<p>kept</p>')
      expect(await deck.send(start.deck, edited, start.version)).toMatchObject({ ok: true })
      const now = await deck.stored()
      expect(await deck.send(start.deck, dropped, start.version)).toEqual({ ok: false, reason: 'save' })
      const elsewhere = withHtml(start.deck, first, '<p>another base</p>')
      expect(await deck.send(elsewhere, start.deck, now.version)).toEqual({ ok: false, reason: 'save' })
      expect(await deck.stored()).toEqual(now)
    })

    test('that took longer than its sender waits is refused: the sender saves the same by a request', async () => {
      const { start, ids, send, stored } = await deckOf('<p>one</p>')
      const restore = overrideTimings({ batchAnswer: 0 })
      const answer = await send(start.deck, withHtml(start.deck, ids[0]!, '<p>late</p>'), start.version)
      restore()
      expect(answer).toEqual({ ok: false, reason: 'save' })
      expect(await stored()).toEqual(start)
    })

    /** A batch that waits in the network, and the request that repeats it after another window's save. */
    async function overtaken() {
      const deck = await deckOf('<p>one</p>', '<p>two</p>')
      const { start, ids, path } = deck
      const [first, second] = ids as [string, string]
      const { version } = start
      const after = withHtml(start.deck, first, '<p>one more</p>')
      const changed = { [first]: renderSlide(after.slides[first]!, blocks) }
      const id = newSlideId()
      const put = (fields: object) => owner.put(`${path}.json`, { deck: { slides: { changed }, ...fields } })
      const elsewhere = withHtml(start.deck, second, '<p>two elsewhere</p>')
      expect(await deck.send(start.deck, elsewhere, version)).toMatchObject({ ok: true, seq: version + 1 })
      const late = () => deck.send(start.deck, after, version, id)
      return { ...deck, late, put, repeat: () => put({ version, save_id: id }), id, version }
    }

    test('that arrives after its request was refused as stale writes nothing, before and after the merged save', async () => {
      const { late, put, repeat, version, stored } = await overtaken()
      const before = await stored()
      expect((await repeat()).status).toBe(409)
      expect(await late()).toEqual({ ok: false, reason: 'save' })
      expect(await stored()).toEqual(before)
      const merged = await put({ version: version + 1, save_id: newSlideId() })
      expect([merged.status, merged.body.version]).toEqual([200, version + 2])
      const now = await stored()
      expect(await late()).toEqual({ ok: false, reason: 'save' })
      expect(await stored()).toEqual(now)
    })

    test('that arrives along with its request is written or refused for both', async () => {
      for (let round = 0; round < 8; round++) {
        const { late, repeat, version, stored } = await overtaken()
        const [answer, request] = await Promise.all(round % 2 ? [late(), repeat()] : [late(), repeat(), repeat()])
        expect([200, 409]).toContain(request.status)
        expect(answer.ok).toBe(request.status === 200)
        expect((await stored()).version).toBe(version + (answer.ok ? 2 : 1))
      }
    })

    test('of another user than the editor is refused', async () => {
      const deck = await deckOf('<p>one</p>')
      const stranger = await app.person({})
      const batch = {
        id: newSlideId(),
        base: deck.start.version,
        hashes: {},
        ops: [{ kind: 'setting' as const, name: 'title', value: 'x' }],
      }
      const answer = await acceptBatch(
        app.services,
        deck.id,
        { ...actorOf(stranger.user), userId: stranger.user.id },
        batch,
      )
      expect(answer).toEqual({ ok: false, reason: 'save' })
      expect((await deck.stored()).version).toBe(deck.start.version)
    })

    test('is sanitized before it is stored and broadcast: its stored operations make the stored HTML', async () => {
      const deck = await deckOf('<p>one</p>')
      const { start, ids } = deck
      const evil = withHtml(start.deck, ids[0]!, '<p onclick="x()">one<img src="x" onerror="y()"></p>')
      const answer = await deck.send(start.deck, evil, start.version)
      expect(answer).toMatchObject({ ok: true, removed: expect.arrayContaining([expect.stringContaining('onclick')]) })
      expect(JSON.stringify(answer.ok && answer.ops)).not.toMatch(/onclick|onerror/)
      const now = await deck.stored()
      expect(applyOps(start.deck, (answer.ok ? answer.ops : []) as Op[], blocks)).toEqual(now.deck)
    })
  })

  test('a save by request is a batch of what it changed', async () => {
    const deck = await deckOf('<p>one</p>', '<p>two</p>')
    const { start, ids, path } = deck
    const after = withHtml(start.deck, ids[0]!, '<p>one more</p>')
    const slides = {
      changed: { [ids[0]!]: renderSlide(after.slides[ids[0]!]!, blocks) },
      notes: { [ids[1]!]: 'say it' },
    }
    await owner.put(`${path}.json`, { deck: { version: start.version, title: 'New', slides } })
    const [batch] = (await batchesBetween(app.services.database.read, deck.id, start.version, start.version + 1)) ?? []
    expect(batch?.ops).toEqual(
      expect.arrayContaining([
        { kind: 'setting', name: 'title', value: 'New' },
        {
          kind: 'text',
          slide: ids[0],
          block: expect.any(String),
          field: 'props.html',
          delta: [{ keep: 3 }, { put: ' more' }],
        },
        { kind: 'notes', slide: ids[1], delta: [{ put: 'say it' }] },
      ]),
    )
  })

  test('changes of large slides are not compared: it would block other requests', async () => {
    const deck = await deckOf('<p>one</p>')
    const [slide] = Object.values(deck.start.deck.slides)
    const { version } = deck.start
    for (const [at, word] of ['bees ', 'wasps '].entries()) {
      const text = word.repeat(0.55 * (limits.batch.characters / word.length))
      const long = withHtml(deck.start.deck, slide!.id, `<p>${text}</p>`)
      const changed = { [slide!.id]: renderSlide(long.slides[slide!.id]!, blocks) }
      await owner.put(`${deck.path}.json`, { deck: { version: version + at, slides: { changed } } })
    }
    const stored = await batchesBetween(app.services.database.read, deck.id, version, version + 2)
    expect(stored).toMatchObject([{ ops: expect.any(Array) }, { ops: null }])
    const now = await deck.stored()
    const noted = { ...now.deck, slides: { [slide!.id]: { ...now.deck.slides[slide!.id]!, notes: 'short' } } }
    expect(await deck.send(now.deck, noted, now.version)).toEqual({ ok: false, reason: 'save' })
    expect((await deck.stored()).version).toBe(version + 2)
  })

  test('a batch changes each part of a deck once: applying a thousand changes to one text takes seconds', () => {
    const op = { kind: 'text', slide: 'a'.repeat(32), block: 'b'.repeat(16), field: 'props.html', delta: [{ drop: 1 }] }
    const batch = { id: 'batch-01', base: 1, hashes: {} }
    expect(sentBatch.safeParse({ ...batch, ops: [op] }).success).toBe(true)
    expect(sentBatch.safeParse({ ...batch, ops: [op, op] }).success).toBe(false)
  })

  test('no request reads more versions or bytes than can be merged in passing, and the oldest are deleted', async () => {
    const { id, start } = await deckOf('<p>one</p>')
    const { read, write } = app.services.database
    const store = (seq: number, value: string) => {
      const ops: Op[] = [{ kind: 'setting', name: 'title', value }]
      return storeBatch(write, id, { seq, batch_id: newSlideId(), user_id: owner.user.id, ops }, app.services.now())
    }
    const { readVersions, readBytes, keptVersions } = limits.batch
    const first = start.version + 1
    for (let seq = first; seq <= first + readVersions; seq++) await store(seq, 'short')
    expect(await batchesBetween(read, id, first, first + readVersions)).toHaveLength(readVersions)
    expect(await batchesBetween(read, id, start.version, first + readVersions)).toBeNull()
    const large = 2_001
    for (let seq = large; seq < large + 20; seq++) await store(seq, 'x'.repeat(readBytes / 15))
    expect(await batchesBetween(read, id, large - 1, large + 9)).toHaveLength(10)
    expect(await batchesBetween(read, id, large - 1, large + 19)).toBeNull()
    await store(large - 1 + keptVersions, 'last')
    expect(await batchesBetween(read, id, first, first + 1)).toBeNull()
    expect(await batchesBetween(read, id, large - 1, large + 9)).toHaveLength(10)
  })

  test('batches older than two days are deleted', async () => {
    const deck = await deckOf('<p>one</p>')
    await app.services.database.write
      .updateTable('deck_batches')
      .set({ at: new Date(app.services.now().getTime() - 49 * 60 * 60 * 1000) })
      .where('deck_id', '=', deck.id)
      .execute()
    await deleteOldBatches(app.services.database.write, app.services.now())
    expect(await batchesBetween(app.services.database.read, deck.id, 1, deck.start.version)).toBeNull()
  })
})
