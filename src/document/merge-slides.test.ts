import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { arbitrarySlides } from '../testing/arbitrary-deck.ts'
import { checkDeck } from './check-deck.ts'
import type { Block, Slide, SlideId, Slides } from './deck-model.ts'
import { newBlockId, newSlideId } from './ids.ts'
import { conflictName, createMerger, mergeSlides } from './merge-slides.ts'
import { newSlide } from './new-slide.ts'
import { renderSlide } from './render-slide.ts'
import { orderOf, singleStack, slideIds, structureFromOrder, structureOf, verticalStack } from './structure.ts'

/** A random edit; the numbers choose its target. */
interface Edit {
  readonly kind: 'draw' | 'note' | 'background' | 'add' | 'delete' | 'move' | 'stack'
  readonly at: number
  readonly to: number
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom<Edit['kind']>('draw', 'note', 'background', 'add', 'delete', 'move', 'stack'),
    at: fc.nat(30),
    to: fc.nat(30),
  }),
  { maxLength: 6 },
)

const seeded = { seed: 20_300_403, numRuns: 300 }

describe('two users who changed the same deck', () => {
  test('end with a valid deck', () => {
    each((base, theirs, mine) => {
      expect(checkDeck(mergeSlides(base, theirs, mine, blocks).slides)).toEqual([])
    })
  })

  test('keep everything that either user drew, wrote or added', () => {
    each((base, theirs, mine) => {
      const merged = mergeSlides(base, theirs, mine, blocks).slides
      const everything = contentsOf(merged)
      for (const side of [theirs, mine]) {
        for (const [id, slide] of Object.entries(side.slides)) {
          const old = base.slides[id]
          if (old && contentOf(old) === contentOf(slide)) continue
          // A merged slide may have one user's notes and the other's drawing, so each is looked for in the whole deck.
          if (old?.notes !== slide.notes) expect(everything.notes).toContain(slide.notes)
          if (!old || markupOf(old) !== markupOf(slide)) expect(everything.markup).toContain(markupOf(slide))
        }
      }
    })
  })

  test('lose a slide that one user deleted and the other did not change', () => {
    each((base, theirs, mine) => {
      const merged = mergeSlides(base, theirs, mine, blocks).slides
      const oneGone = (a: Slides, b: Slides, id: SlideId): boolean =>
        !a.slides[id] && (!b.slides[id] || contentOf(b.slides[id]) === contentOf(base.slides[id]!))
      for (const id of Object.keys(base.slides)) {
        const deleted = oneGone(theirs, mine, id) || oneGone(mine, theirs, id)
        if (deleted && merged !== theirs) expect(merged.slides[id]).toBeUndefined()
      }
    })
  })

  test('get the changed version unmerged if only one user changed the deck', () => {
    each((base, theirs) => {
      expect(mergeSlides(base, theirs, base, blocks)).toEqual({ slides: theirs, copies: [] })
      expect(mergeSlides(base, base, theirs, blocks)).toEqual({ slides: theirs, copies: [] })
      expect(mergeSlides(base, theirs, theirs, blocks)).toEqual({ slides: theirs, copies: [] })
    })
  })

  test('keep the new order if only one user changed the order', () => {
    each((base, theirs, mine) => {
      const rearranged: Slides = { ...structureOf(theirs), slides: theirs.slides }
      const onlyDrawn = drawn(base, Object.keys(mine.slides).length)
      const merged = mergeSlides(base, rearranged, onlyDrawn, blocks).slides
      const survivors = new Set(Object.keys(theirs.slides))
      expect(slideIds(merged).filter((id) => survivors.has(id))).toEqual(slideIds(theirs))
    })
  })
})

