import { expect, it } from 'vitest'
import type { Deck } from '../../../document/deck-model.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import { deleteBlocks } from '../../../editor/commands/block-commands.ts'
import { loadedMerging, loadMerging } from '../../../editor/commands/load-merging.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, setNotes, setSlideAttributes } from '../../../editor/commands/slide-commands.ts'
import { mergeVersions, withoutDeleted } from './merge-versions.ts'

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
  expect(loadedMerging()).toBe(null)
  const saved = setNotes(one, 'Saved')(base)
  const { command } = mergeVersions(saved, setNotes(one, 'Theirs')(saved), saved)
  const before = command(base)
  await loadMerging()
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
  const merged = mergeVersions(base, theirs, mine, true)
  expect(merged.hasConflicts).toBe(false)
  const deck = merged.command(mine)
  expect(notesOf(deck)).toEqual(['Theirs, mine', ''])
  expect(deck.slides[one]!.attributes).toEqual({ class: 'mine' })
})

it('a block deleted while the server cleaned it stays deleted', async () => {
  await loadMerging()
  const [block] = base.slides[one]!.blocks
  const cleaned = { ...block!, props: { ...(block!.props as object), html: '<p>Cleaned</p>' } }
  const [, ...others] = base.slides[one]!.blocks
  const theirs: Deck = {
    ...base,
    slides: { ...base.slides, [one]: { ...base.slides[one]!, blocks: [cleaned, ...others] } },
  }
  const mine = deleteBlocks(one, [block!.id])(base)
  const idsAfter = (shown: Deck) => {
    const { command } = mergeVersions(base, shown, mine, true)
    return command(mine).slides[one]!.blocks.map(({ id }) => id)
  }
  expect(idsAfter(theirs)).toContain(block!.id)
  expect(idsAfter(withoutDeleted(base, theirs, mine))).toEqual(others.map(({ id }) => id))
})
