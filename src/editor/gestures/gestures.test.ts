import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { checkDeck } from '../../document/check-deck.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { headlessSurface, pointerAt } from '../../testing/editor-surface.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { newBlock } from '../commands/new-block.ts'
import { createEditor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { begunAt, drawGesture } from './draw.ts'
import type { Gesture, GestureSurface, PointerAt } from './gesture.ts'
import { lineEndGesture } from './line-ends.ts'
import { marqueeGesture } from './marquee.ts'
import { moveGesture } from './move.ts'
import { resizeGesture } from './resize.ts'
import { rotateGesture } from './rotate.ts'

fc.configureGlobal({ seed: 20_240_601 })

const shapeProps = blockTypes.shape.defaults().props
const lineProps = blockTypes.line.defaults().props
const imageProps = blockTypes.image.defaults().props

function open(): { model: EditorModel; surface: ReturnType<typeof headlessSurface> } {
  const blocks = [
    testBlock(1, { props: shapeProps, frame: { x: 100, y: 100, width: 100, height: 60 } }),
    testBlock(2, { props: shapeProps, frame: { x: 400, y: 300, width: 80, height: 80, rotation: 30 } }),
    testBlock(3, { type: 'line', props: lineProps, frame: { x: 600, y: 500, width: 200, height: 1 } }),
    testBlock(4, { type: 'image', props: imageProps, frame: { x: 700, y: 50, width: 160, height: 120 } }),
    testBlock(5, { props: shapeProps, locked: true, frame: { x: 20, y: 600, width: 50, height: 50 } }),
  ]
  const { model } = createEditor({ deck: testDeck([1, 2], [testSlide(1, blocks)]), services: recordedServices() })
  return { model, surface: headlessSurface(model) }
}

const frameOf = (model: EditorModel, number: number) =>
  model.slide().blocks.find((block) => block.id === blockId(number))!.frame!

function drag(gesture: Gesture, ...path: readonly PointerAt[]): void {
  for (const at of path) gesture.move(at)
  gesture.end(path.at(-1)!)
}

type Begin = (model: EditorModel, surface: GestureSurface, from: PointerAt) => Gesture | null
const kinds: Readonly<Record<string, Begin>> = {
  move: moveGesture,
  resize: (model, surface, from) => resizeGesture(model, surface, from, 'se'),
  'resize an edge': (model, surface, from) => resizeGesture(model, surface, from, 'w'),
  rotate: rotateGesture,
  'line end': (model, surface, from) => {
    model.select([blockId(3)])
    return lineEndGesture(model, surface, from, 0)
  },
  draw: (model, surface, from) => drawGesture(model, surface, from, { kind: 'draw', type: 'shape', props: {} }),
}

const place = fc.record({
  x: fc.integer({ min: -200, max: 1200 }),
  y: fc.integer({ min: -200, max: 900 }),
  shift: fc.boolean(),
  alt: fc.boolean(),
  mod: fc.boolean(),
})
const path = fc.array(place, { minLength: 1, maxLength: 8 })

describe.each(Object.entries(kinds))('a drag to %s', (_name, begin) => {
  it('changes the deck only at its end, and not at all when canceled', () => {
    fc.assert(
      fc.property(path, (places) => {
        const { model, surface } = open()
        model.select([blockId(1), blockId(2)])
        const before = model.getState().deck
        const gesture = begin(model, surface, pointerAt(150, 130))!
        for (const { x, y, ...held } of places) {
          gesture.move(pointerAt(x, y, held))
          expect(model.getState().deck).toBe(before)
        }
        gesture.cancel()
        expect(model.getState().deck).toBe(before)
        expect(surface.shown.preview).toBe(null)
        expect(model.getState().undoLabel).toBe(null)
      }),
      { numRuns: 60 },
    )
  })

  it('is one undo step that leaves a valid deck', () => {
    fc.assert(
      fc.property(path, (places) => {
        const { model, surface } = open()
        model.select([blockId(1), blockId(2)])
        const before = model.getState().deck
        const gesture = begin(model, surface, pointerAt(150, 130))!
        drag(gesture, ...places.map(({ x, y, ...held }) => pointerAt(x, y, held)))
        expect(checkDeck(model.getState().deck)).toEqual([])
        expect(surface.shown.preview).toBe(null)
        model.undo()
        expect(model.getState().deck).toBe(before)
        expect(model.getState().undoLabel).toBe(null)
      }),
      { numRuns: 60 },
    )
  })
})

describe('moving', () => {
  it('does not move locked blocks', () => {
    const { model, surface } = open()
    model.select([blockId(1), blockId(5)])
    drag(moveGesture(model, surface, pointerAt(0, 0)), pointerAt(33, 47, { mod: true }))
    expect(frameOf(model, 5)).toMatchObject({ x: 20, y: 600 })
    expect(frameOf(model, 1)).toMatchObject({ x: 133, y: 147 })
  })

  it('snaps to the slide and to other blocks, but not while Mod is held', () => {
    const { model, surface } = open()
    model.select([blockId(1)])
    const gesture = moveGesture(model, surface, pointerAt(150, 130))
    gesture.move(pointerAt(482, 352))
    expect(surface.shown.preview?.moved?.by).toEqual({ x: 330, y: 220 })
    expect(surface.shown.preview?.guides).toHaveLength(2)
    gesture.move(pointerAt(482, 352, { mod: true }))
    expect(surface.shown.preview?.moved?.by).toEqual({ x: 332, y: 222 })
    expect(surface.shown.preview?.guides).toEqual([])
  })

  it("snaps to the user's guides", () => {
    const { model, surface } = open()
    model.show({ userGuides: { x: [333], y: [] } })
    model.select([blockId(1)])
    const gesture = moveGesture(model, surface, pointerAt(150, 130))
    gesture.move(pointerAt(380, 140))
    expect(surface.shown.preview?.moved?.by.x).toBe(233)
    expect(surface.shown.preview?.guides).toContainEqual({ axis: 'x', at: 333, start: 0, end: 700 })
    drag(resizeGesture(model, surface, pointerAt(200, 160), 'se')!, pointerAt(331, 400))
    expect(frameOf(model, 1)).toMatchObject({ x: 100, width: 233 })
  })

  it('ends on whole px of the slide at every zoom', () => {
    const { model } = open()
    model.select([blockId(1)])
    drag(moveGesture(model, headlessSurface(model, 0.73), pointerAt(0, 0)), pointerAt(37.4, 23.7, { mod: true }))
    expect(frameOf(model, 1)).toMatchObject({ x: 137, y: 124 })
  })
})

/** Opens an editor with shapes at these frames, the first of them selected. */
function openWith(
  frames: readonly { x: number; y: number; width: number; height: number; rotation?: number }[],
  scale = 1,
) {
  const blocks = frames.map((frame, index) => testBlock(index + 1, { props: shapeProps, frame }))
  const { model } = createEditor({ deck: testDeck([1], [testSlide(1, blocks)]), services: recordedServices() })
  model.select([blockId(1)])
  return { model, surface: headlessSurface(model, scale) }
}

describe('snapping while moving', () => {
  const row = [
    { x: 500, y: 103, width: 60, height: 50 },
    { x: 100, y: 100, width: 50, height: 50 },
    { x: 190, y: 100, width: 50, height: 50 },
  ]

  it('prefers edges to equal gaps, on each axis independently', () => {
    const { model, surface } = openWith(row)
    const gesture = moveGesture(model, surface, pointerAt(500, 103))
    gesture.move(pointerAt(281, 104))
    expect(surface.shown.preview?.moved?.by).toEqual({ x: -220, y: -3 })
    expect(surface.shown.preview?.marks?.map(({ axis, start, end }) => [axis, start, end])).toEqual([
      ['x', 150, 190],
      ['x', 240, 280],
    ])
    const withEdge = openWith([...row, { x: 283, y: 400, width: 70, height: 20 }])
    moveGesture(withEdge.model, withEdge.surface, pointerAt(500, 103)).move(pointerAt(281, 104))
    expect(withEdge.surface.shown.preview?.moved?.by).toEqual({ x: -217, y: -3 })
    expect(withEdge.surface.shown.preview?.marks).toEqual([])
  })

  it('has the same reach in screen px at every zoom', () => {
    const by = (scale: number, x: number) => {
      const { model, surface } = openWith([row[0]!, { x: 200, y: 600, width: 400, height: 30 }], scale)
      moveGesture(model, surface, pointerAt(500, 103)).move(pointerAt(x, 103))
      return surface.shown.preview!.moved!.by.x
    }
    expect(by(0.5, 210)).toBe(-300)
    expect(by(1, 210)).toBe(-290)
    expect(by(1, 205)).toBe(-300)
    expect(by(2, 205)).toBe(-295)
    expect(by(2, 202)).toBe(-300)
  })

  it('applies to copies too, whenever Alt is pressed or released', () => {
    const { model, surface } = openWith([row[0]!, { x: 200, y: 600, width: 400, height: 30 }])
    const gesture = moveGesture(model, surface, pointerAt(500, 103))
    gesture.move(pointerAt(300, 203, { alt: true }))
    expect(surface.shown.preview?.moved?.copies).toBe(true)
    gesture.move(pointerAt(260, 203))
    expect(surface.shown.preview?.moved?.copies).toBe(false)
    gesture.end(pointerAt(203, 203, { alt: true }))
    expect(model.slide().blocks).toHaveLength(3)
    expect(frameOf(model, 1)).toMatchObject({ x: 500, y: 103 })
    expect(model.slide().blocks[2]!.frame).toMatchObject({ x: 200, y: 203 })
  })
})

describe('modifier keys', () => {
  const box = { x: 300, y: 200, width: 200, height: 100 }

  it('apply while they are held, also when pressed or released during a drag', () => {
    const { model, surface } = openWith([box])
    const sized = () => surface.shown.preview!.blocks![0]!.frame!
    const size = resizeGesture(model, surface, pointerAt(500, 300), 'se')
    size.move(pointerAt(620, 310, { mod: true }))
    expect(sized()).toMatchObject({ width: 320, height: 110 })
    size.move(pointerAt(620, 310, { mod: true, shift: true }))
    expect(sized().width / sized().height!).toBeCloseTo(2, 1)
    size.move(pointerAt(620, 310, { mod: true }))
    expect(sized()).toMatchObject({ width: 320, height: 110 })
    size.cancel()
    const turn = rotateGesture(model, surface, pointerAt(400, 180))
    turn.move(pointerAt(470, 200, { mod: true }))
    expect(sized().rotation % 15).not.toBe(0)
    turn.move(pointerAt(470, 200, { mod: true, shift: true }))
    expect(sized().rotation % 15).toBe(0)
    turn.cancel()
    const draw = drawGesture(model, surface, pointerAt(600, 400), { kind: 'draw', type: 'shape', props: {} })
    draw.move(pointerAt(700, 460, { shift: true }))
    expect(sized()).toMatchObject({ width: 100, height: 100 })
    draw.move(pointerAt(700, 460))
    expect(sized()).toMatchObject({ width: 100, height: 60 })
  })

  it('are not needed to place a block by a click: text starts at the point, a shape is centered there', () => {
    const text = newBlock('text')
    expect(begunAt(text, { x: 480, y: 300 }, standardSlide).frame).toMatchObject({ x: 470, y: 270, width: 490 })
    expect(begunAt(text, { x: 150, y: 10 }, standardSlide).frame).toMatchObject({ x: 140, y: 0, width: 640 })
    expect(begunAt(text, { x: 955, y: 699 }, standardSlide).frame).toMatchObject({ x: 760, y: 640, width: 200 })
    const shape = newBlock('shape')
    expect(begunAt(shape, { x: 10, y: 690 }, standardSlide).frame).toMatchObject({
      x: 0,
      y: 500,
      width: 200,
      height: 200,
    })
    expect(begunAt(shape, { x: -300, y: 350 }, standardSlide).frame).toMatchObject({ x: -400, y: 250, width: 200 })
  })

  it('can be combined: aspect ratio and resizing from the center', () => {
    const { model, surface } = openWith([box])
    drag(
      resizeGesture(model, surface, pointerAt(500, 300), 'se'),
      pointerAt(550, 325, { alt: true, shift: true, mod: true }),
    )
    expect(frameOf(model, 1)).toEqual({ x: 250, y: 175, width: 300, height: 150, rotation: 0 })
  })
})

describe('several blocks', () => {
  it('are resized with their bounding box, without a change of rotation or font size, in one undo step', () => {
    const { model, surface } = openWith([
      { x: 100, y: 100, width: 100, height: 100 },
      { x: 300, y: 100, width: 100, height: 100, rotation: 30 },
    ])
    const text = testBlock(3, { type: 'text', props: blockTypes.text.defaults().props, style: [['font-size', '40px']] })
    const frame = { x: 100, y: 260, width: 200, height: 60, rotation: 0 }
    model.apply(addBlocks(slideId(1), [{ ...text, frame }]), { undo: 'step', label: 'Set up' })
    model.select([1, 2, 3].map(blockId))
    const before = model.getState().deck
    drag(resizeGesture(model, surface, pointerAt(410, 320), 'se'), pointerAt(720, 540, { mod: true }))
    expect(frameOf(model, 1).width).toBeGreaterThan(180)
    expect(frameOf(model, 2).rotation).toBe(30)
    expect(frameOf(model, 3).width).toBeGreaterThan(360)
    expect(model.slide().blocks[2]!.style).toEqual([['font-size', '40px']])
    model.undo()
    expect(model.getState().deck).toBe(before)
  })

  it('are rotated around their common center as one', () => {
    const { model, surface } = openWith([
      { x: 100, y: 100, width: 100, height: 100 },
      { x: 300, y: 100, width: 100, height: 100 },
    ])
    model.select([1, 2].map(blockId))
    drag(rotateGesture(model, surface, pointerAt(250, 50)), pointerAt(450, 150))
    expect(frameOf(model, 1)).toMatchObject({ x: 200, y: 0, rotation: 90 })
    expect(frameOf(model, 2)).toMatchObject({ x: 200, y: 200, rotation: 90 })
  })
})

describe('resizing', () => {
  it('keeps the aspect ratio of a picture without Shift, and of a shape only with Shift', () => {
    const { model, surface } = open()
    model.select([blockId(4)])
    drag(resizeGesture(model, surface, pointerAt(860, 170), 'se'), pointerAt(780, 110, { mod: true }))
    const { width, height } = frameOf(model, 4)
    expect(width / height!).toBeCloseTo(4 / 3, 1)
    model.undo()
    drag(resizeGesture(model, surface, pointerAt(860, 170), 'se'), pointerAt(780, 160, { mod: true, shift: true }))
    expect(frameOf(model, 4)).toMatchObject({ width: 80, height: 110 })
  })

  it('never flips a block that is smaller than the snapping distance', () => {
    for (const side of [0, 1, 3]) {
      const { model, surface } = open()
      const tiny = testBlock(9, { type: 'image', props: imageProps, frame: { x: 3, y: 3, width: side, height: side } })
      model.apply(addBlocks(slideId(1), [tiny]), { undo: 'step', label: 'Set up' })
      model.select([blockId(9)])
      drag(resizeGesture(model, surface, pointerAt(3 + side, 3 + side), 'se'), pointerAt(2, 2))
      expect(checkDeck(model.getState().deck)).toEqual([])
    }
  })

  it('keeps the automatic height of a text box when only its width is dragged', () => {
    const { model, surface } = open()
    const text = testBlock(9, { type: 'text', props: blockTypes.text.defaults().props, frame: { height: null } })
    model.apply((deck) => ({ ...deck, slides: { ...deck.slides, [slideId(1)]: testSlide(1, [text]) } }), {
      undo: 'step',
      label: 'Set up',
    })
    model.select([blockId(9)])
    drag(resizeGesture(model, surface, pointerAt(110, 40), 'e'), pointerAt(213, 40, { mod: true }))
    expect(frameOf(model, 9)).toMatchObject({ width: 203, height: null })
    drag(resizeGesture(model, surface, pointerAt(213, 60), 's'), pointerAt(213, 160, { mod: true }))
    expect(frameOf(model, 9)).toMatchObject({ height: 140 })
  })
})

describe('the marquee', () => {
  it('adds to the selection while Shift is held, wherever it starts', () => {
    const { model, surface } = open()
    model.select([blockId(4)])
    const gesture = marqueeGesture(model, surface, pointerAt(-60, -40))
    gesture.move(pointerAt(250, 200, { shift: true }))
    gesture.end(pointerAt(250, 200, { shift: true }))
    expect(model.getState().selection).toEqual([blockId(4), blockId(1)])
  })

  it('never selects locked blocks, and previews its selection', () => {
    const { model, surface } = open()
    const gesture = marqueeGesture(model, surface, pointerAt(0, 0))
    gesture.move(pointerAt(960, 700))
    expect(surface.shown.preview?.chosen).toHaveLength(4)
    expect(model.getState().selection).toEqual([])
    gesture.end(pointerAt(960, 700))
    expect(model.getState().selection).toEqual([1, 2, 3, 4].map(blockId))
  })
})

describe('a line', () => {
  it('is dragged by one end while the other stays, with Shift at fixed angles', () => {
    const { model, surface } = open()
    model.select([blockId(3)])
    drag(lineEndGesture(model, surface, pointerAt(800, 500), 1)!, pointerAt(700, 395, { shift: true }))
    const { x, y, width, height } = frameOf(model, 3)
    expect({ x, y: Math.round(y + height!) }).toEqual({ x: 600, y: 500 })
    expect(Math.abs(width - height!)).toBeLessThan(0.5)
  })
})
