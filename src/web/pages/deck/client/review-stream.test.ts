import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Batch } from '../../../../api/batches/messages.ts'
import type { ReviewSlides } from '../../../../api/deck-pages/page-data.ts'
import { blocks } from '../../../../blocks/index.ts'
import type { Deck } from '../../../../document/deck-model.ts'
import { contentHash } from '../../../../document/ids.ts'
import type { Op } from '../../../../document/ops/op.ts'
import { opsBetween } from '../../../../document/ops/ops-between.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import { slideIds } from '../../../../document/structure.ts'
import { setProps } from '../../../../editor/commands/block-commands.ts'
import { setSettings } from '../../../../editor/commands/settings-commands.ts'
import { setNotes, setSlideAttributes } from '../../../../editor/commands/slide-commands.ts'
import { arbitraryDeckEdits, deckOfTexts, editedDeck } from '../../../../testing/arbitrary-ops.ts'
import { blockId, slideId } from '../../../../testing/editor-decks.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import type { Slides } from './deck-view.ts'
import { type ReviewChange, ReviewStream } from './review-stream.ts'

const texts = ['<p>one</p>', '<p>two</p>', '<p>three</p>']

function placesIn(deck: Deck): Slides {
  return deck.stacks.flatMap(({ slides }, h) => slides.map((id, v) => [h, v, id] as const))
}

function checks(before: Deck, after: Deck): Op[] {
  const kept = slideIds(after).filter((id) => before.slides[id] && before.slides[id] !== after.slides[id])
  return kept.map((slide) => ({
    kind: 'check-slide',
    slide,
    hash: contentHash(renderSlide(after.slides[slide]!, blocks)),
  }))
}

/** A review of a deck, with what it shows; `save` makes a version of the deck on the server. */
function review(first: Deck) {
  let [server, version] = [first, 1]
  const shown = { version: 1, slides: placesIn(first), html: new Map<string, string>(), notes: new Map() }
  const htmlOf = (id: string) => renderSlide(server.slides[id]!, blocks)
  const changes: ReviewChange[] = []
  const [loads, reloads]: [string[][], number[]] = [[], []]
  const fill = () => {
    for (const id of slideIds(server)) shown.html.set(id, htmlOf(id))
    Object.assign(shown, { version, slides: placesIn(server) })
  }
  fill()
  const stream = new ReviewStream({
    shown: () => shown,
    isReloading: () => false,
    load: async (ids): Promise<ReviewSlides> => {
      loads.push([...ids])
      const known = ids.filter((id) => server.slides[id])
      const notes = Object.fromEntries(known.map((id) => [id, server.slides[id]!.notes]))
      return { version, html: Object.fromEntries(known.map((id) => [id, htmlOf(id)])), notes }
    },
    show: (change) => {
      changes.push(change)
      for (const { id, html, notes } of change.slides) {
        shown.html.set(id, html)
        shown.notes.set(id, notes)
      }
      Object.assign(shown, { version: change.version, slides: change.places })
    },
    reload: (wanted) => {
      reloads.push(wanted)
      fill()
      stream.reloaded()
    },
  })
  return {
    ...{ stream, shown, changes, loads, reloads },
    save: (deck: Deck, change: (ops: Op[]) => Op[] = (ops) => ops): Batch => {
      const ops = change([...opsBetween(server, deck, blocks), ...checks(server, deck)])
      ;[server, version] = [deck, version + 1]
      return { seq: version, id: `batch-${version}`, user_id: 1, ops }
    },
    expectShown: async () => {
      await waitFor(() => shown.version === version)
      expect(shown.slides).toEqual(placesIn(server))
      for (const id of slideIds(server)) expect(shown.html.get(id)).toBe(htmlOf(id))
    },
  }
}

const words = (html: string) => setProps(slideId(1), [blockId(10)], { html })

test('what random edits make of a deck is on the review, slide for slide', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryDeckEdits, { minLength: 1, maxLength: 4 }), async (steps) => {
      let deck = deckOfTexts(texts)
      const page = review(deck)
      for (const [at, edits] of steps.entries()) {
        deck = editedDeck(deck, edits, 100 * (at + 1))
        page.stream.receive({ batches: [page.save(deck)] })
        if (at % 2 === 0) await page.expectShown()
      }
      await page.expectShown()
    }),
    { numRuns: 60, seed: 20_261_126 },
  )
})

test('a slide is read once: later changes of its text are applied, and its other blocks stay', async () => {
  const deck = deckOfTexts(texts)
  const page = review(deck)
  let typed = deck
  for (const word of ['a', 'ab', 'abc']) {
    typed = words(`<p>${word}</p>`)(typed)
    page.stream.receive({ batches: [page.save(typed)] })
    await page.expectShown()
  }
  expect(page.loads).toEqual([[slideId(1)]])
  // Code may add steps.
  expect(page.changes.at(-1)?.slides[0]?.keep).toBeNull()
})

test('the other blocks of a changed slide stay as they are', async () => {
  const { slides, ...others } = deckOfTexts(texts)
  const first = { ...slides[slideId(1)]!, blocks: slides[slideId(1)]!.blocks.slice(0, 2) }
  let deck = { ...others, slides: { ...slides, [slideId(1)]: first } }
  const page = review(deck)
  for (const word of ['a', 'ab']) {
    deck = words(`<p>${word}</p>`)(deck)
    page.stream.receive({ batches: [page.save(deck)] })
    await page.expectShown()
  }
  expect(page.changes.at(-1)?.slides[0]?.keep).toEqual([blockId(11)])
})

test('a missing version, a changed setting and a hidden slide are read again as a whole', async () => {
  const deck = deckOfTexts(texts)
  const page = review(deck)
  const [one, two] = [words('<p>a</p>')(deck), words('<p>b</p>')(deck)]
  page.save(one)
  page.stream.receive({ batches: [page.save(two)] })
  await page.expectShown()
  expect(page.reloads).toEqual([3])
  const dark = setSettings({ theme_color: 'night-black' })(two)
  page.stream.receive({ batches: [page.save(dark)] })
  await waitFor(() => page.reloads.length === 2)
  page.stream.receive({ batches: [page.save(setSlideAttributes(slideId(2), { 'data-visibility': 'hidden' })(dark))] })
  await waitFor(() => page.reloads.length === 3)
  page.stream.receive({ resync: 9 })
  expect(page.reloads.at(-1)).toBe(9)
})

test('a title is shown, and a slide that differs from the stored one is read again', async () => {
  const deck = deckOfTexts(texts)
  const page = review(deck)
  const titled = setSettings({ title: 'Bees' })(deck)
  page.stream.receive({ batches: [page.save(titled)] })
  await page.expectShown()
  expect(page.changes.at(-1)).toMatchObject({ title: 'Bees', slides: [], order: null })
  const noted = setNotes(slideId(1), 'say it')(titled)
  page.stream.receive({ batches: [page.save(noted)] })
  await waitFor(() => page.shown.notes.get(slideId(1)) === 'say it')
  const odd = (ops: Op[]) => ops.map((op) => (op.kind === 'check-slide' ? { ...op, hash: 'other' } : op))
  page.stream.receive({ batches: [page.save(words('<p>new</p>')(noted), odd)] })
  await page.expectShown()
  expect(page.loads).toEqual([[slideId(1)], [slideId(1)]])
  expect(page.reloads).toEqual([])
})
