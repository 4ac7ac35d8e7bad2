// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { testBlock, testDeck, testSlide } from '../../../testing/editor-decks.ts'
import { addRecentColor, recentColors } from '../../../ui/color/recent-colors.ts'
import { deckColors } from './deck-colors.ts'

test('a deck’s own colors are on offer, the most used first, and roles are not among them', () => {
  const first = {
    ...testBlock(1),
    style: [['color', '#aa0000'] as const, ['background-color', 'var(--l-accent-1)'] as const],
  }
  const second = {
    ...testBlock(2),
    style: [['color', 'rgb(170, 0, 0)'] as const, ['border-color', '#00bb00'] as const],
  }
  const slide = { ...testSlide(1, [first, second]), attributes: { 'data-background-color': '#0000CC' } }
  const colors = deckColors(testDeck([1], [slide]))
  expect(colors[0]).toBe('#aa0000')
  expect([...colors].toSorted()).toEqual(['#0000cc', '#00bb00', '#aa0000'])
})

test('the last eight plain colors are kept, newest first, each once', () => {
  for (let n = 1; n <= 9; n++) addRecentColor(`#00000${n}`)
  for (const other of ['#000005', 'var(--l-accent-1)', '', 'linear-gradient(0deg, #fff 0%, #000 100%)'])
    addRecentColor(other)
  expect(recentColors()).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'].map((n) => `#00000${n}`))
})
