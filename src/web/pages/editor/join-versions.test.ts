import { expect, it } from 'vitest'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import type { Deck } from '../../../document/types.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import { joinVersions } from './join-versions.ts'

const first = newDeck()
const base: Deck = addSlides([newSlide()], { side: 'right', of: slideIds(first)[0]! })(first)
const [one, two] = slideIds(base) as [string, string]
const notesOf = (deck: Deck) => slideIds(deck).map((id) => deck.slides[id]!.notes)

it('changes to different slides and settings join without a clash', () => {
  const theirs = setSettings({ title: 'Theirs' })(setNotes(one, 'Theirs')(base))
  const mine = setSettings({ rtl: true })(setNotes(two, 'Mine')(base))
  const joined = joinVersions(base, theirs, mine)
  expect(joined).toMatchObject({ clashes: false, copies: 0 })
  const deck = joined.command(mine)
  expect(notesOf(deck)).toEqual(['Theirs', 'Mine'])
  expect(deck.settings).toMatchObject({ title: 'Theirs', rtl: true })
})

it('a slide or a setting that both changed is a clash, and the slide stands twice', () => {
  const theirs = setNotes(one, 'Theirs')(base)
  const mine = setNotes(one, 'Mine')(base)
  const joined = joinVersions(base, theirs, mine)
  expect(joined).toMatchObject({ clashes: true, copies: 1 })
  expect(notesOf(joined.command(mine))).toEqual(['Theirs', 'Mine', ''])
  const [theirTitle, myTitle] = ['Theirs', 'Mine'].map((title) => setSettings({ title })(base)) as [Deck, Deck]
  expect(joinVersions(base, theirTitle, myTitle)).toMatchObject({ clashes: true, copies: 0 })
  expect(joinVersions(base, theirTitle, setSettings({ title: 'Theirs' })(base)).clashes).toBe(false)
})

it('where nothing is unsaved the deck becomes the very same as theirs', () => {
  const theirs = setNotes(one, 'Theirs')(base)
  const joined = joinVersions(base, theirs, base)
  expect(joined.clashes).toBe(false)
  expect(joined.command(base)).toBe(theirs)
})
