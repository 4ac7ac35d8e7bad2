import { describe, expect, it } from 'vitest'
import { declaredTone, toneOfColor } from './background-tone.ts'

const tone = (attributes: Readonly<Record<string, string>>) => declaredTone((name) => attributes[name])

describe('the background tone of a slide', () => {
  it('follows the text choice, regardless of the background', () => {
    expect(tone({ 'data-l-text': 'light' })).toBe('dark')
    expect(tone({ 'data-l-text': 'dark', 'data-background-image': '/m/a.png', 'data-l-ground': 'dark' })).toBe('light')
  })

  it('follows the measured tone of a picture, as long as there is one', () => {
    expect(tone({ 'data-background-image': '/m/a.png', 'data-l-ground': 'dark' })).toBe('dark')
    expect(tone({ 'data-background-gradient': 'x', 'data-l-ground': 'light' })).toBe('light')
    expect(tone({ 'data-l-ground': 'dark' })).toBeNull()
    expect(tone({ 'data-background-image': '/m/a.png' })).toBeNull()
  })

  it('is dark for a color that reveal.js considers dark', () => {
    expect(toneOfColor('rgb(20, 40, 60)')).toBe('dark')
    expect(toneOfColor('rgb(255, 255, 0)')).toBe('light')
    expect(toneOfColor('rgba(0, 0, 0, 0)')).toBeNull()
    expect(toneOfColor('')).toBeNull()
  })
})
