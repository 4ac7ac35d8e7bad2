import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Block, Deck } from '../../../document/deck-model.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import { loadMerging } from '../../../editor/commands/load-merging.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, deleteSlides, setNotes, setSlideAttributes } from '../../../editor/commands/slide-commands.ts'
import { arbitraryEdit, commandOf, connectedDeck, type Edit } from '../../../testing/arbitrary-edits.ts'
import { mergeVersions } from './merge-versions.ts'

const first = newDeck()
const base: Deck = addSlides([newSlide()], { side: 'right', of: slideIds(first)[0]! })(first)
const [one, two] = slideIds(base) as [string, string]
const notesOf = (deck: Deck) => slideIds(deck).map((id) => deck.slides[id]!.notes)

it('changes to different slides and settings merge without a conflict', () => {
  const theirs = setSettings({ title: 'Theirs' })(setNotes(one, 'Theirs')(base))
  const mine = setSettings({ rtl: true })(setNotes(two, 'Mine')(base))
  const merged = mergeVersions(base, theirs, mine)
  expect(merged).toMatchObject({ hasConflicts: false, conflictingSlides: [], conflictingSettings: [] })
  const deck = merged.command(mine)
  expect(notesOf(deck)).toEqual(['Theirs', 'Mine'])
  expect(deck.settings).toMatchObject({ title: 'Theirs', rtl: true })
})

it('a slide or setting changed by both versions is a conflict, and the slide is kept twice', () => {
  const theirs = setNotes(one, 'Theirs')(base)
  const mine = setNotes(one, 'Mine')(base)
  const merged = mergeVersions(base, theirs, mine)
  expect(merged).toMatchObject({ hasConflicts: true, conflictingSlides: [one], conflictingSettings: [] })
  expect(notesOf(merged.command(mine))).toEqual(['Theirs', 'Mine', ''])
  const [theirTitle, myTitle] = ['Theirs', 'Mine'].map((title) => setSettings({ title })(base)) as [Deck, Deck]
  expect(mergeVersions(base, theirTitle, myTitle)).toMatchObject({
    hasConflicts: true,
    conflictingSlides: [],
    conflictingSettings: ['title'],
  })
  expect(mergeVersions(base, theirTitle, setSettings({ title: 'Theirs' })(base)).hasConflicts).toBe(false)
})

it('without unsaved changes the deck becomes the other version itself', () => {
  const theirs = setNotes(one, 'Theirs')(base)
  const merged = mergeVersions(base, theirs, base)
  expect(merged.hasConflicts).toBe(false)
  expect(merged.command(base)).toBe(theirs)
})

it('a command of history gives the same deck after the merge by blocks is loaded', async () => {
  // Other tests share the modules, and have loaded it.
  vi.resetModules()
  const fresh = {
    ...(await import('../../../editor/commands/load-merging.ts')),
    ...(await import('./merge-versions.ts')),
  }
  expect(fresh.loadedMerging()).toBe(null)
  const saved = setNotes(one, 'Saved')(base)
  const { command } = fresh.mergeVersions(saved, setNotes(one, 'Theirs')(saved), saved)
  const before = command(base)
  await fresh.loadMerging()
  expect(notesOf(command(base))).toEqual(notesOf(before))
})

it('undo keeps the other version’s changes of the same slide, and adds no copy of the slide', async () => {
  await loadMerging()
  const theirs = setNotes(one, 'Saved, and theirs')(setNotes(two, 'Theirs')(base))
  const saved = setNotes(one, 'Saved')(base)
  const before = setSlideAttributes(one, { 'data-state': 'mine' })(saved)
  const { command, hasConflicts } = mergeVersions(saved, theirs, saved)
  expect(hasConflicts).toBe(false)
  const deck = command(before)
  expect(notesOf(deck)).toEqual(['Saved, and theirs', 'Theirs'])
  expect(deck.slides[one]!.attributes).toMatchObject({ 'data-state': 'mine' })
})

it('merged by blocks, a slide changed by both versions keeps the words of both, without a conflict', async () => {
  await loadMerging()
  const theirs = setSlideAttributes(one, { class: 'theirs' })(setNotes(one, 'Theirs, ')(base))
  const mine = setSlideAttributes(one, { class: 'mine' })(setNotes(one, 'mine')(base))
  const merged = mergeVersions(base, theirs, mine, { byBlocks: true })
  expect(merged.hasConflicts).toBe(false)
  const deck = merged.command(mine)
  expect(notesOf(deck)).toEqual(['Theirs, mine', ''])
  expect(deck.slides[one]!.attributes).toEqual({ class: 'mine' })
})

/** A deck as the server stores it: every text on slides that `isCleaned` chooses has other markup. */
function cleanedBy(isCleaned: (index: number) => boolean, sent: Deck): Deck {
  const cleanedBlock = (block: Block): Block =>
    block.type === 'text' ? { ...block, props: { ...(block.props as object), html: '<p>Cleaned</p>' } } : block
  const slides = Object.entries(sent.slides).map(([id, slide], index) => {
    const isSame = !isCleaned(index)
    return [id, isSame ? slide : { ...slide, blocks: slide.blocks.map(cleanedBlock) }] as const
  })
  return { ...sent, slides: Object.fromEntries(slides) }
}

/** Which slides and blocks a deck has, and where. */
const shapeOf = ({ stacks, slides }: Deck) =>
  stacks.map((stack) => stack.slides.map((id) => [id, slides[id]!.blocks.map((block) => block.id)]))

it('what is deleted, moved or added while the server cleans a save stays so, also in states that undo returns to', async () => {
  await loadMerging()
  // Texts that both sides changed are merged in a browser only.
  const edits = arbitraryEdit.filter(({ kind }) => kind !== 'merge' && kind !== 'type')
  fc.assert(
    fc.property(
      fc.array(edits, { maxLength: 4 }),
      fc.array(edits, { minLength: 1, maxLength: 4 }),
      fc.nat(31),
      (earlier, later, cleaned) => {
        let fresh = 100
        const states = (from: Deck, all: readonly Edit[]): Deck[] => {
          const decks = [from]
          for (const edit of all) decks.push(commandOf(edit, decks.at(-1)!, fresh++)(decks.at(-1)!))
          return decks
        }
        const before = states(connectedDeck(), earlier)
        const sent = before.at(-1)!
        const after = states(sent, later)
        const theirs = cleanedBy((index) => (cleaned & (1 << (index % 5))) !== 0, sent)
        const merged = mergeVersions(sent, theirs, after.at(-1)!, { byBlocks: true, changedElsewhere: new Set() })
        expect(merged.hasConflicts).toBe(false)
        expect(merged.command(sent)).toBe(theirs)
        for (const state of [...before, ...after]) expect(shapeOf(merged.command(state))).toEqual(shapeOf(state))
        const last = after.at(-1)!
        for (const id of slideIds(last)) {
          if (last.slides[id] === sent.slides[id]) expect(merged.command(last).slides[id]).toEqual(theirs.slides[id])
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('a deleted slide that another window changed meanwhile comes back; one that the server only cleaned does not', async () => {
  await loadMerging()
  const theirs = cleanedBy(() => true, base)
  const mine = deleteSlides([one])(base)
  const idsAfter = (changedElsewhere: ReadonlySet<string>) =>
    slideIds(mergeVersions(base, theirs, mine, { byBlocks: true, changedElsewhere }).command(mine))
  expect(idsAfter(new Set([one]))).toEqual([one, two])
  expect(idsAfter(new Set([two]))).toEqual([two])
})
