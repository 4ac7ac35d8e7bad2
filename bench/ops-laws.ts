/**
 * Claim: over 100,000 random pairs, two users' changes of one deck give the same deck in both orders of arrival, and so
 * do two changes of one text; the operations between two decks make the other byte for byte, in both directions. `npm
 * test` runs a few hundred of the same (src/document/ops/ops.test.ts). Exit code 1 if a pair fails. Usage: node
 * bench/ops-laws.ts [pairs] [seed]
 */
import fc from 'fast-check'
import { richUnits } from '../src/document/ops/rich-text.ts'
import { applyDelta, deltaBetween, transformDelta } from '../src/document/ops/text-delta.ts'
import {
  arbitraryDeckEdits,
  arbitraryText,
  checkConvergence,
  checkDifference,
  deckOfTexts,
  editedDeck,
} from '../src/testing/arbitrary-ops.ts'

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
