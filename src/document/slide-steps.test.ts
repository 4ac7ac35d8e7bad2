import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { blockId, testBlock, testSlide } from '../testing/editor-decks.ts'
import type { Slide } from './deck-model.ts'
import { countInnerFragments } from './inner-fragments.ts'
import { parseSlide } from './parse-slide.ts'
import { renderSlide } from './render-slide.ts'
import {
  entriesOf,
  movedEntry,
  type StepEntry,
  stepNumbers,
  stepsOf,
  withEntries,
  withoutEntry,
} from './slide-steps.ts'

const entry = (number: number, start: StepEntry['start'] = 'click', delay = 500): StepEntry => ({
  block: blockId(number),
  style: 'fade-up',
  start,
  delay,
})
const slide = testSlide(
  1,
  [1, 2, 3, 4].map((number) => testBlock(number)),
)
const order = (entries: readonly StepEntry[]) => entries.map(({ block }) => Number.parseInt(block, 16))

test('steps follow reveal.js’s order: by index, then fragments without an index', () => {
  const fragment = (index: number | null) => ({ fragment: { style: '', index } })
  const mixed = testSlide(1, [
    testBlock(1, fragment(null)),
    testBlock(2, fragment(7)),
    testBlock(3),
    testBlock(4, fragment(2)),
    testBlock(5, fragment(7)),
  ])
  expect(stepsOf(mixed).map((step) => step.map(({ id }) => Number.parseInt(id, 16)))).toEqual([[4], [2, 5], [1]])
})

test('`with` shares the previous block’s index, and `after` stores its delay at the previous block', () => {
  const next = withEntries(slide, [entry(3), entry(1, 'with'), entry(2, 'after', 800)])
  const seen = next.blocks.map((block) => [
    block.fragment?.index ?? null,
    block.attributes.find(([n]) => n === 'data-autoslide')?.[1],
  ])
  expect(seen).toEqual([
    [0, '800'],
    [1, undefined],
    [0, '800'],
    [null, undefined],
  ])
})

test('written steps are read back, in any order and with any starts', () => {
  const starts = fc.array(fc.constantFrom('click', 'with', 'after' as const), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4]), starts, (numbers, kinds) => {
      const wanted = numbers.map((number, index) => entry(number, kinds[index] as StepEntry['start'], 700))
      const written = withEntries(slide, wanted)
      const read = entriesOf(written)
      expect(stepNumbers(read)).toEqual(stepNumbers(wanted))
      expect(new Set(order(read))).toEqual(new Set(order(wanted)))
      expect(withEntries(written, read)).toBe(written)
    }),
  )
})

test('steps are stored in the markup', () => {
  const text = `<section data-id="${'a'.repeat(32)}"><div class="block" data-block-type="text" data-block-id="${blockId(1)}" style="left: 0px; top: 0px; width: 100px; height: auto;"><div class="block-content" style="padding: 10px;"><p>a</p></div></div></section>`
  const parsed = parseSlide(text, blocks)
  const html = renderSlide(withEntries(parsed, [{ ...entry(1), block: parsed.blocks[0]!.id }]), blocks)
  expect(html).toContain('class="block fragment fade-up"')
  expect(entriesOf(parseSlide(html, blocks))).toEqual([{ ...entry(1), block: parsed.blocks[0]!.id }])
})

test('moving or removing the first block of a step keeps the step for its other blocks', () => {
  const entries = [entry(1), entry(2, 'after'), entry(3, 'with')]
  expect(movedEntry(entries, 1, 0).map(({ start }) => start)).toEqual(['after', 'click', 'after'])
  expect(order(movedEntry(entries, 1, 0))).toEqual([2, 1, 3])
  // A moved block is never inserted inside a step.
  expect(order(movedEntry([entry(1), entry(2, 'with'), entry(3)], 2, 1))).toEqual([3, 1, 2])
  expect(order(movedEntry([entry(1), entry(2), entry(3, 'with')], 0, 1))).toEqual([2, 3, 1])
  expect(withoutEntry(entries, blockId(2)).map(({ block, start }) => [Number.parseInt(block, 16), start])).toEqual([
    [1, 'click'],
    [3, 'after'],
  ])
  expect(withoutEntry(entries, blockId(9))).toEqual(entries)
})

