import { describe, expect, it } from 'vitest'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import type { Deck, Slide } from '../../../document/types.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, deleteSlides, setNotes, setSlideAttributes } from '../../../editor/commands/slide-commands.ts'
import type { LeftWork } from '../../../editor/journal/recover.ts'
import { byEarlierProgram, leftWork } from '../../../testing/left-work.ts'
import { holdsLeftWork, joinLeftWork } from './join-left-work.ts'

function add(deck: Deck, slide: Slide, side: 'right' | 'below' = 'right'): Deck {
  return addSlides([slide], { side, of: slideIds(deck)[0]! })(deck)
}

const notesOf = (deck: Deck) => slideIds(deck).map((id) => deck.slides[id]!.notes)

/** Work as it is kept now, and as an earlier program kept it. */
function bothForms(before: Deck, after: Deck): readonly LeftWork[] {
  const work = leftWork(before, after)
  return [work, byEarlierProgram(work, after)]
}

describe('restored work takes nothing away that somebody else saved since', () => {
  it('keeps the slides that both sides added', () => {
    const base = newDeck()
    const [mine, theirs] = [newSlide(), newSlide()]
    const current = add(base, theirs)
    for (const work of bothForms(base, add(base, mine))) {
      const { deck, clashes } = joinLeftWork(work, current, 4)
      expect(slideIds(deck).sort()).toEqual([...slideIds(base), mine.id, theirs.id].sort())
      expect(clashes).toBe(false)
    }
  })

  it('keeps a changed slide whose neighbor in the stack they deleted', () => {
    const [kept, gone, moved] = [newSlide(), newSlide(), newSlide()]
    const base = add(add(newDeck(), kept, 'below'), gone, 'below')
    const changed = add(setNotes(kept.id, 'Mine')(base), moved)
    const current = deleteSlides([gone.id])(base)
    for (const work of bothForms(base, changed)) {
      const { deck } = joinLeftWork(work, current, 4)
      expect(slideIds(deck)).toEqual(expect.arrayContaining([slideIds(base)[0], kept.id, moved.id]))
      expect(notesOf(deck)).toContain('Mine')
    }
  })

  it('keeps a changed slide that they deleted', () => {
    const slide = newSlide()
    const base = add(newDeck(), slide)
    const current = deleteSlides([slide.id])(base)
    const changed = setSlideAttributes(slide.id, { 'data-name': 'Mine' })(base)
    for (const work of bothForms(base, changed)) {
      expect(joinLeftWork(work, current, 4).deck.slides[slide.id]?.attributes).toEqual({ 'data-name': 'Mine' })
    }
    // Notes alone are no slide: an earlier program kept nothing that they could be of.
    expect(notesOf(joinLeftWork(leftWork(base, setNotes(slide.id, 'Mine')(base)), current, 4).deck)).toContain('Mine')
  })

  it('keeps both forms of a slide that both changed', () => {
    const base = newDeck()
    const id = slideIds(base)[0]!
    for (const work of bothForms(base, setNotes(id, 'Mine')(base))) {
      const { deck, clashes } = joinLeftWork(work, setNotes(id, 'Theirs')(base), 4)
      expect(notesOf(deck)).toEqual(['Theirs', 'Mine'])
      expect(clashes).toBe(true)
    }
  })

  it('deletes again what it had deleted, as long as nobody has changed that slide since', () => {
    const [gone, changed, theirs] = [newSlide(), newSlide(), newSlide()]
    const base = add(add(newDeck(), gone), changed)
    const current = add(setNotes(changed.id, 'Theirs')(base), theirs)
    for (const work of bothForms(base, deleteSlides([gone.id, changed.id])(base))) {
      const joined = joinLeftWork(work, current, 4)
      expect(slideIds(joined.deck).sort()).toEqual([slideIds(base)[0]!, changed.id, theirs.id].sort())
      expect(joined.deck.slides[changed.id]?.notes).toBe('Theirs')
      expect(holdsLeftWork(work, current, joined)).toBe(false)
      expect(holdsLeftWork(work, joined.deck, joinLeftWork(work, joined.deck, 5))).toBe(true)
    }
    const [, work] = bothForms(base, deleteSlides([gone.id])(base))
    // A journal of a still earlier program does not say what was deleted: then nothing is.
    expect(slideIds(joinLeftWork({ ...work!, base: {} }, current, 4).deck)).toContain(gone.id)
  })

  it('is not offered when the deck holds it already', () => {
    const base = newDeck()
    const changed = setNotes(slideIds(base)[0]!, 'Mine')(base)
    for (const work of bothForms(base, changed)) {
      expect(holdsLeftWork(work, changed, joinLeftWork(work, changed, 4))).toBe(true)
      expect(holdsLeftWork(work, base, joinLeftWork(work, base, 3))).toBe(false)
    }
  })
})

