import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import {
  arbitraryDeckEdits,
  arbitraryText,
  checkConvergence,
  checkDifference,
  deckOfTexts,
  editedDeck,
} from '../../testing/arbitrary-ops.ts'
import { checkDeck } from '../check-deck.ts'
import { applyOps } from './apply-ops.ts'
import { opsBetween } from './ops-between.ts'
import { richUnits } from './rich-text.ts'
import { applyDelta, deltaBetween, plainText, plainUnits, transformDelta } from './text-delta.ts'
import { transformOps } from './transform-ops.ts'

const texts = fc.array(arbitraryText, { minLength: 3, maxLength: 3 })

describe('the operations between two decks', () => {
  test('make any deck of any other, byte for byte', () => {
    fc.assert(
      fc.property(arbitrarySlides, arbitrarySlides, (first, other) => checkDifference(first, other)),
      { seed: 20_300_420, numRuns: 100 },
    )
  })

  test('make an edited deck of the one before, and back; untouched slides stay the same objects', () => {
    fc.assert(
      fc.property(texts, arbitraryDeckEdits, (html, edits) => {
        const before = deckOfTexts(html)
        const after = editedDeck(before, edits, 100)
        checkDifference(before, after)
        checkDifference(after, before)
      }),
      { seed: 20_300_421, numRuns: 400 },
    )
  })

  test('are none for the same deck', () => {
    fc.assert(
      fc.property(arbitrarySlides, (deck) => {
        expect(opsBetween(deck, { ...deck, slides: { ...deck.slides } }, blocks)).toEqual([])
      }),
      { seed: 20_300_422, numRuns: 50 },
    )
  })
})

describe('the changes of two users', () => {
  test('give the same valid deck in both orders of arrival', () => {
    let merged = 0
    fc.assert(
      fc.property(texts, arbitraryDeckEdits, arbitraryDeckEdits, (html, one, other) => {
        const deck = deckOfTexts(html)
        const checked = checkConvergence(deck, editedDeck(deck, one, 100), editedDeck(deck, other, 200))
        if (checked.merged) merged += 1
      }),
      { seed: 20_300_423, numRuns: 400 },
    )
    expect(merged).toBeGreaterThan(350)
  })

  test('of one text keep the words of both', () => {
    const deck = deckOfTexts(['<p>one two</p>'])
    const [slide] = Object.values(deck.slides)
    const typed = (html: string) => {
      const text = { ...slide!.blocks[0]!, props: { ...(slide!.blocks[0]!.props as object), html } }
      return {
        ...deck,
        slides: { ...deck.slides, [slide!.id]: { ...slide!, blocks: [text, ...slide!.blocks.slice(1)] } },
      }
    }
    const ops = opsBetween(deck, typed('<p>one, <em>two</em></p>'), blocks)
    expect(ops).toEqual([expect.objectContaining({ kind: 'text', field: 'props.html' })])
    const theirs = typed('<p>zero one two three</p>')
    const both = applyOps(theirs, transformOps(ops, opsBetween(deck, theirs, blocks), true), blocks)
    expect(checkDeck(both)).toEqual([])
    expect(both.slides[slide!.id]!.blocks[0]!.props).toMatchObject({ html: '<p>zero one, <em>two</em> three</p>' })
  })
})

test('two changes of one text give the same text in both orders of arrival', () => {
  fc.assert(
    fc.property(arbitraryText, arbitraryText, arbitraryText, (html, one, other) => {
      const [base, mine, theirs] = [html, one, other].map((text) => richUnits(text) ?? [])
      const [first, second] = [deltaBetween(base!, mine!), deltaBetween(base!, theirs!)]
      expect(applyDelta(base!, first)).toEqual(mine)
      expect(applyDelta(mine!, transformDelta(second, first, true))).toEqual(
        applyDelta(theirs!, transformDelta(first, second, false)),
      )
    }),
    { seed: 20_300_424, numRuns: 1000 },
  )
})

test('what replaces a word does not take in what the other side inserted before that word', () => {
  const [base, replaced, inserted] = ['late bus', 'fast bus', 'very late bus'].map(plainUnits)
  const [replacement, insertion] = [deltaBetween(base!, replaced!), deltaBetween(base!, inserted!)]
  for (const isLater of [true, false]) {
    const one = applyDelta(inserted!, transformDelta(replacement, insertion, isLater))
    const other = applyDelta(replaced!, transformDelta(insertion, replacement, !isLater))
    expect([plainText(one), plainText(other)]).toEqual(['very fast bus', 'very fast bus'])
  }
})
