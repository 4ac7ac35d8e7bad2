import { describe, expect, test } from 'vitest'
import { contrast, luminance } from './contrast.ts'
import { fragmentStyles } from './fragment-styles.ts'
import { isOption, offered } from './options.ts'
import { reservedSlideClasses } from './reserved-classes.ts'
import { defaultThemeColor, themeColor, themeColors } from './theme-colors.ts'
import { defaultThemeFont, themeFont, themeFonts } from './theme-fonts.ts'
import {
  autoSlideSeconds,
  backgroundTransitions,
  isAutoSlideInterval,
  revealTransition,
  transitions,
} from './transitions.ts'

describe('appearance of decks', () => {
  test('there are 18 colors and 13 fonts, with the specified ones', () => {
    expect(themeColors).toHaveLength(18)
    expect(themeColors.slice(0, 3).map((color) => color.id)).toEqual(['white-blue', 'sand-blue', 'beige-brown'])
    expect(themeFonts).toHaveLength(13)
    expect(themeFonts.filter((font) => font.deprecated).map((font) => font.id)).toEqual(['overpass'])
    expect([defaultThemeColor, defaultThemeFont]).toEqual(['white-blue', 'montserrat'])
  })

  test('paid users get four more colors', () => {
    expect(themeColors.filter((color) => color.pro).map((color) => color.id)).toEqual([
      ...['grey-blue', 'black-blue', 'black-mint', 'black-orange'],
    ])
  })

  test('the transitions keep their names, and deprecated ones are not offered', () => {
    const shown = transitions.map(({ id, title, deprecated }) => `${id}: ${title}${deprecated ? ' (old)' : ''}`)
    expect(shown).toEqual([
      ...['slide: Slide', 'linear: Linear (old)', 'fade: Fade', 'none: None', 'default: Convex'],
      ...['concave: Concave', 'zoom: Zoom', 'cube: Cube (old)', 'page: Page (old)'],
    ])
    expect(offered(transitions)).toHaveLength(6)
    expect(backgroundTransitions.map((option) => option.id)).toEqual([
      ...['slide', 'fade', 'none', 'convex', 'concave', 'zoom'],
    ])
    expect(['default', 'linear', 'zoom'].map(revealTransition)).toEqual(['convex', 'slide', 'zoom'])
  })

  test('there are seven fragment styles', () => {
    expect(fragmentStyles.map((option) => option.id)).toEqual([
      ...['', 'fade-down', 'fade-up', 'fade-right', 'fade-left', 'fade-out', 'current-visible'],
    ])
  })

  test('every choice has a title, a tooltip and a unique id', () => {
    for (const list of [themeColors, themeFonts, transitions, backgroundTransitions, fragmentStyles]) {
      for (const option of list) {
        expect(option.title).not.toBe('')
        expect(option.tooltip).not.toBe('')
        expect(isOption(list, option.id)).toBe(true)
      }
      expect(new Set(list.map((option) => option.id)).size).toBe(list.length)
    }
  })

  test.each(themeColors.map((color) => [color.id, color] as const))('%s has enough contrast', (_, color) => {
    for (const front of [color.text, color.heading, color.link, color.linkHover]) {
      expect(contrast(front, color.background)).toBeGreaterThanOrEqual(4.5)
    }
    expect(color.dark).toBe(luminance(color.background) < 0.18)
  })

  test('an unknown color or font falls back to the default', () => {
    expect(themeColor('nope').id).toBe('white-blue')
    expect(themeFont('nope').id).toBe('montserrat')
    expect(themeFont('overpass').id).toBe('overpass')
  })

  test('auto-slide has nine intervals, or is off', () => {
    expect(autoSlideSeconds).toEqual([2, 4, 6, 8, 10, 15, 20, 30, 40])
    expect([0, 2_000, 40_000, 3_000, -1].map(isAutoSlideInterval)).toEqual([true, true, true, false, false])
  })

  test('classes set by the player are reserved', () => {
    expect(reservedSlideClasses).toHaveLength(7)
  })
})
