import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BackgroundTone } from '../../document/background-tone.ts'
import type { Slide } from '../../document/deck-model.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { newTheme } from '../../rules/theme-settings.ts'
import { slideId, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { addSlides, setNotes, setSlideAttributes } from '../commands/slide-commands.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { addOpenTheme, openThemeOf } from '../themes/open-themes.ts'
import type { PictureBackground } from './measure-tone.ts'
import { watchTones } from './tone-watch.ts'

const tones: Readonly<Record<string, BackgroundTone>> = { '/m/night.jpg': 'dark', '/m/snow.jpg': 'light' }
let editor: Editor
let measured: string[]
let measuredColors: readonly string[]
let end: () => void

const measure = ({ picture, opacity, dim, colors }: PictureBackground): Promise<BackgroundTone | null> => {
  measured.push(picture)
  if (picture === '') measuredColors = colors
  if (picture === '') return Promise.resolve(colors.includes('#ffffff') ? 'light' : 'dark')
  if (colors[0] === themeColor('black-blue').background) return Promise.resolve('light')
  if (dim > 0.5) return Promise.resolve('dark')
  return Promise.resolve(opacity < 0.5 ? 'light' : (tones[picture] ?? null))
}
const put = (changes: Readonly<Record<string, string | null>>, slide = 1): void =>
  editor.model.apply(setSlideAttributes(slideId(slide), changes), { undo: 'step', label: 'Slide options' })
const toneOn = (slide: number): string | undefined =>
  editor.model.getState().deck.slides[slideId(slide)]?.attributes['data-l-ground']
const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => {
  vi.useFakeTimers()
  measured = []
  const old: Slide = { ...testSlide(2), attributes: { 'data-background-image': '/m/night.jpg' } }
  editor = createEditor({ deck: testDeck([1, 2], [old]), services: recordedServices() })
  end = watchTones(editor.model, measure)
})

afterEach(() => {
  end()
  vi.useRealTimers()
})

describe('the stored background tone', () => {
  it('the tone is measured when a picture is set as background, and undo reverts both at once', async () => {
    put({ 'data-background-image': '/m/night.jpg' })
    await rest()
    expect(toneOn(1)).toBe('dark')
    put({ 'data-background-image': '/m/snow.jpg' })
    await rest()
    expect(toneOn(1)).toBe('light')
    editor.model.undo()
    expect(toneOn(1)).toBe('dark')
    editor.model.undo()
    expect(editor.model.getState().deck.slides[slideId(1)]!.attributes).toEqual({})
    editor.model.redo()
    expect(toneOn(1)).toBe('dark')
  })

  it('the tone is measured again when the opacity changes, and removed with the picture', async () => {
    put({ 'data-background-image': '/m/night.jpg' })
    await rest()
    put({ 'data-background-opacity': '0.2' })
    await rest()
    expect(toneOn(1)).toBe('light')
    put({ 'data-background-image': 'https://pictures.example/night.jpg' })
    await rest()
    expect(toneOn(1)).toBeUndefined()
  })

  it('the tone is measured again when the picture is dimmed', async () => {
    put({ 'data-background-image': '/m/snow.jpg' })
    await rest()
    put({ 'data-l-background-dim': '0.6' })
    await rest()
    expect(toneOn(1)).toBe('dark')
  })

  it('the tone of a gradient is measured by its colors, roles as the theme has them, and removed with it', async () => {
    put({ 'data-background-gradient': 'linear-gradient(90deg, var(--l-accent-1) 0%, #123456 100%)' })
    await rest()
    expect(toneOn(1)).toBe('light')
    put({ 'data-background-gradient': null })
    await rest()
    expect(toneOn(1)).toBeUndefined()
  })

  it('the roles of a gradient have the colors of the deck’s own theme', async () => {
    const theme = { ...newTheme, id: 7, version: 1, colors: { background: '#ffd60a', 'accent-1': '#141414' } }
    addOpenTheme(openThemeOf(theme))
    editor.model.apply(setSettings({ theme_id: 7 }), { undo: 'step', label: 'Theme' })
    put({ 'data-background-gradient': 'linear-gradient(90deg, var(--l-accent-1) 0%, var(--r-background-color) 100%)' })
    await rest()
    expect(measuredColors).toEqual(['#ffd60a', '#141414', '#ffd60a'])
  })

  it('the tone is measured for each color theme separately, and stored only in decks with that theme', async () => {
    put({ 'data-background-image': '/m/night.jpg' })
    await rest()
    const dark = { theme_color: 'black-blue' } as const
    editor.model.apply(setSettings(dark), { undo: 'step', label: 'Color theme' })
    await rest()
    expect(toneOn(1)).toBe('light')
    editor.model.undo()
    expect(toneOn(1)).toBe('dark')
  })

  it('the tone is not measured on unchanged slides, or for pictures of other sites', async () => {
    editor.model.apply(setNotes(slideId(1), 'Hello'), { undo: 'step', label: 'Notes' })
    put({ 'data-background-image': 'https://pictures.example/night.jpg' })
    await rest()
    expect(measured).toEqual([])
    expect(toneOn(2)).toBeUndefined()
    editor.model.apply(setNotes(slideId(2), 'Hello'), { undo: 'step', label: 'Notes' })
    await rest()
    expect(toneOn(2)).toBe('dark')
  })

  it('a pasted slide keeps its tone, and an unreadable picture is measured only once', async () => {
    const attributes = { 'data-background-image': '/m/snow.jpg', 'data-l-ground': 'dark' }
    editor.model.apply(addSlides([{ ...testSlide(3), attributes }], { side: 'right', of: slideId(1) }), {
      undo: 'step',
      label: 'Paste slide',
    })
    put({ 'data-background-image': '/m/gone.jpg' })
    await rest()
    editor.model.apply(setNotes(slideId(1), 'Hello'), { undo: 'step', label: 'Notes' })
    await rest()
    expect(toneOn(3)).toBe('dark')
    expect(measured).toEqual(['/m/gone.jpg'])
  })
})
