import { expect, test } from 'vitest'
import type { Block } from '../../../document/deck-model.ts'
import { entriesOf } from '../../../document/slide-steps.ts'
import { testBlock, testSlide } from '../../../testing/editor-decks.ts'
import { slideSteps } from './slide-steps.ts'

const code = (number: number, steps: string, more: Parameters<typeof testBlock>[1] = {}): Block =>
  testBlock(number, {
    type: 'code',
    props: { code: 'a\nb\nc', language: '', theme: 'dark', lineNumbers: false, firstLine: 1, steps, link: '' },
    ...more,
  })
const fragment = (index: number | null) => ({ fragment: { style: '', index } })
const numbered = (blocks: readonly Block[]) => {
  const slide = testSlide(1, blocks)
  const { entries, inner } = slideSteps(slide, entriesOf(slide))
  return { entries, inner: inner.map(({ words, step }) => `${step} ${words}`) }
}

test('the line steps of code come after all blocks that have an index', () => {
  const blocks = [code(1, '1|2-3|'), testBlock(2, fragment(4)), testBlock(3, fragment(2))]
  expect(numbered(blocks)).toEqual({ entries: [0, 1], inner: ['2 lines 2–3', '3 all lines'] })
})

test('blocks without an index come between them, in the order of the markup', () => {
  const blocks = [testBlock(1, fragment(0)), code(2, '1|2', fragment(null)), testBlock(3, fragment(null))]
  expect(numbered(blocks)).toEqual({ entries: [0, 1, 3], inner: ['2 line 2'] })
})

test('code that highlights at most one set of lines takes no step', () => {
  expect(numbered([code(1, '1-2'), code(2, '')])).toEqual({ entries: [], inner: [] })
})
