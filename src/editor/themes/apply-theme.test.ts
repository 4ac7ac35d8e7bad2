import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Deck } from '../../document/deck-model.ts'
import { slideIds } from '../../document/structure.ts'
import { footerDateForms } from '../../rules/footer-date.ts'
import { type FooterParts, footerPlaces, footerSizes, footerText, validateFooter } from '../../rules/slide-footer.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { themeColors } from '../../rules/theme-colors.ts'
import { themeFonts } from '../../rules/theme-fonts.ts'
import { newTheme, type ThemeContent } from '../../rules/theme-settings.ts'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { plainSettings } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { resizeSlides } from '../commands/resize-slides.ts'
import { deckHtml } from '../html/read-html.ts'
import { createEditor } from '../state/editor.ts'
import { applyTheme } from './apply-theme.ts'
import { markupOf, numberIn } from './deck-footer.ts'
import { addOpenTheme, openThemeOf, openThemes } from './open-themes.ts'

type Theme = ThemeContent & { readonly id: number; readonly version: number }

const placed = { place: fc.constantFrom(...footerPlaces), size: fc.constantFrom(...footerSizes) }
const line = fc.constantFrom('Acme', 'Q1 <b> & "Q2"', '日本語')
const forms = fc.constantFrom(...(Object.keys(footerDateForms) as (keyof typeof footerDateForms)[]))

/** Any parts of a footer: given, none (null), or missing. */
const footers = fc
  .record(
    {
      text: fc.option(fc.record({ text: line, ...placed })),
      logo: fc.option(fc.record({ src: fc.constant('/m/abcdefgh12.png'), alt: line, ...placed })),
      date: fc.option(fc.oneof(fc.record({ text: line, ...placed }), fc.record({ form: forms, ...placed }))),
      number: fc.option(fc.record(placed)),
    },
    { requiredKeys: [] },
  )
  .map((parts) => footerText(parts as FooterParts))

const themes: fc.Arbitrary<Omit<Theme, 'id'>> = fc
  .record({
    center: fc.boolean(),
    color: fc.constantFrom(...themeColors.map(({ id }) => id)),
    font: fc.constantFrom(...themeFonts.map(({ id }) => id)),
    transition: fc.constantFrom('slide', 'fade', 'none'),
    colors: fc.constantFrom<ThemeContent['colors']>({}, { 'accent-2': '#123456', background: '#fafafa' }),
    heading_font: fc.constantFrom(null, "'Lato', sans-serif"),
    slide_size: fc.constantFrom(null, '960x700', '1280x720', '794x1123'),
    footer: footers,
    html: fc.constantFrom('', '<p class="mark">x</p>'),
    css: fc.constantFrom('', 'section { padding: 0; }'),
  })
  .map((fields) => ({ ...newTheme, ...fields, version: 1 }))

const decks = fc
  .record({ slides: arbitrarySlides, footer: footers })
  .map(({ slides, footer }): Deck => ({ ...slides, settings: { ...plainSettings, footer } }))

/** The footers of all slides as they are drawn. */
function drawnFooters(deck: Deck): readonly string[] {
  return slideIds(deck).map((id) => markupOf(deck.slides[id]!, deck.settings, numberIn(deck, id)))
}

/** Applies a theme and, if it has a size, gives the slides this size, as the panel does. */
function take(theme: Theme, content: 'keep' | 'scale') {
  addOpenTheme(openThemeOf(theme))
  const resize = theme.slide_size === null ? null : resizeSlides(slideSizeOf(theme.slide_size), content)
  return (deck: Deck) => applyTheme(theme)(resize ? resize(deck) : deck)
}

beforeEach(() => openThemes.set(new Map()))

describe('a theme applied to any deck', () => {
  test('leaves the markup as it is, and the one before draws every slide and footer as before', () => {
    fc.assert(
      fc.property(decks, themes, themes, (deck, one, other) => {
        expect(validateFooter(deck.settings.footer)).toBeNull()
        const first = { ...one, id: 1, slide_size: one.slide_size ?? '960x700' }
        const before = take(first, 'keep')(deck)
        const there = take({ ...other, id: 2 }, 'keep')(before)
        const back = take(first, 'keep')(there)
        expect([deckHtml(before), deckHtml(there), deckHtml(back)]).toEqual(Array(3).fill(deckHtml(deck)))
        expect(back.settings).toEqual(before.settings)
        expect(drawnFooters(back)).toEqual(drawnFooters(before))
      }),
      { seed: 20_300_501, numRuns: 150 },
    )
  })

  test('is one step: undo restores markup, settings and footers, also of scaled slides; redo takes it again', () => {
    fc.assert(
      fc.property(decks, themes, fc.constantFrom('keep' as const, 'scale' as const), (deck, other, content) => {
        const { model } = createEditor({ deck, services: recordedServices() })
        const before = drawnFooters(deck)
        model.apply(take({ ...other, id: 2 }, content), { undo: 'step', label: 'Theme' })
        const themed = model.getState().deck
        model.undo()
        const undone = model.getState().deck
        expect(deckHtml(undone)).toBe(deckHtml(deck))
        expect(undone.settings).toEqual(deck.settings)
        expect(drawnFooters(undone)).toEqual(before)
        model.redo()
        expect(deckHtml(model.getState().deck)).toBe(deckHtml(themed))
        expect(model.getState().deck.settings).toEqual(themed.settings)
      }),
      { seed: 20_300_502, numRuns: 100 },
    )
  })
})
