import { describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { readDeckFile, settingsInFile } from '../../document/deck-file.ts'
import type { Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { newTheme } from '../../rules/theme-settings.ts'
import { plainSettings, slideId } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { addOpenTheme, openThemeOf } from '../themes/open-themes.ts'
import { deckPage, deckPageName } from './deck-page.ts'
import { deckHtml, readDeckHtml } from './read-html.ts'

const { clean } = recordedServices()
const section = (number: number, inner: string) => `<section data-id="${slideId(number)}">${inner}</section>`
const stacked = `<section>${section(2, '<p>Below</p>')}${section(3, '<p>Lower</p>')}</section>`
const parsed = parseSlides(`${section(1, '<h1>One</h1>')}${stacked}`, blocks)
const noted = { ...parsed.slides[slideId(1)]!, notes: 'Say "so" & <more>' }
const deck: Deck = {
  ...parsed,
  slides: { ...parsed.slides, [slideId(1)]: noted },
  settings: {
    ...plainSettings,
    ...{ title: 'A </title><script>alert(1)</script>', description: '"> <b>', theme_color: 'sand-blue' },
  },
}

describe('a downloaded deck', () => {
  const page = deckPage(deck, 'https://decks.example')

  test('is imported again with all slides, notes and options', () => {
    const file = readDeckFile(page)
    const read = readDeckHtml(file.slides ?? '', deck, clean)
    if ('refused' in read) throw new Error(read.refused)
    const slides = read.content
    const settings = settingsInFile(file, false)
    expect(deckHtml({ ...slides, settings: plainSettings })).toBe(deckHtml(deck))
    expect(slides.slides[slideId(1)]?.notes).toBe(noted.notes)
    expect(settings).toMatchObject({ theme_color: 'sand-blue', theme_font: plainSettings.theme_font })
  })

  test('has the title and the description as text', () => {
    const { title, meta } = readDeckFile(page)
    expect([title, meta.description]).toEqual([deck.settings.title, '"> <b>'])
    expect(page).not.toContain('<script')
  })

  test('has the colors of its theme’s roles', () => {
    addOpenTheme(openThemeOf({ ...newTheme, id: 5, version: 1, colors: { link: '#b3123f' } }))
    const themed = deckPage({ ...deck, settings: { ...deck.settings, theme_id: 5 } }, 'https://decks.example')
    expect([page, themed].map((one) => one.includes('--r-link-color:#b3123f'))).toEqual([false, true])
  })

  test('resolves uploaded pictures at the instance and runs no script', () => {
    const at = (text: string) => page.indexOf(text)
    expect(at('<base href="https://decks.example/"')).toBeGreaterThan(0)
    expect(at("script-src 'none'")).toBeLessThan(at('<title>'))
  })

  test.each([
    ['Moraines', 'Moraines.html'],
    ['Q1/Q2: "plan"?', 'Q1 Q2 plan.html'],
    ['../../etc', 'etc.html'],
    ['Grüße aus Tōkyō', 'Grüße aus Tōkyō.html'],
    ['???', 'deck.html'],
    ['deck', 'Untitled.html'],
    ['x'.repeat(300), `${'x'.repeat(100)}.html`],
  ])('of the title %s has a name that file systems take', (title, name) => {
    expect(deckPageName(title)).toBe(name)
  })
})
