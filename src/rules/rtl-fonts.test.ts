import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { withoutRtlFonts } from './rtl-fonts.ts'

const css = readFileSync(createRequire(import.meta.url).resolve('reveal.js/reveal.css'), 'utf8')
const rules = (text: string) => text.match(/\.reveal\.rtl \.slides[^{}]*\{[^{}]*\}/g) ?? []

test('right-to-left slides keep their theme’s fonts, and no other rule of reveal.js changes', () => {
  expect(rules(css).join('')).toContain('font-family')
  const kept = withoutRtlFonts(css)
  expect(rules(kept).join('')).toMatch(/^[^{}]*\{direction:rtl\}$/)
  expect(css.length - kept.length).toBe(';font-family:sans-serif'.length)
})
