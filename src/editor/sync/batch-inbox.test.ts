import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { mergeSlides } from '../../document/merge-slides.ts'
import { opsBetween } from '../../document/ops/ops-between.ts'
import { slideIds } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import { slideId, testDeck } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createSaver } from '../autosave/create-saver.ts'
import { SaveError } from '../autosave/save-transport.ts'
import type { Command } from '../commands/command.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { createEditor } from '../state/editor.ts'
import { BatchInbox } from './batch-inbox.ts'

const deck = testDeck([1, 2])
const first: Deck = setNotes(slideId(1), 'one')(deck)
const second: Deck = setNotes(slideId(2), 'two')(first)
const batches = [
  { seq: 4, user_id: 1, ops: opsBetween(deck, first, blocks) },
  { seq: 5, user_id: 1, ops: opsBetween(first, second, blocks) },
]

function open(merge: Command = () => second) {
  const editor = createEditor({ deck, services: recordedServices() })
  const transport = { save: () => new Promise<never>(() => {}) }
  const saver = createSaver({ editor, transport, from: { deckId: 7, version: 3, deck }, autosave: false })
  const gaps: number[] = []
  const inbox = new BatchInbox({
    ...{ model: editor.model, saver, userId: 1 },
    onNewer: ({ version, theirs }) => saver.takeNewer(version, theirs(saver.savedPoint().deck), merge),
    onGap: (version) => gaps.push(version),
  })
  return { editor, saver, inbox, gaps }
}

test('batches are applied in the order of their versions', () => {
  const { editor, saver, inbox } = open()
  inbox.receive(batches.toReversed())
  expect(saver.savedPoint().version).toBe(5)
  expect(editor.model.getState().deck).toEqual(second)
})

test('a missing batch, or one that does not fit, is a gap', () => {
  const { saver, inbox, gaps } = open()
  inbox.receive(batches.slice(1))
  const odd = [{ kind: 'notes', slide: slideId(1), delta: [{ drop: 9 }] }] as const
  inbox.receive([{ seq: 4, user_id: 1, ops: odd }])
  expect([saver.savedPoint().version, gaps]).toEqual([3, [5, 4]])
})

test('of more batches than are read at once, the last ones are kept: the version is read another way', () => {
  const { editor, saver, inbox, gaps } = open()
  editor.model.show({ gesture: 'move' } as never)
  const count = limits.batch.readVersions + 1
  for (let n = 0; n < count; n++) inbox.receive([{ seq: 4 + n, user_id: 1, ops: [] }])
  editor.model.show({ gesture: null })
  expect([saver.savedPoint().version, gaps]).toEqual([3, [3 + count]])
})

test('a batch that cannot be merged leaves a gap, and does not end the stream', () => {
  const { saver, inbox, gaps } = open(() => {
    throw new Error('no merge')
  })
  expect(() => inbox.receive(batches.slice(0, 1))).toThrow('no merge')
  inbox.receive(batches.slice(1))
  expect([saver.savedPoint().version, gaps]).toEqual([3, [5]])
})

test('a batch waits for the end of a gesture', () => {
  const { editor, saver, inbox } = open()
  editor.model.show({ gesture: 'move' } as never)
  inbox.receive(batches)
  expect(saver.savedPoint().version).toBe(3)
  editor.model.show({ gesture: null })
  expect(saver.savedPoint().version).toBe(5)
})

test('a batch that waited for the answer to a conflict is merged with a deck that has the answer', async () => {
  const answered = setNotes(slideId(1), 'one two')(first)
  const editor = createEditor({ deck, services: recordedServices() })
  const conflict = { kind: 'conflict', version: 4, own: true, by: null, theirs: () => first } as const
  const transport = { save: () => Promise.reject(new SaveError(conflict)) }
  const saver = createSaver({ editor, transport, from: { deckId: 7, version: 3, deck }, autosave: false })
  const keepBoth = (version: number, theirs: Deck) => {
    const { deck: base } = saver.savedPoint()
    saver.takeNewer(version, theirs, (mine) => ({
      ...mergeSlides(base, theirs, mine, blocks).slides,
      settings: mine.settings,
    }))
  }
  const inbox = new BatchInbox({
    ...{ model: editor.model, saver, userId: 1 },
    onNewer: ({ version, theirs }) => keepBoth(version, theirs(saver.savedPoint().deck)),
    onGap: () => undefined,
  })
  editor.model.apply(setNotes(slideId(1), 'mine'), { undo: 'step', label: 'Notes' })
  await saver.saveNow()
  inbox.receive([{ seq: 5, user_id: 1, ops: opsBetween(first, answered, blocks) }])
  expect([saver.state().kind, saver.savedPoint().version]).toEqual(['conflict', 3])
  keepBoth(4, first)
  const { stacks, slides } = editor.model.getState().deck
  const notes = slideIds({ stacks, after: '' }).map((id) => slides[id]!.notes)
  expect([saver.savedPoint().version, notes]).toEqual([5, ['one two', 'mine', '']])
})