describe('work that is kept with its base is joined like a save that was refused', () => {
  const base = add(add(newDeck(), newSlide()), newSlide())
  const [one, two, three] = slideIds(base) as [string, string, string]
  const join = (mine: Deck, theirs: Deck) => joinLeftWork(leftWork(base, mine), theirs, 4)

  it('takes each setting from the side that changed it', () => {
    const mine = setSettings({ title: 'Mine', rtl: true })(base)
    const theirs = setSettings({ description: 'Theirs', transition: 'zoom' })(base)
    const { deck, clashes } = join(mine, theirs)
    expect(deck.settings).toEqual({ ...theirs.settings, title: 'Mine', rtl: true })
    expect(clashes).toBe(false)
  })

  it('is a clash where both changed a setting, unless to the same', () => {
    const mine = setSettings({ title: 'Mine' })(base)
    expect(join(mine, setSettings({ title: 'Theirs' })(base)).clashes).toBe(true)
    expect(join(mine, setSettings({ title: 'Mine', rtl: true })(base)).clashes).toBe(false)
    // Put back where it was: the work changed nothing of it.
    expect(join(setNotes(one, 'Mine')(base), setSettings({ title: 'Theirs' })(base)).clashes).toBe(false)
  })

  it('joins notes and content of one slide, and the places of two', () => {
    const mine = setNotes(one, 'Mine')(base)
    const theirs = setSlideAttributes(one, { 'data-name': 'Theirs' })(base)
    const { deck, clashes } = join(mine, theirs)
    expect(clashes).toBe(false)
    expect(deck.slides[one]).toMatchObject({ notes: 'Mine', attributes: { 'data-name': 'Theirs' } })
    const [first, second, third] = base.stacks as [Deck['stacks'][0], Deck['stacks'][0], Deck['stacks'][0]]
    const moved = join({ ...setNotes(three, 'Mine')(base) }, { ...base, stacks: [second, first, third] }).deck
    expect(slideIds(moved)).toEqual([two, one, three])
    const added = newSlide()
    const beside = join(addSlides([added], { side: 'right', of: three })(base), {
      ...base,
      stacks: [second, first, third],
    })
    expect(slideIds(beside.deck)).toEqual([two, one, three, added.id])
  })

  it('tells what its window held, so that the conflict can be met again', () => {
    const mine = setNotes(one, 'Mine')(base)
    const theirs = setNotes(two, 'Theirs')(setNotes(one, 'Theirs')(base))
    const { lost } = join(mine, theirs)
    expect(lost?.version).toBe(3)
    expect([lost!.base, lost!.mine].map((deck) => deck.slides[one]!.notes)).toEqual(['', 'Mine'])
    // What the work left alone is as it is now: it is theirs in any case.
    expect(lost!.mine.slides[two]).toBe(theirs.slides[two])
  })
})

it('where an earlier program kept no base, a setting that is different now is a clash', () => {
  const base = newDeck()
  const mine = setSettings({ title: 'Mine' })(base)
  const work = byEarlierProgram(leftWork(base, mine), mine)
  expect(joinLeftWork(work, setSettings({ title: 'Theirs' })(base), 4)).toMatchObject({ clashes: true, lost: null })
  expect(joinLeftWork(work, setSettings({ title: 'Mine', rtl: true })(base), 4).clashes).toBe(false)
})
