import { expect, test } from 'vitest'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { ownFontCss } from './own-font-css.ts'

const font = (family: string, more: Partial<OwnFont> = {}): OwnFont => ({
  ...{ family, url: `/m/${family}.woff2`, format: 'woff2', weight_min: 400, weight_max: 400, style: 'normal' },
  ...{ embeddable: true, ...more },
})
const theme = { html: '', css: '', footer: '', variables: { '--r-heading-font': "'Acme Sans', sans-serif" } } as const

test('a document has the fonts that its slides and theme name, and no others', () => {
  const fonts = [font('Acme Sans'), font('Tide'), font('Unused')]
  const css = ownFontCss(fonts, '<p style="font-family: &quot;tide&quot;">a</p>', theme)
  expect(css).toBe(
    '@font-face{font-family:"Acme Sans";src:url("/m/Acme Sans.woff2") format("woff2");font-weight:400;font-style:normal;font-display:swap}' +
      '@font-face{font-family:"Tide";src:url("/m/Tide.woff2") format("woff2");font-weight:400;font-style:normal;font-display:swap}',
  )
})

test('a variable font has its range of weights', () => {
  const css = ownFontCss([font('Tide', { weight_min: 100, weight_max: 900, format: 'ttf' })], 'Tide', null)
  expect(css).toContain('format("truetype");font-weight:100 900;')
})

test('a document that leaves the instance has no font whose license forbids embedding', () => {
  const fonts = [font('Tide', { embeddable: false }), font('Acme Sans')]
  expect(ownFontCss(fonts, 'Tide', theme, true)).not.toContain('Tide')
  expect(ownFontCss(fonts, 'Tide', theme, false)).toContain('Tide')
})
