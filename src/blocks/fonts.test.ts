import { expect, it } from 'vitest'
import { fontsUsedIn, textFonts } from './fonts.ts'

it('lists every family of the themes once', () => {
  const names = textFonts.map((font) => font.label)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['Montserrat', 'Open Sans', 'Lato', 'League Gothic', 'Merriweather', 'Asul']),
  )
})

it('finds the fonts used in a deck, in any quoting, so that their faces are sent', () => {
  for (const font of textFonts) {
    const html = `<p style="color: red; font-family: ${font.value.replaceAll("'", '&quot;')};">x</p>`
    expect(fontsUsedIn(html), font.label).not.toEqual([])
  }
  expect(fontsUsedIn(`<p style="font-family: 'Asul', Georgia, serif;">x</p>`)).toEqual(['asul'])
  expect(fontsUsedIn('<p style="font-family: Comic Sans MS">x</p><p>font</p>')).toEqual([])
})
