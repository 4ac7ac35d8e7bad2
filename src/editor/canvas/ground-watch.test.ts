import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ground } from '../../document/slide-ground.ts'
import type { Slide } from '../../document/types.ts'
import { slideId, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { addSlides, setNotes, setSlideAttributes } from '../commands/slide-commands.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { watchGrounds } from './ground-watch.ts'
import type { PictureGround } from './measure-ground.ts'

const grounds: Readonly<Record<string, Ground>> = { '/m/night.jpg': 'dark', '/m/snow.jpg': 'light' }
let editor: Editor
let measured: string[]
let end: () => void

const measure = ({ picture, opacity }: PictureGround): Promise<Ground | null> => {
  measured.push(picture)
  return Promise.resolve(opacity < 0.5 ? 'light' : (grounds[picture] ?? null))
}
const put = (changes: Readonly<Record<string, string | null>>, slide = 1): void =>
  editor.model.apply(setSlideAttributes(slideId(slide), changes), { undo: 'step', label: 'Slide options' })
const groundOn = (slide: number): string | undefined =>
  editor.model.getState().deck.slides[slideId(slide)]?.attributes['data-l-ground']
const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => {
  vi.useFakeTimers()
  measured = []
  const old: Slide = { ...testSlide(2), attributes: { 'data-background-image': '/m/night.jpg' } }
  editor = createEditor({ deck: testDeck([1, 2], [old]), services: recordedServices() })
  end = watchGrounds(editor.model, measure)
})

afterEach(() => {
  end()
  vi.useRealTimers()
})

describe('what text stands on', () => {
  it('is measured when a picture is put behind a slide, and undo takes both away at once', async () => {
    put({ 'data-background-image': '/m/night.jpg' })
    await rest()
    expect(groundOn(1)).toBe('dark')
    put({ 'data-background-image': '/m/snow.jpg' })
    await rest()
    expect(groundOn(1)).toBe('light')
    editor.model.undo()
    expect(groundOn(1)).toBe('dark')
    editor.model.undo()
    expect(editor.model.getState().deck.slides[slideId(1)]!.attributes).toEqual({})
    editor.model.redo()
    expect(groundOn(1)).toBe('dark')
  })

  it('is measured anew when less of the picture shows, and goes with the picture', async () => {
    put({ 'data-background-image': '/m/night.jpg' })
    await rest()
    put({ 'data-background-opacity': '0.2' })
    await rest()
    expect(groundOn(1)).toBe('light')
    put({ 'data-background-image': 'https://pictures.example/night.jpg' })
    await rest()
    expect(groundOn(1)).toBeUndefined()
  })

  it('is not looked for in slides that nobody changed, or behind which is no own picture', async () => {
    editor.model.apply(setNotes(slideId(1), 'Hello'), { undo: 'step', label: 'Notes' })
    put({ 'data-background-image': 'https://pictures.example/night.jpg' })
    await rest()
    expect(measured).toEqual([])
    expect(groundOn(2)).toBeUndefined()
    editor.model.apply(setNotes(slideId(2), 'Hello'), { undo: 'step', label: 'Notes' })
    await rest()
    expect(groundOn(2)).toBe('dark')
  })

  it('is kept as it came with a slide, and a picture that cannot be read is tried once', async () => {
    const attributes = { 'data-background-image': '/m/snow.jpg', 'data-l-ground': 'dark' }
    editor.model.apply(addSlides([{ ...testSlide(3), attributes }], { side: 'right', of: slideId(1) }), {
      undo: 'step',
      label: 'Paste slide',
    })
    put({ 'data-background-image': '/m/gone.jpg' })
    await rest()
    editor.model.apply(setNotes(slideId(1), 'Hello'), { undo: 'step', label: 'Notes' })
    await rest()
    expect(groundOn(3)).toBe('dark')
    expect(measured).toEqual(['/m/gone.jpg'])
  })
})
