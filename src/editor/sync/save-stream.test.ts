import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { opsBetween } from '../../document/ops/ops-between.ts'
import { slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { contentBetween } from '../autosave/save-content.ts'
import type { SaveRequest, SaveTransport } from '../autosave/save-transport.ts'
import { newBlock } from '../commands/new-block.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { type BatchLine, createSaveStream, type OutgoingBatch } from './save-stream.ts'

const before = testDeck([1, 2], [testSlide(1, [{ ...newBlock('text'), id: testBlock(1).id }]), testSlide(2)])
const after: Deck = setNotes(slideId(1), 'mine')(before)
const theirs: Deck = setNotes(slideId(2), 'theirs')(before)
const both: Deck = setNotes(slideId(2), 'theirs')(after)
const request: SaveRequest = {
  ...{ deckId: 7, version: 3, saveId: 'save-0001', overwrite: false },
  ...{ content: contentBetween(before, after, false), before, after },
}
const signal = new AbortController().signal

/** A saver whose batches all get this answer. `version`: in the answers to requests. */
function stream(answer: Awaited<ReturnType<BatchLine['send']>>, { open = true, version = 4 } = {}) {
  const sent: OutgoingBatch[] = []
  const requested: string[] = []
  const line: BatchLine = {
    isOpen: () => open,
    send: async (batch) => {
      sent.push(batch)
      return answer
    },
    readNewer: async () => ({ version: 5, own: true, by: null, theirs: () => both }),
  }
  const requests: SaveTransport = {
    save: async ({ saveId }) => {
      requested.push(saveId)
      return { deckId: 7, version, slug: null, cleaned: {}, removed: [] }
    },
  }
  return {
    sent,
    requested,
    save: (change = {}) => createSaveStream(line, requests).save({ ...request, ...change }, signal),
  }
}

const ops = opsBetween(before, after, blocks)
const cleaned: Deck = setNotes(slideId(1), 'min')(before)
const written = { ok: true, seq: 4, slug: null, before: [], ops, removed: [] } as const

test('a batch with the changes since its base is sent, and no request', async () => {
  const { sent, requested, save } = stream(written)
  expect(await save()).toEqual({ deckId: 7, version: 4, slug: null, cleaned: {}, removed: [] })
  expect(sent).toEqual([{ id: 'save-0001', base: 3, ops, hashes: {} }])
  expect(requested).toEqual([])
})

test('without a socket, for a new deck and for an overwrite, a request is sent', async () => {
  for (const [options, change] of [
    [{ open: false }, {}],
    [{}, { deckId: null }],
    [{}, { overwrite: true }],
  ] as const) {
    const { sent, requested, save } = stream(written, options)
    await save(change)
    expect([sent.length, requested]).toEqual([0, ['save-0001']])
  }
})

test('a batch that is refused or not answered is repeated as a request with its save id', async () => {
  for (const answer of [{ ok: false }, null] as const) {
    const { requested, save } = stream(answer)
    expect(await save()).toMatchObject({ version: 4 })
    expect(requested).toEqual(['save-0001'])
  }
})

test('what other windows changed meanwhile is in the deck of the answer', async () => {
  const other = { seq: 4, user_id: 1, ops: opsBetween(before, theirs, blocks) }
  const saved = await stream({ ...written, seq: 5, before: [other] }).save()
  expect(saved).toMatchObject({ version: 5, theirs: both, changedElsewhere: new Set([slideId(2)]) })
})

test('a batch whose answer was lost and that was written on a newer version reads that version', async () => {
  expect(await stream(null, { version: 5 }).save()).toMatchObject({ version: 5, theirs: both })
})

test('neither does a retry while the socket is closed keep this window on a version whose changes it lacks', async () => {
  expect(await stream(null, { open: false, version: 5 }).save()).toMatchObject({ version: 5, theirs: both })
})

test('notes that the server cleaned are taken from its answer, or later changes of them would not fit', async () => {
  const stored = opsBetween(before, cleaned, blocks)
  expect(await stream({ ...written, ops: stored }).save()).toMatchObject({ version: 4, theirs: cleaned })
  expect(await stream(written).save()).not.toHaveProperty('theirs')
})

test('operations that make another slide than the server has are not applied: the version is read', async () => {
  const check = { kind: 'check-slide', slide: slideId(1), hash: 'other' } as const
  expect(await stream({ ...written, ops: [...ops, check] }).save()).toMatchObject({ version: 5, theirs: both })
})
