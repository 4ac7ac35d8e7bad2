import { describe, expect, it } from 'vitest'
import type { Tie } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/editors.ts'
import { blocks } from '../../blocks/index.ts'
import { type LineProps, lineLeanings } from '../../blocks/line/block.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlides } from '../../document/render-slides.ts'
import type { Block, Deck } from '../../document/types.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import type { Point } from '../geometry/point.ts'
import { createEditor } from '../state/editor.ts'
import { addBlocks, deleteBlocks, setFrames, setStyle, updateBlocks } from './block-commands.ts'
import { copyBlocks } from './fresh-copy.ts'
import { newBlock } from './new-block.ts'

const slide = slideId(1)
const [left, right, line] = [blockId(1), blockId(2), blockId(3)]
const ends = (deck: Deck): readonly Point[] => {
  const block = deck.slides[slide]!.blocks.find((one) => one.id === line)!
  return editorOf('line')!
    .points!.read(block)
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
}
const tiesOf = (deck: Deck, id = line): readonly (Tie | null)[] => {
  const block = deck.slides[slide]!.blocks.find((one) => one.id === id)!
  return editorOf('line')!.ties!.read(block)
}

function lineBetween(from: Tie | null, to: Tie | null, points: readonly Point[]): Block {
  const { points: way, ties } = editorOf('line')!
  return { ...ties!.write(way!.write(newBlock('line'), points), [from, to]), id: line }
}

/** Two boxes of 100 x 50 at (0, 0) and (300, 0), and a line from the right of the one to the left of the other. */
function open() {
  const boxes = [testBlock(1, { frame: { x: 0, y: 0 } }), testBlock(2, { frame: { x: 300, y: 0 } })]
  const tied = lineBetween({ block: left, side: 'right' }, { block: right, side: 'left' }, [
    { x: 100, y: 25 },
    { x: 300, y: 25 },
  ])
  const deck = testDeck([1], [testSlide(1, [...boxes, tied])])
  const { model } = createEditor({ deck, services: recordedServices() })
  const move = (id: string, frame: Partial<{ x: number; y: number; width: number; rotation: number }>): void => {
    const block = model.slide().blocks.find((one) => one.id === id)!
    model.apply(setFrames(slide, { [id]: { ...block.frame!, ...frame } }), { undo: 'step', label: 'Move' })
  }
  return { model, move, deck: () => model.getState().deck }
}

describe('a line that is tied to blocks', () => {
  it('goes along when one is moved, resized or turned, whoever does it, and back with undo', () => {
    const { model, move, deck } = open()
    move(right, { x: 400, y: 100 })
    expect(ends(deck())).toEqual([
      { x: 100, y: 25 },
      { x: 400, y: 125 },
    ])
    move(left, { width: 60 })
    expect(ends(deck())[0]).toEqual({ x: 60, y: 25 })
    move(left, { width: 100, rotation: 90 })
    expect(ends(deck())[0]).toEqual({ x: 50, y: 75 })
    model.undo()
    model.undo()
    model.undo()
    expect(ends(deck())).toEqual([
      { x: 100, y: 25 },
      { x: 300, y: 25 },
    ])
  })

  it('leaves a block that is turned on its side straight away from it, also after it was saved and read again', () => {
    const { model, move, deck } = open()
    move(left, { rotation: 90 })
    expect(tiesOf(deck())).toEqual([
      { block: left, side: 'right', turned: true },
      { block: right, side: 'left' },
    ])
    const drawn = model.slide().blocks.find((one) => one.id === line) as Block<LineProps>
    const saved = renderSlides(testDeck([1], [testSlide(1, [drawn])]), blocks)
    expect(tiesOf({ ...deck(), ...parseSlides(saved, blocks) })).toEqual(tiesOf(deck()))
    expect(lineLeanings(drawn.props)).toEqual({ out: 'down', back: 'across' })
    move(left, { rotation: 0 })
    expect(tiesOf(deck())[0]).toEqual({ block: left, side: 'right' })
  })

  it('stays where it is when a block is deleted, and is tied again when that is undone', () => {
    const { model, deck } = open()
    model.apply(deleteBlocks(slide, [right]), { undo: 'step', label: 'Delete' })
    expect(ends(deck())[1]).toEqual({ x: 300, y: 25 })
    expect(tiesOf(deck())).toEqual([{ block: left, side: 'right' }, null])
    model.undo()
    expect(tiesOf(deck())[1]).toEqual({ block: right, side: 'left' })
  })

  it('comes loose when it is moved by itself, not when it only changes its color', () => {
    const { model, move, deck } = open()
    model.apply(setStyle(slide, [line], 'opacity', '0.5'), { undo: 'step', label: 'Opacity' })
    expect(tiesOf(deck())).toEqual([
      { block: left, side: 'right' },
      { block: right, side: 'left' },
    ])
    move(line, { y: 200 })
    expect(tiesOf(deck())).toEqual([null, null])
    expect(ends(deck())[0]!.y).toBe(200)
  })

  it('stays tied when it is moved together with its blocks', () => {
    const { model, deck } = open()
    const down = (block: Block): Block => ({ ...block, frame: { ...block.frame!, y: block.frame!.y + 40 } })
    model.apply(updateBlocks(slide, [left, right, line], down), { undo: 'step', label: 'Move' })
    expect(ends(deck())).toEqual([
      { x: 100, y: 65 },
      { x: 300, y: 65 },
    ])
    expect(tiesOf(deck()).every((tie) => tie !== null)).toBe(true)
  })

  it('copied with its blocks is tied to the copies; copied alone it is free', () => {
    const { model, deck } = open()
    const all = copyBlocks(model.slide().blocks, { x: 0, y: 300 })
    model.apply(addBlocks(slide, all), { undo: 'step', label: 'Duplicate' })
    expect(tiesOf(deck(), all[2]!.id)).toEqual([
      { block: all[0]!.id, side: 'right' },
      { block: all[1]!.id, side: 'left' },
    ])
    const alone = copyBlocks([model.slide().blocks[2]!], { x: 20, y: 20 })
    model.apply(addBlocks(slide, alone), { undo: 'step', label: 'Duplicate' })
    expect(tiesOf(deck(), alone[0]!.id)).toEqual([null, null])
  })
})
