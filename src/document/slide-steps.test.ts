import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { blockId, testBlock, testSlide } from '../testing/editor-decks.ts'
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

test('blocks come as reveal.js sorts them: by index, then those without one', () => {
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

test('with the one before shares its index; after it, the one before says how long to wait', () => {
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

test('what is written is what is read, whatever the order and the starts', () => {
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

test('the steps live in the markup', () => {
  const text = `<section data-id="${'a'.repeat(32)}"><div class="block" data-block-type="text" data-block-id="${blockId(1)}" style="left: 0px; top: 0px; width: 100px; height: auto;"><div class="block-content" style="padding: 10px;"><p>a</p></div></div></section>`
  const parsed = parseSlide(text, blocks)
  const html = renderSlide(withEntries(parsed, [{ ...entry(1), block: parsed.blocks[0]!.id }]), blocks)
  expect(html).toContain('class="block fragment fade-up"')
  expect(entriesOf(parseSlide(html, blocks))).toEqual([{ ...entry(1), block: parsed.blocks[0]!.id }])
})

test('moving or removing the head of a step leaves its moment to those that came with it', () => {
  const entries = [entry(1), entry(2, 'after'), entry(3, 'with')]
  expect(movedEntry(entries, 1, 0).map(({ start }) => start)).toEqual(['after', 'click', 'after'])
  expect(order(movedEntry(entries, 1, 0))).toEqual([2, 1, 3])
  // Nothing goes in between what comes together.
  expect(order(movedEntry([entry(1), entry(2, 'with'), entry(3)], 2, 1))).toEqual([3, 1, 2])
  expect(order(movedEntry([entry(1), entry(2), entry(3, 'with')], 0, 1))).toEqual([2, 3, 1])
  expect(withoutEntry(entries, blockId(2)).map(({ block, start }) => [Number.parseInt(block, 16), start])).toEqual([
    [1, 'click'],
    [3, 'after'],
  ])
  expect(withoutEntry(entries, blockId(9))).toEqual(entries)
})
