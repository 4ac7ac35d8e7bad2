// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { fuzzyMatch } from './fuzzy-match.ts'
import { menuSections } from './menu-sections.ts'
import { paletteItems, runPaletteItem } from './palette-items.ts'

const text = (html: string) => ({ ...blockTypes.text.defaults().props, html })
const words = (number: number, html: string) =>
  testSlide(number, [testBlock(number, { type: 'text', props: text(html) })])

function open() {
  const slides = [words(1, '<h1>Solar power</h1>'), words(2, '<p>Costs fall</p>'), words(3, '<p>Storage</p>')]
  return createEditor({ deck: testDeck([1, 2, 3], slides), services: recordedServices() })
}

const found = (typed: string, recent: readonly string[] = []) =>
  paletteItems(open().model.getState(), typed, recent).map(({ id }) => id)

describe('a partly typed name', () => {
  it('matches if its letters come in order, and better at word starts', () => {
    expect(fuzzyMatch('xyz', 'Align left')).toBe(0)
    expect(fuzzyMatch('al', 'Align left')).toBeGreaterThan(fuzzyMatch('al', 'Duplicate slide'))
    expect(fuzzyMatch('btf', 'Bring to front')).toBeGreaterThan(fuzzyMatch('btf', 'Subtle effect'))
    expect(fuzzyMatch('ECRAN', 'Écran')).toBeGreaterThan(0)
    expect(fuzzyMatch('', 'Anything')).toBeGreaterThan(0)
  })
})

describe('the palette', () => {
  it('finds actions by some letters, and only available ones', () => {
    expect(found('selall')[0]).toBe('select-all')
    expect(found('bring to front')).not.toContain('order-front')
    const { model } = open()
    model.select([blockId(1)])
    expect(paletteItems(model.getState(), 'brtofr', [])[0]!.id).toBe('order-front')
  })
  it('a fully typed name takes precedence over recent use', () => {
    expect(found('edit html', ['edit-slide-html'])[0]).toBe('edit-html')
    expect(found('edit h', ['edit-slide-html'])[0]).toBe('edit-slide-html')
  })
  it('finds slides by their number and their text', () => {
    expect(found('3')[0]).toBe(`slide ${slideId(3)}`)
    expect(found('costs')).toEqual([`slide ${slideId(2)}`])
    const editor = open()
    expect(found('storage')).toContain(`slide ${slideId(3)}`)
    runPaletteItem(editor, `slide ${slideId(3)}`)
    expect(editor.model.getState().slideId).toBe(slideId(3))
  })
  it('finds help pages by users’ words for them, after actions and slides', () => {
    expect(found('private link')).toContain('help private-links')
    expect(found('password').at(-1)).toMatch(/^help /)
    expect(found('zoom in')[0]).toBe('zoom-in')
    expect(found('')).not.toContain('help first-deck')
    const opened: string[] = []
    const services = { ...recordedServices(), openHelp: (path: string) => void opened.push(path) }
    runPaletteItem(createEditor({ deck: testDeck([1], [words(1, '<p>x</p>')]), services }), 'help passwords')
    expect(opened).toEqual(['/help/passwords'])
  })
  it('lists recent actions first, once, and all available ones after them', () => {
    const ids = found('', ['zoom-in', 'order-front'])
    expect(ids[0]).toBe('zoom-in')
    expect(ids.filter((id) => id === 'zoom-in')).toHaveLength(1)
    expect(ids).toContain('new-slide')
    expect(ids).not.toContain('palette')
  })
})

describe('the context menu of the selection', () => {
  const ids = (model: EditorModel) =>
    menuSections(model.getState())
      .flat()
      .flatMap((line) => ('title' in line ? line.actions : [line]))
      .map(({ id }) => id)
  it('lists available actions, and nothing else', () => {
    const { model } = open()
    expect(ids(model)).toEqual(expect.arrayContaining(['paste', 'select-all', 'new-slide']))
    expect(ids(model)).not.toContain('delete')
    model.select([blockId(1)])
    expect(ids(model)).toEqual(expect.arrayContaining(['edit-text', 'copy', 'order-front', 'lock', 'delete']))
    expect(ids(model)).not.toContain('unlock')
    expect(ids(model)).not.toContain('group')
  })
})