test('the delay to the next slide stays with the last step through all changes', () => {
  const waits = (one: Slide) => one.blocks.map((block) => block.attributes.find(([n]) => n === 'data-autoslide')?.[1])
  const two = withEntries(slide, [entry(1), entry(2)])
  const byHand: Slide = {
    ...two,
    blocks: two.blocks.map((block, index) =>
      index === 1 ? { ...block, attributes: [['data-autoslide', '3000']] } : block,
    ),
  }
  const read = entriesOf(byHand)
  expect(withEntries(byHand, read)).toBe(byHand)
  expect(waits(withEntries(byHand, read.with(0, { ...read[0]!, style: 'fade-out' })))).toEqual(waits(byHand))
  expect(waits(withEntries(byHand, [read[1]!, read[0]!]))).toEqual(['3000', undefined, undefined, undefined])
  expect(waits(withEntries(byHand, [...read, entry(3)]))).toEqual([undefined, undefined, '3000', undefined])
  expect(waits(withEntries(byHand, withoutEntry(read, blockId(2))))).toEqual(['3000', undefined, undefined, undefined])
})

describe('fragments inside text', () => {
  const text = (number: number, html: string) => testBlock(number, { type: 'text', props: { html } })
  const list = '<ul><li class="fragment">a</li><li>b</li><li class="fade-up fragment" title=">">c</li></ul>'
  const index = (number: number) => ` data-fragment-index="${number}"`
  const appearing = (one: Slide) => one.blocks.map((block) => block.fragment?.index ?? null)
  const htmlOf = (one: Slide, at: number) => (one.blocks[at]!.props as { html: string }).html
  const unindexed = { fragment: { style: '', index: null } }
  const mixed = testSlide(1, [testBlock(1, unindexed), text(2, list), testBlock(3, unindexed)])

  test('keep their step between the blocks when an order is written', () => {
    const read = entriesOf(mixed)
    const next = withEntries(mixed, read.with(1, { ...read[1]!, style: 'fade-up' }))
    expect(appearing(next)).toEqual([0, null, 3])
    expect(htmlOf(next, 1)).toBe(
      `<ul><li class="fragment"${index(1)}>a</li><li>b</li><li class="fade-up fragment" title=">"${index(2)}>c</li></ul>`,
    )
    expect(countInnerFragments(next)).toBe(2)
    expect(withEntries(next, entriesOf(next))).toBe(next)
  })

  test('stay after the block they followed, or with the block they appeared with', () => {
    const moved = withEntries(mixed, entriesOf(mixed).toReversed())
    expect(appearing(moved)).toEqual([1, null, 0])
    expect(htmlOf(moved, 1)).toContain(`class="fragment"${index(2)}>a`)
    const joined = testSlide(1, [
      testBlock(1, { fragment: { style: '', index: 4 } }),
      text(2, '<p class="fragment" data-fragment-index="7">x</p>'),
      testBlock(3, { fragment: { style: '', index: 7 } }),
    ])
    const swapped = withEntries(joined, entriesOf(joined).toReversed())
    expect(appearing(swapped)).toEqual([1, null, 0])
    expect(htmlOf(swapped, 1)).toBe(`<p class="fragment"${index(0)}>x</p>`)
  })

  test('stay before every block if they were first', () => {
    const first = testSlide(1, [text(1, '<p class="fragment">x</p>'), testBlock(2, unindexed)])
    const read = entriesOf(first)
    const next = withEntries(first, read.with(0, { ...read[0]!, style: 'fade-up' }))
    expect(appearing(next)).toEqual([null, 1])
    expect(htmlOf(next, 0)).toBe(`<p class="fragment"${index(0)}>x</p>`)
  })
})
