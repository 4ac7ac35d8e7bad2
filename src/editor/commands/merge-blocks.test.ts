// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { blockId, testBlock, testSlide } from '../../testing/editor-decks.ts'
import { mergeBlocks } from './merge-blocks.ts'

const text = (number: number, html: string, frame = {}): Block =>
  testBlock(number, { type: 'text', props: { ...blockTypes.text.defaults().props, html }, frame })
const htmlOf = ({ props }: Block) => (props as { html: string }).html

const base = testSlide(1, [text(1, '<p>one</p><p>two typed</p>'), text(2, '<p>b</p>')])

it('undone typing is undone, and words written elsewhere in the same text stay', () => {
  const theirs = testSlide(1, [text(1, '<p>one more</p><p>two typed</p>'), text(2, '<p>b</p>')])
  const mine = testSlide(1, [text(1, '<p>one</p><p>two</p>'), text(2, '<p>b</p>')])
  expect(mergeBlocks(base, theirs, mine).blocks.map(htmlOf)).toEqual(['<p>one more</p><p>two</p>', '<p>b</p>'])
})

it('different properties of a block are both kept, and of the same property theirs counts', () => {
  const theirs = testSlide(1, [text(1, '<p>new</p>', { x: 300 }), text(2, '<p>b</p>')])
  const mine = testSlide(1, [text(1, '<p>one</p><p>two typed</p>', { x: 200, y: 400 }), text(2, '<p>b</p>')])
  const [block] = mergeBlocks(base, theirs, mine).blocks
  expect(block).toMatchObject({ frame: { x: 300, y: 400 }, props: { html: '<p>new</p>' } })
})

it('a block deleted by one side is gone, unless they changed it', () => {
  const [first, second] = base.blocks
  const changed = text(2, '<p>c</p>')
  const ids = (theirs: readonly Block[], mine: readonly Block[]) =>
    mergeBlocks(base, testSlide(1, theirs), testSlide(1, mine)).blocks.map(({ id }) => id)
  expect(ids([first!], [first!, second!])).toEqual([blockId(1)])
  expect(ids([first!, second!], [first!])).toEqual([blockId(1)])
  expect(ids([first!, changed], [first!])).toEqual([blockId(1), blockId(2)])
})

it('blocks added by either side are kept in their order', () => {
  const [first, second] = base.blocks
  const merged = mergeBlocks(
    base,
    testSlide(1, [first!, text(3, '<p>theirs</p>'), second!]),
    testSlide(1, [first!, second!, text(4, '<p>mine</p>')]),
  )
  expect(merged.blocks.map(({ id }) => id)).toEqual([1, 3, 2, 4].map(blockId))
})

describe('a snippet in the flow, whose id depends on its markup', () => {
  const flow = (id: number, html: string): Block => ({
    ...testBlock(id),
    type: 'snippet',
    frame: null,
    props: { html },
  })
  const slide = (...blocks: readonly Block[]) => testSlide(1, blocks)

  it('is undone after a save, and the change from elsewhere stays', () => {
    const saved = slide(flow(1, '<h2>edited</h2>'), text(2, '<p>b</p>'))
    const theirs = slide(flow(11, '<h2>edited</h2>'), text(2, '<p>c</p>'))
    const undone = slide(flow(1, '<h2>first</h2>'), text(2, '<p>b</p>'))
    const { blocks } = mergeBlocks(saved, theirs, undone)
    expect(blocks.map(htmlOf)).toEqual(['<h2>first</h2>', '<p>c</p>'])
    expect(blocks.map(({ id }) => id)).toEqual([11, 2].map(blockId))
  })

  it('is the same snippet by its position if the other side changed it', () => {
    const both = slide(flow(1, '<h2>a</h2>'), text(3, '<p>t</p>'), flow(2, '<h2>b</h2>'))
    const theirs = slide(flow(1, '<h2>a</h2>'), text(3, '<p>t</p>'), flow(12, '<h2>b theirs</h2>'))
    const mine = slide(flow(21, '<h2>a mine</h2>'), text(3, '<p>t</p>'), flow(2, '<h2>b</h2>'))
    expect(mergeBlocks(both, theirs, mine).blocks.map(htmlOf)).toEqual([
      '<h2>a mine</h2>',
      '<p>t</p>',
      '<h2>b theirs</h2>',
    ])
  })
})
