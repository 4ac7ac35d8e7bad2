/**
 * Claim: over 100,000 random pairs, two users' changes of one deck give the same deck in both orders of arrival, and so
 * do two changes of one text; the operations between two decks make the other byte for byte, in both directions. And a
 * change of single blocks of a sanitized slide, among them all known attacks and random markup, gives byte for byte what
 * sanitizing the whole slide gives, or is left to that (a tenth as many). `npm test` runs a few hundred of the same
 * (src/document/ops/ops.test.ts, src/api/decks/clean-slides.test.ts). Exit code 1 if one fails. Usage: node
 * bench/ops-laws.ts [pairs] [seed]
 */
import fc from 'fast-check'
import { richUnits } from '../src/document/ops/rich-text.ts'
import { applyDelta, deltaBetween, transformDelta } from '../src/document/ops/text-delta.ts'
import {
  arbitraryBlockEdits,
  arbitraryDeckEdits,
  arbitraryText,
  checkConvergence,
  checkDifference,
  deckOfTexts,
  editedDeck,
} from '../src/testing/arbitrary-ops.ts'
import { htmlAttacks } from '../src/testing/attacks/corpus.ts'
import { randomHtml } from '../src/testing/attacks/fuzz-html.ts'
import { blockOps, checkCleanEdit, firstText, storedSlide } from '../src/testing/clean-edits.ts'

const [, , pairs = '100000', seed = '20300425'] = process.argv
const runs = { numRuns: Number(pairs), seed: Number(seed) }
const counts = { merged: 0, left: 0, texts: 0 }

function checkTexts(base: string, one: string, other: string): void {
  const [units, mine, theirs] = [base, one, other].map(richUnits)
  if (!units || !mine || !theirs) return
  counts.texts += 1
  const [first, second] = [deltaBetween(units, mine), deltaBetween(units, theirs)]
  const [there, here] = [
    applyDelta(mine, transformDelta(second, first, true)),
    applyDelta(theirs, transformDelta(first, second, false)),
  ]
  if (JSON.stringify(there) !== JSON.stringify(here)) throw new Error(`${base} ${one} ${other}`)
}

const texts = fc.array(arbitraryText, { minLength: 3, maxLength: 3 })
fc.assert(
  fc.property(texts, arbitraryDeckEdits, arbitraryDeckEdits, (html, one, other) => {
    const deck = deckOfTexts(html)
    const [mine, theirs] = [editedDeck(deck, one, 100), editedDeck(deck, other, 200)]
    checkDifference(deck, mine)
    checkDifference(mine, theirs)
    const { merged, losesWork } = checkConvergence(deck, mine, theirs)
    if (merged) counts.merged += 1
    if (losesWork) counts.left += 1
    checkTexts(html[0]!, html[1]!, html[2]!)
  }),
  runs,
)
console.log(`${runs.numRuns} pairs of decks: all agree; ${counts.merged} could be merged, in ${counts.left} work`)
console.log(
  `of one side meets what the other deleted, which is left to the merge of slides; ${counts.texts} pairs of texts agree`,
)

let told = 0
const tell = (next: string | null, before: string): string => {
  if (next !== null) told += 1
  return next ?? before
}
fc.assert(
  fc.property(texts, fc.array(arbitraryBlockEdits, { minLength: 1, maxLength: 3 }), (html, rounds) => {
    const deck = deckOfTexts(html)
    let stored = storedSlide(Object.values(deck.slides)[0]!)
    for (const edits of rounds) stored = tell(checkCleanEdit(stored, blockOps(stored, edits)), stored)
  }),
  { ...runs, numRuns: Math.ceil(runs.numRuns / 10) },
)
console.log(`changes of blocks: ${told} told from the blocks alone, and the same as from the whole slide`)

const start = storedSlide(Object.values(deckOfTexts(['<p>one</p>', '<p>two</p>', '<p>three</p>']).slides)[0]!)
const markup = Array.from({ length: Math.ceil(runs.numRuns / 10) }, (_, at) => randomHtml(runs.seed + at))
const hostile = [...htmlAttacks.map(({ source }) => source), ...markup]
let harmless = 0
for (const value of hostile) if (checkCleanEdit(start, [firstText(start, value)]) !== null) harmless += 1
console.log(
  `${hostile.length} hostile texts: ${harmless} left as they are by the sanitizer, the others are not told from blocks`,
)
