import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, Deck } from '../../document/deck-model.ts'
import { groupsOf, placeOf, unitOf, withGroups } from '../../document/groups.ts'
import { newBlockId } from '../../document/ids.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { deleteBlocks } from './block-commands.ts'
import { copyBlocks } from './fresh-copy.ts'
import { groupBlocks, ungroupBlocks } from './group-commands.ts'
import { orderBlocks, placeBlocks } from './order-commands.ts'

const one = slideId(1)
const deckOf = (count: number): Deck =>
  testDeck(
    [1],
    [
      testSlide(
        1,
        Array.from({ length: count }, (_, index) => testBlock(index + 1)),
      ),
    ],
  )
const blocksOf = (deck: Deck): readonly Block[] => deck.slides[one]!.blocks
const ids = (...numbers: number[]) => numbers.map(blockId)
const order = (deck: Deck) => blocksOf(deck).map((block) => Number.parseInt(block.id, 16))
const [G, H] = [blockId(100), blockId(101)]
const nested = () => groupBlocks(one, ids(1, 2, 4), H)(groupBlocks(one, ids(1, 2), G)(deckOf(5)))

describe('a group', () => {
  it('grouping moves the blocks to the position of the frontmost one', () => {
    const deck = groupBlocks(one, ids(1, 3), G)(deckOf(4))
    expect(order(deck)).toEqual([2, 1, 3, 4])
    expect(blocksOf(deck).map(groupsOf)).toEqual([[], [G], [G], []])
  })

  it('groups can be nested, and clicks select first the outermost group, then the next inner one', () => {
    const blocks = blocksOf(nested())
    const block = blocks.find(({ id }) => id === blockId(1))!
    expect(groupsOf(block)).toEqual([H, G])
    const unit = (...chosen: number[]) => unitOf(blocks, block, placeOf(blocks, ids(...chosen))).map(({ id }) => id)
    expect(unit()).toEqual(ids(1, 2, 4))
    expect(unit(4)).toEqual(ids(1, 2))
    expect(unit(2)).toEqual(ids(1))
    expect(unit(5)).toEqual(ids(1, 2, 4))
  })

  it('ungrouping removes one level, without moving a block', () => {
    const start = nested()
    const once = ungroupBlocks(one, ids(1, 2, 4))(start)
    expect(blocksOf(once).map(groupsOf)).toEqual([[], [G], [G], [], []])
    const twice = ungroupBlocks(one, ids(1, 2))(once)
    expect(blocksOf(twice).flatMap(groupsOf)).toEqual([])
    expect(blocksOf(twice).map(({ frame }) => frame)).toEqual(blocksOf(start).map(({ frame }) => frame))
  })

  it('a group with one remaining block is removed', () => {
    const deck = deleteBlocks(one, ids(2))(nested())
    expect(blocksOf(deck).map((block) => [block.id, groupsOf(block)])).toEqual([
      [blockId(3), []],
      [blockId(1), [H]],
      [blockId(4), [H]],
      [blockId(5), []],
    ])
  })

  it('a group is reordered as a whole, and its members are reordered within it', () => {
    const deck = groupBlocks(one, ids(2, 3), G)(deckOf(5))
    expect(order(orderBlocks(one, ids(2, 3), 'forward')(deck))).toEqual([1, 4, 2, 3, 5])
    expect(order(orderBlocks(one, ids(4), 'backward')(deck))).toEqual([1, 4, 2, 3, 5])
    expect(order(orderBlocks(one, ids(2), 'front')(deck))).toEqual([1, 3, 2, 4, 5])
    expect(orderBlocks(one, ids(3), 'forward')(deck)).toBe(deck)
  })

  it('dragging in the layer list moves blocks into groups and out of them', () => {
    const deck = groupBlocks(one, ids(2, 3), G)(deckOf(5))
    const placed = (number: number, side: 'behind' | 'before', of: number, path: readonly string[]) =>
      placeBlocks(one, ids(number), { side, of: blockId(of), path })(deck)
    expect(order(placed(5, 'behind', 3, []))).toEqual([1, 5, 2, 3, 4])
    expect(order(placed(5, 'behind', 3, [G]))).toEqual([1, 2, 5, 3, 4])
    expect(blocksOf(placed(5, 'behind', 3, [G])).map(groupsOf)).toEqual([[], [G], [G], [G], []])
    expect(order(placed(2, 'before', 3, [G]))).toEqual([1, 3, 2, 4, 5])
    // When only one member remains, the group is removed.
    expect(order(placed(2, 'before', 5, []))).toEqual([1, 3, 4, 5, 2])
    expect(blocksOf(placed(2, 'before', 5, [])).flatMap(groupsOf)).toEqual([])
  })

  it('a group is copied as a new group, and a copied member joins the same group', () => {
    const blocks = blocksOf(nested())
    const members = blocks.filter((block) => groupsOf(block).length > 0)
    const copies = copyBlocks(members, { x: 0, y: 0 }, blocks)
    const [first, second, third] = copies.map(groupsOf)
    expect(first).toEqual(second)
    expect(first![0]).toBe(third![0])
    expect([H, G]).not.toContain(first![0])
    expect([H, G]).not.toContain(first![1])
    const member = copyBlocks(
      blocks.filter(({ id }) => id === blockId(1)),
      { x: 0, y: 0 },
      blocks,
    )
    expect(groupsOf(member[0]!)).toEqual([H, G])
  })
})

describe('any sequence of grouping, ungrouping, ordering and deleting', () => {
  it('groups stay contiguous and nested, and have at least two units', () => {
    const step = fc.record({ command: fc.nat(4), chosen: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let deck = deckOf(8)
        for (const { command: index, chosen } of steps) {
          // The test selects like a pointer: whole groups, or members of an entered group.
          const blocks = blocksOf(deck)
          const units = chosen.flatMap((number) => {
            const block = blocks.find(({ id }) => id === blockId(number))
            return block ? unitOf(blocks, block, []).map(({ id }) => id) : []
          })
          const command = [
            groupBlocks(one, units, newBlockId()),
            groupBlocks(one, ids(...chosen), newBlockId()),
            ungroupBlocks(one, units),
            orderBlocks(one, ids(...chosen), 'forward'),
            deleteBlocks(one, ids(...chosen.slice(0, 1))),
          ][index]!
          deck = command(deck)
          for (const block of blocksOf(deck)) for (const id of groupsOf(block)) expectValid(blocksOf(deck), id)
        }
      }),
      { numRuns: 150 },
    )
  })
})

/** Asserts that a group has several members, which are contiguous. */
function expectValid(blocks: readonly Block[], group: string): void {
  const places = blocks.flatMap((block, index) => (groupsOf(block).includes(group) ? [index] : []))
  expect(places.length).toBeGreaterThan(1)
  expect(places.at(-1)! - places[0]!).toBe(places.length - 1)
  const depths = new Set(
    places.map((index) =>
      groupsOf(blocks[index]!)
        .slice(0, groupsOf(blocks[index]!).indexOf(group) + 1)
        .join(' '),
    ),
  )
  expect(depths.size).toBe(1)
}

describe('the groups of a block', () => {
  it("a block's groups are written to its wrapper, and an invalid list of ids is ignored", () => {
    const block = withGroups(testBlock(1), [G, H])
    expect(block.attributes).toEqual([['data-l-groups', `${G} ${H}`]])
    expect(withGroups(block, [G, H])).toBe(block)
    expect(withGroups(block, []).attributes).toEqual([])
    expect(groupsOf(testBlock(1, { attributes: [['data-l-groups', 'mine']] }))).toEqual([])
  })
})
