import { expect, it } from 'vitest'
import { lineBlock } from '../../blocks/line/block.ts'
import { blockId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import { actionNamed } from './index.ts'

function selected() {
  const blocks = [
    testBlock(1, { frame: { x: 0, y: 0, width: 100, height: 40 } }),
    testBlock(2, { frame: { x: 300, y: 50, width: 260, height: 80, rotation: 90 } }),
    testBlock(3, { frame: { x: 600, y: 0, width: 50, height: 60 }, type: 'line', props: lineBlock.defaults().props }),
    testBlock(4, { frame: { x: 700, y: 0, width: 50, height: 20 } }),
    testBlock(5, { frame: { x: 800, y: 0, width: 500, height: 500 }, locked: true }),
  ]
  const editor = createEditor({ deck: testDeck([1], [testSlide(1, blocks)]), services: recordedServices() })
  editor.model.select([5, 4, 3, 2, 1].map(blockId))
  const frames = () => editor.model.slide().blocks.map(({ frame }) => [frame!.x, frame!.y, frame!.width, frame!.height])
  return { editor, frames, before: frames() }
}

it('blocks get the width or height of the largest resizable block, in one undo step each', () => {
  const { editor, frames, before } = selected()
  actionNamed('same-width').run(editor)
  expect(frames()).toEqual([[0, 0, 260, 40], before[1], before[2], [700, 0, 260, 20], before[4]])
  actionNamed('same-height').run(editor)
  expect(frames().map((frame) => frame[3])).toEqual([80, 80, 60, 80, 500])
  editor.model.undo()
  editor.model.undo()
  expect(frames()).toEqual(before)
})

it('if blocks are aligned to the last selected one, they get its size, and a rotated block keeps its center', () => {
  const { editor, frames } = selected()
  editor.model.show({ alignTo: 'key' })
  actionNamed('same-width').run(editor)
  expect(frames()[1]).toEqual([380, 50, 100, 80])
  expect(frames()[3]).toEqual([700, 0, 100, 20])
})

it('a single block and the blocks of one group cannot be given the same size', () => {
  const { editor } = selected()
  editor.model.select([blockId(1)])
  expect(actionNamed('same-width').when(editor.model.getState())).toBe(false)
  editor.model.select([blockId(1), blockId(2)])
  actionNamed('group').run(editor)
  expect(actionNamed('same-height').when(editor.model.getState())).toBe(false)
})