describe('undo after a merge', () => {
  test('keeps in each state all changes of the other user, and this user’s changes up to that state', () => {
    fc.assert(
      fc.property(arbitrarySlides, edits, edits, edits, (start, before, one, other) => {
        // The undo history reaches back beyond the last save, which is the merge base.
        const steps = statesOf(start, [...before, ...other])
        const base = steps[before.length]!
        const theirs = edited(base, one)
        const join = createMerger(base, theirs, blocks)
        const names = new Map<SlideId, SlideId>()
        for (const mine of steps) {
          const { slides: joined, copies } = join(mine)
          expect(checkDeck(joined)).toEqual([])
          const everything = contentsOf(joined)
          for (const side of [theirs, mine]) {
            for (const [id, slide] of Object.entries(side.slides)) {
              const old = base.slides[id]
              if (old?.notes !== slide.notes) expect(everything.notes).toContain(slide.notes)
              if (!old || markupOf(old) !== markupOf(slide)) expect(everything.markup).toContain(markupOf(slide))
            }
          }
          for (const [copy, of] of copies) {
            expect(names.get(of) ?? copy).toBe(copy)
            names.set(of, copy)
          }
        }
      }),
      seeded,
    )
  })

  test('removes a slide added by this user, and keeps a slide added by the other user', () => {
    const [a, theirs, mine] = [newSlide(), newSlide(), newSlide()]
    const deckOf = (...slides: Slide[]): Slides => ({
      stacks: slides.map((slide) => singleStack(slide.id)),
      slides: Object.fromEntries(slides.map((slide) => [slide.id, slide])),
      after: '',
    })
    const join = createMerger(deckOf(a), deckOf(a, theirs), blocks)
    expect(slideIds(join(deckOf(mine, a)).slides)).toEqual([mine.id, a.id, theirs.id])
    expect(slideIds(join(deckOf(a)).slides)).toEqual([a.id, theirs.id])
  })
})

test('a slide changed by both users is kept twice: theirs in place, and mine right after it as a marked copy', () => {
  const [a, b] = [newSlide(), newSlide()]
  const base: Slides = { stacks: [singleStack(a.id), singleStack(b.id)], slides: { [a.id]: a, [b.id]: b }, after: '' }
  const theirs = withSlide(base, { ...a, attributes: { class: 'theirs' } })
  const mine = withSlide(base, { ...a, attributes: { class: 'mine' } })
  const { slides, copies } = mergeSlides(base, theirs, mine, blocks)
  const copy = copies[0]![0]
  expect(slideIds(slides)).toEqual([a.id, copy, b.id])
  expect(slides.slides[a.id]!.attributes).toEqual({ class: 'theirs' })
  expect(slides.slides[copy]!.attributes).toEqual({ class: 'mine', 'data-name': conflictName })
})

test('if one user changed a slide’s notes and the other its content, the slide has both changes', () => {
  const a = newSlide()
  const base: Slides = { stacks: [singleStack(a.id)], slides: { [a.id]: a }, after: '' }
  const theirs = withSlide(base, { ...a, notes: 'speak slowly' })
  const mine = withSlide(base, { ...a, attributes: { class: 'mine' } })
  const { slides, copies } = mergeSlides(base, theirs, mine, blocks)
  expect(copies).toEqual([])
  expect(slides.slides[a.id]).toMatchObject({ notes: 'speak slowly', attributes: { class: 'mine' } })
})

test('a slide added inside a stack stays in that stack if the other user moved the stack', () => {
  const [a, b, c, added] = [newSlide(), newSlide(), newSlide(), newSlide()]
  const slides = Object.fromEntries([a, b, c].map((slide) => [slide.id, slide]))
  const base: Slides = { stacks: [singleStack(a.id), verticalStack([b.id, c.id])], slides, after: '' }
  const theirs: Slides = { ...base, stacks: base.stacks.toReversed() }
  const stacks = [base.stacks[0]!, verticalStack([b.id, added.id, c.id])]
  const mine: Slides = { ...base, stacks, slides: { ...slides, [added.id]: added } }
  const merged = mergeSlides(base, theirs, mine, blocks).slides
  expect(orderOf(merged)).toEqual([[b.id, added.id, c.id], a.id])
})

