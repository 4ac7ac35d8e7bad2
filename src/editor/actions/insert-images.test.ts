import { beforeEach, describe, expect, it } from 'vitest'
import { imageBlock } from '../../blocks/image/block.ts'
import type { Block } from '../../document/deck-model.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { blockId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { type RecordedServices, recordedServices } from '../../testing/editor-services.ts'
import { naturalSize } from '../geometry/image-places.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { insertImages } from './insert-images.ts'

let editor: Editor
let services: RecordedServices

function open(blocks: readonly Block[], more: Partial<RecordedServices> = {}): Editor {
  services = { ...recordedServices(), ...more }
  return createEditor({ deck: testDeck([1], [testSlide(1, blocks)]), services })
}

beforeEach(() => {
  editor = open([1, 2, 3].map((number) => testBlock(number)))
})

describe('images', () => {
  const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })
  const files = (...names: string[]) => names.map((name) => file(`${name}.png`, 'image/png'))
  const sources = () => editor.model.slide().blocks.map((block) => (block.props as { src?: string }).src)
  it('an image is inserted in the middle at its own size and selected, in one undo step', async () => {
    await insertImages(editor, [file('a.png', 'image/png')])
    expect(editor.model.slide().blocks.at(-1)).toMatchObject({
      type: 'image',
      frame: { x: 160, y: 110, width: 640, height: 480 },
    })
    editor.model.undo()
    expect(editor.model.slide().blocks).toHaveLength(3)
  })
  it('an image never covers an image inserted before', async () => {
    await insertImages(editor, [file('a.png', 'image/png')])
    editor.model.select([])
    await insertImages(editor, [file('b.png', 'image/png')])
    const [first, second] = editor.model
      .slide()
      .blocks.slice(-2)
      .map((block) => block.frame!)
    expect(second).toEqual({ ...first, x: first!.x + 24, y: first!.y + 24 })
  })
  it('several images are arranged in rows without overlap', async () => {
    await insertImages(editor, files('a', 'b', 'c'))
    const frames = editor.model
      .slide()
      .blocks.slice(3)
      .map((block) => block.frame!)
    expect(frames).toHaveLength(3)
    for (const [index, one] of frames.entries()) {
      for (const other of frames.slice(index + 1)) {
        const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height! <= other.y
        expect(apart).toBe(true)
      }
    }
  })
  it('a file replaces the picture of the selected image, which keeps its frame', async () => {
    await insertImages(editor, [file('a.png', 'image/png')])
    const before = editor.model.slide().blocks.at(-1)!
    await insertImages(editor, [file('b.png', 'image/png')])
    expect(editor.model.slide().blocks).toHaveLength(4)
    expect(editor.model.slide().blocks.at(-1)).toMatchObject({ frame: before.frame, props: { src: '/m/b.png' } })
  })
  it('a file dropped beside or on a picture becomes a new image at the pointer, in its own size', async () => {
    await insertImages(editor, [file('a.png', 'image/png')])
    const first = editor.model.slide().blocks.at(-1)!
    await insertImages(editor, [file('b.png', 'image/png')], { x: 100, y: 60 })
    expect(sources().slice(3)).toEqual(['/m/a.png', '/m/b.png'])
    editor.model.select([first.id])
    await insertImages(editor, [file('c.png', 'image/png')], { x: 500, y: 340 })
    expect(sources().slice(3)).toEqual(['/m/a.png', '/m/b.png', '/m/c.png'])
    expect(editor.model.slide().blocks.at(-1)!.frame).toMatchObject({ x: 180, y: 100, width: 640, height: 480 })
  })
  it('files dropped on an empty image fill it first, then the other empty images', async () => {
    const empty = (n: number, x: number) =>
      testBlock(n, { type: 'image', props: imageBlock.defaults().props, frame: { x, width: 200, height: 200 } })
    editor = open([empty(7, 0), { ...empty(8, 300), locked: true }, empty(9, 600)])
    await insertImages(editor, [file('a.png', 'image/png')], { x: 650, y: 100 })
    expect(sources()).toEqual(['', '', '/m/a.png'])
    expect(editor.model.slide().blocks[2]!.frame).toEqual(empty(9, 600).frame)
    expect(editor.model.getState().selection).toEqual([blockId(9)])
    editor.model.undo()
    await insertImages(editor, files('b', 'c', 'd'), { x: 650, y: 100 })
    expect(sources()).toEqual(['/m/c.png', '', '/m/b.png', '/m/d.png'])
    editor.model.undo()
    expect(sources()).toEqual(['', '', ''])
    await insertImages(editor, [file('logo.svg', 'image/svg+xml')], { x: 650, y: 100 })
    expect(editor.model.slide().blocks[2]!.props).toMatchObject({ src: '/m/logo.svg', fit: 'contain' })
    editor.model.undo()
    // A locked empty image is not filled.
    await insertImages(editor, [file('e.png', 'image/png')], { x: 350, y: 100 })
    expect(sources()).toEqual(['', '', '', '/m/e.png'])
  })
  it.each([
    [-500, -500],
    [2000, 350],
    [5, 695],
  ])('an image dropped at %i, %i lies wholly on the slide', async (x, y) => {
    await insertImages(editor, [file('a.png', 'image/png')], { x, y })
    const { x: left, y: top, width, height } = editor.model.slide().blocks.at(-1)!.frame!
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(left + width).toBeLessThanOrEqual(960)
    expect(top + height!).toBeLessThanOrEqual(700)
  })
  it('a small vector image without a size of its own is enlarged', () => {
    expect(naturalSize({ width: 10, height: 5, isVector: true }, standardSlide)).toEqual({ width: 240, height: 120 })
    expect(naturalSize({ width: 80, height: 60, isVector: true }, standardSlide)).toEqual({ width: 80, height: 60 })
    expect(naturalSize({ width: 512, height: 512, isVector: true }, standardSlide)).toEqual({ width: 512, height: 512 })
    expect(naturalSize({ width: 10, height: 5 }, standardSlide)).toEqual({ width: 10, height: 5 })
    expect(naturalSize({ width: 3, height: 20_000, isVector: true }, standardSlide)).toEqual({ width: 1, height: 620 })
  })
  it('a video becomes a video block where the instance accepts videos, and is refused elsewhere', async () => {
    const files = [file('b.webm', 'video/webm'), file('a.png', 'image/png')]
    await insertImages(editor, files, { x: 400, y: 300 })
    expect([services.notices, editor.model.slide().blocks.slice(3)]).toMatchObject([
      ['Only image files, please'],
      [{ type: 'image' }],
    ])
    editor = open([testBlock(1)], { chooseVideo: async () => null })
    await insertImages(editor, files, { x: 400, y: 300 })
    expect([services.notices, editor.model.slide().blocks.slice(1)]).toMatchObject([
      [],
      [
        { type: 'image', props: { src: '/m/a.png' } },
        { type: 'video', props: { src: '/m/b.webm' } },
      ],
    ])
  })
  it('a file that is too large or not an image is refused with a message', async () => {
    await insertImages(editor, [file('a.txt', 'text/plain'), file('b.png', 'image/png', 10_000_001)])
    expect(services.notices).toEqual(['Only image files, please', 'No more than 10 mb please'])
    expect(editor.model.slide().blocks).toHaveLength(3)
  })
})
