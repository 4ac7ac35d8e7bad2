import { describe, expect, it } from 'vitest'
import { findIcons } from './find-icons.ts'
import { icons } from './icon-set.ts'

const names = (term: string) => findIcons(icons, term).map(({ id }) => id)

describe('findIcons', () => {
  it('finds the set by name and by synonym, the plainest first', () => {
    expect(icons.length).toBeGreaterThan(1_900)
    expect(names('heart')[0]).toBe('heart')
    expect(names('arrow up')[0]).toBe('arrow-up')
    expect(names('love')).toContain('heart')
    expect(names('Trash')[0]).toBe('trash')
  })
  it('wants every word', () => {
    expect(names('heart crack').length).toBeLessThan(names('heart').length)
    expect(names('heart zzz')).toEqual([])
  })
  it('without words, lists all', () => {
    expect(findIcons(icons, ' - ')).toBe(icons)
  })
})