test('if two users together delete all slides, the deck keeps slides', () => {
  const [a, b] = [newSlide(), newSlide()]
  const base: Slides = { stacks: [singleStack(a.id), singleStack(b.id)], slides: { [a.id]: a, [b.id]: b }, after: '' }
  const only = (slide: Slide): Slides => ({ stacks: [singleStack(slide.id)], slides: { [slide.id]: slide }, after: '' })
  expect(slideIds(mergeSlides(base, only(a), only(b), blocks).slides)).toEqual([a.id])
})

function each(check: (base: Slides, theirs: Slides, mine: Slides) => void): void {
  fc.assert(
    fc.property(arbitrarySlides, edits, edits, (base, one, other) =>
      check(base, edited(base, one), edited(base, other)),
    ),
    seeded,
  )
}

/** The deck before, between and after the edits. */
function statesOf(deck: Slides, list: readonly Edit[]): Slides[] {
  const states = [deck]
  for (const edit of list) states.push(apply(states.at(-1)!, edit))
  return states
}

function edited(deck: Slides, list: readonly Edit[]): Slides {
  return list.reduce(apply, deck)
}

function apply(deck: Slides, { kind, at, to }: Edit): Slides {
  const ids = slideIds(deck)
  const id = ids[at % ids.length]!
  const slide = deck.slides[id]!
  if (kind === 'draw') return withSlide(deck, { ...slide, blocks: [...slide.blocks, drawing()] })
  if (kind === 'note') return withSlide(deck, { ...slide, notes: `${slide.notes} ${newBlockId()}` })
  if (kind === 'background') {
    return withSlide(deck, { ...slide, attributes: { ...slide.attributes, 'data-background-color': `#${to}` } })
  }
  const order = orderOf(deck).map((place) => (typeof place === 'string' ? place : [...place]))
  if (kind === 'add') {
    const added: Slide = { ...newSlide([drawing()]), id: newSlideId() }
    return reordered(withSlide(deck, added), order.toSpliced(to % (order.length + 1), 0, added.id))
  }
  if (kind === 'delete' && ids.length === 1) return deck
  const rest = order
    .map((place) => (typeof place === 'string' ? place : place.filter((other) => other !== id)))
    .filter((place) => place !== id && place.length > 0)
  if (kind === 'delete') return reordered(deck, rest)
  if (kind === 'move' || rest.length === 0) return reordered(deck, rest.toSpliced(to % (rest.length + 1), 0, id))
  const into = rest[to % rest.length]!
  return reordered(deck, rest.with(to % rest.length, [...(typeof into === 'string' ? [into] : into), id]))
}

function reordered(deck: Slides, order: (string | string[])[]): Slides {
  const structure = structureFromOrder(order, structureOf(deck))
  return { ...structure, slides: Object.fromEntries(slideIds(structure).map((id) => [id, deck.slides[id]!])) }
}

function withSlide(deck: Slides, slide: Slide): Slides {
  return { ...deck, slides: { ...deck.slides, [slide.id]: slide } }
}

function drawn(deck: Slides, at: number): Slides {
  return apply(deck, { kind: 'draw', at, to: 0 })
}

function drawing(): Block {
  return {
    id: newBlockId(),
    type: 'shape',
    frame: { x: 1, y: 2, width: 3, height: 4, rotation: 0 },
    name: newBlockId(),
    locked: false,
    fragment: null,
    classes: [],
    style: [],
    attributes: [],
    props: { shape: 'star-5', fill: '', stroke: '', strokeWidth: 0, dash: 'solid', text: '', link: '' },
  }
}

/** A slide's markup without ids and the conflict mark. */
function markupOf(slide: Slide): string {
  return renderSlide({ ...slide, blocks: [...slide.blocks] }, blocks)
    .replace(/ data-(id|block-id)="[0-9a-f]*"/g, '')
    .replace(` data-name="${conflictName}"`, '')
}

function contentOf(slide: Slide): string {
  return `${slide.notes}\n${markupOf(slide)}`
}

function contentsOf(deck: Slides): { notes: string[]; markup: string[] } {
  const slides = Object.values(deck.slides)
  return { notes: slides.map((slide) => slide.notes), markup: slides.map(markupOf) }
}
