import { beforeEach, describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { headlessSurface, pointerAt } from '../../testing/editor-surface.ts'
import { setLocked } from '../commands/block-commands.ts'
import { groupBlocks } from '../commands/group-commands.ts'
import { moveGesture } from '../gestures/move.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { actionNamed } from './index.ts'

const props = blockTypes.shape.defaults().props
const [free, locked, alone] = [blockId(1), blockId(2), blockId(3)]
let editor: Editor

beforeEach(() => {
  const blocks = [1, 2, 3].map((number) => testBlock(number, { props, frame: { x: number * 100, y: 100 } }))
  editor = createEditor({ deck: testDeck([1], [testSlide(1, blocks)]), services: recordedServices() })
  const settle = { undo: 'step', label: 'Set up' } as const
  editor.model.apply(groupBlocks(slideId(1), [free, locked], blockId(9)), settle)
  editor.model.apply(setLocked(slideId(1), [locked], true), settle)
})

const places = () => editor.model.slide().blocks.map((block) => block.frame!.x)

describe('a group with a locked block', () => {
  it('a group with a locked block is neither moved nor deleted, not even its other blocks', () => {
    editor.model.select([free, locked, alone])
    const surface = headlessSurface(editor.model)
    moveGesture(editor.model, surface, pointerAt(310, 110)).end(pointerAt(410, 110, { mod: true }))
    expect(places()).toEqual([100, 200, 400])
    actionNamed('delete').run(editor)
    expect(editor.model.slide().blocks.map((block) => block.id)).toEqual([free, locked])
  })

  it('Select all does not select a group with a locked block', () => {
    actionNamed('select-all').run(editor)
    expect(editor.model.getState().selection).toEqual([alone])
  })

  it('unlocking a group unlocks all its blocks, and then the group moves with the selection', () => {
    editor.model.select([free, locked])
    expect(actionNamed('delete').when(editor.model.getState())).toBe(false)
    actionNamed('unlock').run(editor)
    moveGesture(editor.model, headlessSurface(editor.model), pointerAt(110, 110)).end(
      pointerAt(160, 110, { mod: true }),
    )
    expect(places()).toEqual([150, 250, 300])
  })

  it('unlocked blocks of an entered group can be moved', () => {
    editor.model.select([free])
    moveGesture(editor.model, headlessSurface(editor.model), pointerAt(110, 110)).end(
      pointerAt(140, 110, { mod: true }),
    )
    expect(places()).toEqual([130, 200, 300])
  })
})
