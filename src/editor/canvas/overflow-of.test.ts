import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block } from '../../document/deck-model.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { testBlock } from '../../testing/editor-decks.ts'
import { overflowGuess } from './overflow-of.ts'

function guess(type: Block['type'], props: object, frame: Partial<NonNullable<Block['frame']>>, more: object = {}) {
  const usual = definitionOf(blocks, type)!.defaults()
  const block = testBlock(1, { type, props: { ...(usual.props as object), ...props }, ...more })
  return overflowGuess({ ...block, frame: { ...usual.frame, ...frame } }, standardSlide)
}

const lines = (count: number) => Array.from({ length: count }, () => 'let a = 1').join('\n')

describe('overflowGuess', () => {
  it('short text in a growing box fits, and the overflow of long text is unknown', () => {
    expect(guess('text', { html: '<p>Short</p>' }, { x: 80, y: 100, width: 600, height: null })).toBe('fits')
    expect(guess('text', { html: `<p>${'word '.repeat(200)}</p>` }, { x: 80, y: 100, width: 600, height: null })).toBe(
      'unknown',
    )
    expect(guess('text', { html: '<h1>Short</h1>' }, { x: 80, y: 620, width: 600, height: null })).toBe('unknown')
    expect(guess('text', { html: '<p>Short</p>' }, { x: -80, y: 100, width: 600, height: null })).toBe('unknown')
  })

  it('code larger than its box is cut, unless the code has steps', () => {
    expect(guess('code', { code: lines(20) }, { x: 40, y: 40, width: 600, height: 200 })).toBe('cut')
    expect(guess('code', { code: lines(20), steps: '1|20' }, { x: 40, y: 40, width: 600, height: 200 })).toBe('fits')
    expect(guess('code', { code: 'x'.repeat(90) }, { x: 40, y: 40, width: 600, height: null })).toBe('cut')
    expect(guess('code', { code: lines(20) }, { x: 40, y: 40, width: 600, height: null })).toBe('fits')
    expect(guess('code', { code: lines(20) }, { x: 40, y: 300, width: 600, height: null })).toBe('slide')
  })

  it("pictures beyond the slide's edge and hidden blocks count as fitting", () => {
    expect(guess('image', { src: '/m/a.png' }, { x: -100, y: -100, width: 2000, height: 2000 })).toBe('fits')
    const hidden = { style: [['visibility', 'hidden']] as const }
    expect(guess('code', { code: lines(20) }, { x: 40, y: 300, width: 600, height: null }, hidden)).toBe('fits')
  })
})
