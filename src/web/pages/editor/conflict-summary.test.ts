import { expect, it } from 'vitest'
import { addBlocks } from '../../../editor/commands/block-commands.ts'
import { newBlock } from '../../../editor/commands/new-block.ts'
import { testDeck } from '../../../testing/editor-decks.ts'
import { conflictSummary } from './conflict-summary.ts'

const deck = testDeck([1, 2, 3, 4, 5, 6])
const ids = Object.keys(deck.slides)
const titled = addBlocks(ids[1]!, [newBlock('text', { html: '<h1>High tide</h1>' })])(deck)

it('the summary names conflicting slides by number and title in the deck’s order, and settings by their label', () => {
  const merged = { conflictingSlides: [ids[2]!, ids[1]!], conflictingSettings: ['title', 'theme_color'] as const }
  expect(conflictSummary(merged, titled)).toEqual([
    'Slide 2: High tide',
    'Slide 3',
    'Title, where yours is kept',
    'Colors, where yours is kept',
  ])
})

it('the summary names at most four conflicting slides and counts the others', () => {
  const words = conflictSummary({ conflictingSlides: ids, conflictingSettings: [] }, titled)
  expect(words).toEqual(['Slide 1', 'Slide 2: High tide', 'Slide 3', 'Slide 4', '2 more slides'])
})
