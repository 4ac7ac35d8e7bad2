import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { arbitraryHtml, arbitrarySlides } from '../testing/arbitrary-deck.ts'
import { comparableMarkup } from '../testing/comparable-markup.ts'
import { changesBetween, isEmptyChange } from './changes.ts'
import { checkDeck } from './check-deck.ts'
import type { SlideId, Slides } from './deck-model.ts'
import { parseFragment } from './html.ts'
import { loadSlides } from './load-slides.ts'
import { parseSlide } from './parse-slide.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlide } from './render-slide.ts'
import { renderSlides } from './render-slides.ts'
import { assemble, orderOf, singleStack, structureFromOrder, structureOf } from './structure.ts'

const seeded = { seed: 20_300_401, numRuns: 200 }

/** The same deck without its source markup. */
const forgetSources = (deck: Slides): Slides => structuredClone(deck)

describe('any deck', () => {
  test('is valid', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        expect(checkDeck(deck)).toEqual([])
      }),
      seeded,
    )
  })

  test('is the same deck after a save and a reload', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        const html = renderSlides(deck, blocks, { notes: true })
        const opened = parseSlides(html, blocks)
        expect(opened).toEqual(deck)
        expect(renderSlides(forgetSources(opened), blocks, { notes: true })).toBe(html)
      }),
      seeded,
    )
  })

  test('is the same deck after storing each slide separately', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        const { structure, changed, notes } = changesBetween({ stacks: [], slides: {}, after: '' }, deck, blocks)
        const stored = JSON.parse(JSON.stringify({ structure, changed, notes })) as Required<typeof notes> & {
          structure: typeof structure & object
          changed: typeof changed
          notes: typeof notes
        }
        expect(loadSlides(stored.structure, stored.changed, stored.notes, blocks)).toEqual(deck)
        expect(assemble(stored.structure, stored.changed)).toBe(renderSlides(deck, blocks))
      }),
      seeded,
    )
  })

  test('becomes any other deck by sending only the changes', () => {
    fc.assert(
      fc.property(arbitrarySlides, arbitrarySlides, fc.boolean(), (first, other, keep) => {
        const after: Slides = keep ? mixed(first, other) : other
        const changes = changesBetween(first, after, blocks)
        const stored = Object.fromEntries(
          Object.entries(first.slides).map(([id, slide]) => [id, renderSlide(slide, blocks)]),
        )
        const html = assemble(changes.structure ?? structureOf(first), { ...stored, ...changes.changed })
        expect(html).toBe(renderSlides(after, blocks))
      }),
      seeded,
    )
  })

  test('has nothing to send without changes', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        expect(isEmptyChange(changesBetween(deck, forgetSources(deck), blocks))).toBe(true)
      }),
      seeded,
    )
  })

  test('keeps its structure when a save sends only the order', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        expect(structureFromOrder(orderOf(structureOf(deck)), structureOf(deck))).toEqual(structureOf(deck))
      }),
      seeded,
    )
  })
})

describe('any HTML', () => {
  const runs = { seed: 20_300_402, numRuns: 1500 }

  test('parses as a deck, and nothing is lost', () => {
    fc.assert(
      fc.property(arbitraryHtml, (html) => {
        const deck = parseSlides(html, blocks)
        const saved = renderSlides(deck, blocks, { notes: true })
        expect(withoutNotes(saved)).toBe(withoutNotes(html))
      }),
      runs,
    )
  })

  test('parses as the same deck again after a save', () => {
    fc.assert(
      fc.property(arbitraryHtml, (html) => {
        const deck = parseSlides(html, blocks)
        const saved = renderSlides(deck, blocks)
        const again = parseSlides(saved, blocks)
        expect(renderSlides(again, blocks)).toBe(saved)
        expect(Object.keys(again.slides)).toEqual(Object.keys(deck.slides))
      }),
      runs,
    )
  })

  test('parses as one slide that can be saved separately', () => {
    fc.assert(
      fc.property(arbitraryHtml, (html) => {
        const slide = parseSlide(html, blocks)
        const saved = renderSlide(slide, blocks)
        const again = parseSlide(saved, blocks)
        expect(again).toEqual({ ...slide, notes: '' })
        expect(renderSlide(again, blocks)).toBe(saved)
      }),
      runs,
    )
  })
})

describe('derived block ids', () => {
  const runs = { seed: 20_300_403, numRuns: 1000 }
  const idsOf = (deck: Slides): string[][] =>
    Object.values(deck.slides).map(({ blocks: all }) => all.map(({ id }) => id))
  const block =
    '<div class="block" data-block-type="snippet" data-block-id="00000000000000aa" style="left:1px;top:2px;width:3px;height:auto"></div>'
  const withBlocks = (html: string, count: number): string =>
    html.replace(/^<section[^>]*>/, (tag) => tag + block.repeat(count))
  /** One section with this id, as decks store their slides. */
  const stored = (id: SlideId, html: string): string =>
    renderSlide({ ...parseSlide(`<section>${html.replace(/<\/?section/gi, '')}</section>`, blocks), id }, blocks)

  test('every client derives the same ids for blocks whose id is missing or a duplicate', () => {
    fc.assert(
      fc.property(arbitraryHtml, arbitraryHtml, (first, second) => {
        const html = Object.fromEntries(
          ['1'.repeat(32), '2'.repeat(32)].map((id, n) => [id, withBlocks(stored(id, n === 0 ? first : second), 2)]),
        )
        const stacks = Object.keys(html).map(singleStack)
        const load = (): Slides => loadSlides({ stacks, after: '' }, html, {}, blocks)
        expect(idsOf(load())).toEqual(idsOf(load()))
        const all = idsOf(load()).flat()
        expect(new Set(all).size).toBe(all.length)
      }),
      runs,
    )
  })

  test('a block without an id gets the same derived id after another block is inserted before it', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        for (const slide of Object.values(deck.slides)) {
          const html = withBlocks(renderSlide(slide, blocks), 1)
          const again = parseSlide(html, blocks)
          expect(again.blocks.slice(1).map(({ id }) => id)).toEqual(slide.blocks.map(({ id }) => id))
        }
      }),
      { seed: 20_300_404, numRuns: 200 },
    )
  })
})

/** The first deck without some of its slides, followed by the slides of the other deck. */
function mixed(first: Slides, other: Slides): Slides {
  const remaining = first.stacks.slice(0, Math.ceil(first.stacks.length / 2))
  const ids = new Set(remaining.flatMap((stack) => stack.slides))
  const slides = Object.entries(first.slides).filter(([id]) => ids.has(id))
  const added = other.stacks.filter((stack) => stack.slides.every((id) => !ids.has(id)))
  const more = added.flatMap((stack) => stack.slides).map((id) => [id, other.slides[id]!] as const)
  return { stacks: [...added, ...remaining], slides: Object.fromEntries([...slides, ...more]), after: other.after }
}

function withoutNotes(html: string): string {
  return comparableMarkup(parseFragment(html))
}
