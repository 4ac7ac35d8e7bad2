import { describe, expect, it } from 'vitest'
import { groundOfColor, namedGround } from './slide-ground.ts'

const ground = (attributes: Readonly<Record<string, string>>) => namedGround((name) => attributes[name])

describe('the background tone of a slide', () => {
  it('follows the text choice, regardless of the background', () => {
    expect(ground({ 'data-l-text': 'light' })).toBe('dark')
    expect(ground({ 'data-l-text': 'dark', 'data-background-image': '/m/a.png', 'data-l-ground': 'dark' })).toBe(
      'light',
    )
  })

  it('follows the measured tone of a picture, as long as there is one', () => {
    expect(ground({ 'data-background-image': '/m/a.png', 'data-l-ground': 'dark' })).toBe('dark')
    expect(ground({ 'data-l-ground': 'dark' })).toBeNull()
    expect(ground({ 'data-background-image': '/m/a.png' })).toBeNull()
  })

  it('is dark for a color that reveal.js considers dark', () => {
    expect(groundOfColor('rgb(20, 40, 60)')).toBe('dark')
    expect(groundOfColor('rgb(255, 255, 0)')).toBe('light')
    expect(groundOfColor('rgba(0, 0, 0, 0)')).toBeNull()
    expect(groundOfColor('')).toBeNull()
  })
})
