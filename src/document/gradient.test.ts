import { describe, expect, test } from 'vitest'
import { formatGradient, parseGradient } from './gradient.ts'

describe('gradients', () => {
  test.each([
    'linear-gradient(90deg, #ffffff 0%, #000000 100%)',
    'linear-gradient(215deg, var(--l-accent-1) 0%, rgba(1, 2, 3, 0.5) 33.3%, color-mix(in srgb, var(--r-main-color) 50%, transparent) 100%)',
    'radial-gradient(circle, red 10%, var(--r-background-color) 90%)',
  ])('%s is the same after reading and writing', (gradient) => {
    expect(formatGradient(parseGradient(gradient)!)).toBe(gradient)
  })

  test('sides and missing places are completed', () => {
    expect(formatGradient(parseGradient('linear-gradient(to bottom, #fff, red, #000)')!)).toBe(
      'linear-gradient(180deg, #fff 0%, red 50%, #000 100%)',
    )
    expect(formatGradient(parseGradient('linear-gradient(#fff, #000)')!)).toBe(
      'linear-gradient(180deg, #fff 0%, #000 100%)',
    )
  })

  test.each([
    '#ffffff',
    'none',
    '',
    'linear-gradient(90deg, #fff)',
    'conic-gradient(#fff, #000)',
    'linear-gradient(90deg, url(x), #000)',
    'linear-gradient(90deg, #fff, #000), linear-gradient(#fff, #000)',
  ])('%s is no gradient of the editor', (value) => {
    expect(parseGradient(value)).toBeNull()
  })
})
