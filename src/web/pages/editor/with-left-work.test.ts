import { describe, expect, it } from 'vitest'
import { blocks } from '../../../blocks/index.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import type { Deck, Slide } from '../../../document/types.ts'
import { contentBetween } from '../../../editor/autosave/save-content.ts'
import { addSlides, deleteSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import type { LeftWork } from '../../../editor/journal/recover.ts'
import { holdsLeftWork, withLeftWork } from './with-left-work.ts'

/** What a tab that went from `before` to `after` and was killed left behind. */
function leftBy(before: Deck, after: Deck): LeftWork {
  const { changed, notes, structure = null, settings } = contentBetween(before, after, false)
  const gone = Object.values(before.slides).filter((slide) => !after.slides[slide.id])
  const deleted = Object.fromEntries(
    gone.map((slide) => [slide.id, { html: renderSlide(slide, blocks), notes: slide.notes }]),
  )
  const ids = new Set([...Object.keys(changed), ...Object.keys(notes)])
  const slides = [...ids].map((id) => [id, { html: changed[id] ?? null, notes: notes[id] ?? null }] as const)
  const head = { key: 'tab', deckId: 7, userId: 1, baseVersion: 3, structure, settings, changedAt: 0 }
  return { head, slides: Object.fromEntries(slides), deleted }
}

function add(deck: Deck, slide: Slide, side: 'right' | 'below' = 'right'): Deck {
  return addSlides([slide], { side, of: slideIds(deck)[0]! })(deck)
}

describe('restored work takes nothing away that somebody else saved since', () => {
  it('keeps the slides that both sides added', () => {
    const base = newDeck()
    const [mine, theirs] = [newSlide(), newSlide()]
    const current = add(base, theirs)
    const restored = withLeftWork(leftBy(base, add(base, mine)), current, 4)
    expect(slideIds(restored)).toEqual(expect.arrayContaining([...slideIds(base), mine.id, theirs.id]))
  })

  it('keeps a changed slide whose neighbor in the stack they deleted', () => {
    const [kept, gone, moved] = [newSlide(), newSlide(), newSlide()]
    const base = add(add(newDeck(), kept, 'below'), gone, 'below')
    const changed = add(setNotes(kept.id, 'Mine')(base), moved)
    const current = deleteSlides([gone.id])(base)
    const restored = withLeftWork(leftBy(base, changed), current, 4)
    expect(slideIds(restored)).toEqual(expect.arrayContaining([slideIds(base)[0], kept.id, moved.id]))
    expect(Object.values(restored.slides).map((slide) => slide.notes)).toContain('Mine')
  })

  it('keeps both forms of a slide that both changed', () => {
    const base = newDeck()
    const id = slideIds(base)[0]!
    const restored = withLeftWork(leftBy(base, setNotes(id, 'Mine')(base)), setNotes(id, 'Theirs')(base), 4)
    expect(Object.values(restored.slides).map((slide) => slide.notes)).toEqual(['Theirs', 'Mine'])
  })

  it('deletes again what it had deleted, as long as nobody has changed that slide since', () => {
    const [gone, changed, theirs] = [newSlide(), newSlide(), newSlide()]
    const base = add(add(newDeck(), gone), changed)
    const work = leftBy(base, deleteSlides([gone.id, changed.id])(base))
    const current = add(setNotes(changed.id, 'Theirs')(base), theirs)
    const restored = withLeftWork(work, current, 4)
    expect(slideIds(restored).sort()).toEqual([slideIds(base)[0]!, changed.id, theirs.id].sort())
    expect(restored.slides[changed.id]?.notes).toBe('Theirs')
    expect(holdsLeftWork(work, current, 4)).toBe(false)
    expect(holdsLeftWork(work, restored, 5)).toBe(true)
    // A journal of an earlier program does not say what was deleted: then nothing is.
    expect(slideIds(withLeftWork({ ...work, deleted: {} }, current, 4))).toContain(gone.id)
  })

  it('is not offered when the deck holds it already', () => {
    const base = newDeck()
    const changed = setNotes(slideIds(base)[0]!, 'Mine')(base)
    expect(holdsLeftWork(leftBy(base, changed), changed, 4)).toBe(true)
    expect(holdsLeftWork(leftBy(base, changed), base, 3)).toBe(false)
  })
})
