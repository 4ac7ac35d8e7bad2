import { describe, expect, it } from 'vitest'
import type { Anchor } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import { type LineProps, lineLeanings } from '../../blocks/line/block.ts'
import type { Block, Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import type { Point } from '../geometry/point.ts'
import { createEditor } from '../state/editor.ts'
import { createModel, type EditorModel } from '../state/editor-model.ts'
import { addBlocks, deleteBlocks, setFrames, setStyle, updateBlocks } from './block-commands.ts'
import { copyBlocks } from './fresh-copy.ts'
import { newBlock } from './new-block.ts'
import { setSettings } from './settings-commands.ts'

const slide = slideId(1)
const [left, right, line] = [blockId(1), blockId(2), blockId(3)]
const ends = (deck: Deck): readonly Point[] => {
  const block = deck.slides[slide]!.blocks.find((one) => one.id === line)!
  return editorOf('line')!
    .handles!.read(block)
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
}
const anchorsOf = (deck: Deck, id = line): readonly (Anchor | null)[] => {
  const block = deck.slides[slide]!.blocks.find((one) => one.id === id)!
  return editorOf('line')!.anchors!.read(block)
}

function lineBetween(from: Anchor | null, to: Anchor | null, points: readonly Point[]): Block {
  const { handles, anchors } = editorOf('line')!
  return { ...anchors!.write(handles!.write(newBlock('line'), points), [from, to]), id: line }
}

/**
 * Two boxes of 100 x 50 at (0, 0) and (300, 0), and a line from the first one's right side to the other's left side.
 */
function open() {
  const boxes = [testBlock(1, { frame: { x: 0, y: 0 } }), testBlock(2, { frame: { x: 300, y: 0 } })]
  const connector = lineBetween({ block: left, side: 'right' }, { block: right, side: 'left' }, [
    { x: 100, y: 25 },
    { x: 300, y: 25 },
  ])
  const deck = testDeck([1], [testSlide(1, [...boxes, connector])])
  const { model } = createEditor({ deck, services: recordedServices() })
  const move = (id: string, frame: Partial<{ x: number; y: number; width: number; rotation: number }>): void => {
    const block = model.slide().blocks.find((one) => one.id === id)!
    model.apply(setFrames(slide, { [id]: { ...block.frame!, ...frame } }), { undo: 'step', label: 'Move' })
  }
  return { model, move, deck: () => model.getState().deck }
}

describe('a line connected to blocks', () => {
  it('follows a block that is moved, resized or rotated, and undo moves it back', () => {
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

  it('leaves a rotated block perpendicular to its side, also after saving and parsing', () => {
    const { model, move, deck } = open()
    move(left, { rotation: 90 })
    expect(anchorsOf(deck())).toEqual([
      { block: left, side: 'right', turned: true },
      { block: right, side: 'left' },
    ])
    const drawn = model.slide().blocks.find((one) => one.id === line) as Block<LineProps>
    const saved = renderSlides(testDeck([1], [testSlide(1, [drawn])]), blocks)
    expect(anchorsOf({ ...deck(), ...parseSlides(saved, blocks) })).toEqual(anchorsOf(deck()))
    expect(lineLeanings(drawn.props)).toEqual({ out: 'down', back: 'across' })
    move(left, { rotation: 0 })
    expect(anchorsOf(deck())[0]).toEqual({ block: left, side: 'right' })
  })

  it('stays in place when a block is deleted, and undo connects it again', () => {
    const { model, deck } = open()
    model.apply(deleteBlocks(slide, [right]), { undo: 'step', label: 'Delete' })
    expect(ends(deck())[1]).toEqual({ x: 300, y: 25 })
    expect(anchorsOf(deck())).toEqual([{ block: left, side: 'right' }, null])
    model.undo()
    expect(anchorsOf(deck())[1]).toEqual({ block: right, side: 'left' })
  })

  it('is disconnected when it is moved alone, but not when only its style changes', () => {
    const { model, move, deck } = open()
    model.apply(setStyle(slide, [line], 'opacity', '0.5'), { undo: 'step', label: 'Opacity' })
    expect(anchorsOf(deck())).toEqual([
      { block: left, side: 'right' },
      { block: right, side: 'left' },
    ])
    move(line, { y: 200 })
    expect(anchorsOf(deck())).toEqual([null, null])
    expect(ends(deck())[0]!.y).toBe(200)
  })

  it('stays connected when it is moved together with its blocks', () => {
    const { model, deck } = open()
    const down = (block: Block): Block => ({ ...block, frame: { ...block.frame!, y: block.frame!.y + 40 } })
    model.apply(updateBlocks(slide, [left, right, line], down), { undo: 'step', label: 'Move' })
    expect(ends(deck())).toEqual([
      { x: 100, y: 65 },
      { x: 300, y: 65 },
    ])
    expect(anchorsOf(deck()).every((anchor) => anchor !== null)).toBe(true)
  })

  it('is not moved by a change from another client, or by a later change of unconnected blocks', () => {
    const { model, deck } = open()
    const elsewhere = setFrames(slide, { [right]: { x: 400, y: 100, width: 100, height: 50, rotation: 0 } })
    model.apply(elsewhere, { undo: 'none', label: '' })
    model.apply(addBlocks(slide, [testBlock(4)]), { undo: 'step', label: 'Insert' })
    model.apply(setStyle(slide, [blockId(4)], 'opacity', '0.5'), { undo: 'step', label: 'Opacity' })
    expect(ends(deck())).toEqual([
      { x: 100, y: 25 },
      { x: 300, y: 25 },
    ])
  })

  it('follows a block that another client has moved once the user moves that block', () => {
    const { model, move, deck } = open()
    const elsewhere = setFrames(slide, { [right]: { x: 400, y: 100, width: 100, height: 50, rotation: 0 } })
    model.apply(elsewhere, { undo: 'none', label: '' })
    move(right, { y: 200 })
    expect(ends(deck())[1]).toEqual({ x: 400, y: 225 })
    expect(anchorsOf(deck()).every((anchor) => anchor !== null)).toBe(true)
  })

  it('follows blocks whose height another font changes', () => {
    const texts = [1, 2].map((n) => testBlock(n, { type: 'text', frame: { x: (n - 1) * 300, y: 0, height: null } }))
    const connected = lineBetween({ block: left, side: 'right' }, { block: right, side: 'left' }, [
      { x: 100, y: 25 },
      { x: 300, y: 25 },
    ])
    const height = (): number => (model.getState().deck.settings.theme_font === 'league' ? 200 : 50)
    const deck = testDeck([1], [testSlide(1, [...texts, connected])])
    const model: EditorModel = createModel({ deck, slideId: null, now: () => 0, heightOf: height, changed: () => {} })
    model.apply(setSettings({ theme_font: 'league' }), { undo: 'step', label: 'Font' })
    expect(ends(model.getState().deck).map(({ y }) => y)).toEqual([100, 100])
    model.undo()
    expect(ends(model.getState().deck).map(({ y }) => y)).toEqual([25, 25])
  })

  it('is connected to the copies when copied with its blocks, and to nothing when copied alone', () => {
    const { model, deck } = open()
    const all = copyBlocks(model.slide().blocks, { x: 0, y: 300 })
    model.apply(addBlocks(slide, all), { undo: 'step', label: 'Duplicate' })
    expect(anchorsOf(deck(), all[2]!.id)).toEqual([
      { block: all[0]!.id, side: 'right' },
      { block: all[1]!.id, side: 'left' },
    ])
    const alone = copyBlocks([model.slide().blocks[2]!], { x: 20, y: 20 })
    model.apply(addBlocks(slide, alone), { undo: 'step', label: 'Duplicate' })
    expect(anchorsOf(deck(), alone[0]!.id)).toEqual([null, null])
  })
})
