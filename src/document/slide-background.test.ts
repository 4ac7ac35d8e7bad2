import { describe, expect, test } from 'vitest'
import { effectDeclarations } from './background-effects.ts'
import { contentDeclarations, gradientColors, groundDeclarations } from './slide-background.ts'

const of = (attributes: Readonly<Record<string, string>>) => (name: string) => attributes[name]

describe('the declarations of a slide’s background', () => {
  test.each([
    ['#123456'],
    ['var(--l-accent-2)'],
    ['color-mix(in srgb, var(--r-main-color) 40%, transparent)'],
    ['rgba(1, 2, 3, 0.5)'],
  ])('%s is a color', (color) => {
    expect(groundDeclarations(of({ 'data-background-color': color }))).toEqual([['background-color', color]])
  })

  test.each([
    ['var(--other)'],
    ['var(--l-accent-1, url(x))'],
    ['red;position:fixed'],
    ['url(https://spy.example)'],
    [''],
  ])('%s is none', (color) => {
    expect(groundDeclarations(of({ 'data-background-color': color }))).toEqual([])
  })

  test('a gradient may consist of roles', () => {
    const gradient = 'linear-gradient(90deg, var(--l-accent-1) 0%, #fff 100%)'
    expect(groundDeclarations(of({ 'data-background-gradient': gradient }))).toEqual([['background-image', gradient]])
    expect(gradientColors(gradient)).toEqual(['var(--l-accent-1)', '#fff'])
  })

  test('dim and blur apply to the picture only, within their bounds', () => {
    const effects = { 'data-l-background-dim': '0.4', 'data-l-background-blur': '0.5' }
    expect(effectDeclarations(of(effects))).toEqual([
      ['filter', 'brightness(0.6) blur(2.5cqmin)'],
      ['transform', 'scale(1.1)'],
    ])
    expect(groundDeclarations(of(effects))).toEqual([])
    expect(contentDeclarations(of({ ...effects, 'data-background-position': '20% 80%' }))).toEqual([
      ['background-position', '20% 80%'],
      ['filter', 'brightness(0.6) blur(2.5cqmin)'],
      ['transform', 'scale(1.1)'],
    ])
    expect(effectDeclarations(of({ 'data-l-background-dim': '7' }))).toEqual([['filter', 'brightness(0)']])
    expect(effectDeclarations(of({ 'data-l-background-dim': 'x', 'data-l-background-blur': '-1' }))).toEqual([])
  })
})
