import { expect, test } from 'vitest'
import { reservedBlockClasses, reservedSlideClasses } from '../../rules/reserved-classes.ts'
import { readClasses, shownClasses } from './custom-class-names.ts'

const read = (text: string) => readClasses(text, reservedSlideClasses)

test('class names set by the player are hidden', () => {
  expect(shownClasses(['past', 'wide', 'has-dark-background', 'tall'], reservedSlideClasses)).toEqual(['wide', 'tall'])
})

test('class names set by the player are dropped and named, and the others accepted', () => {
  for (const name of reservedSlideClasses)
    expect(read(`wide ${name}`)).toEqual({ names: ['wide'], dropped: `Left out '${name}': taken by the player itself` })
  expect(read('past wide present future').dropped).toBe(
    "Left out 'past', 'present' and 'future': taken by the player itself",
  )
  expect(readClasses('card fragment', reservedBlockClasses)).toEqual({
    names: ['card'],
    dropped: "Left out 'fragment': taken by the player itself",
  })
})

test('names are listed once each, and only valid names', () => {
  expect(read('  wide tall  wide ')).toEqual({ names: ['wide', 'tall'], dropped: '' })
  expect(read('')).toEqual({ names: [], dropped: '' })
  for (const text of ['2wide', 'a{b}', 'x'.repeat(41)]) {
    const { names, dropped } = read(`wide ${text}`)
    expect(names).toEqual(['wide'])
    expect(dropped).toContain('not a class name')
  }
})

test('names beyond the limit are counted', () => {
  const { names, dropped } = read(Array.from({ length: 27 }, (_, n) => `n${n}`).join(' '))
  expect(names).toHaveLength(20)
  expect(dropped).toBe("Left out 'n20', 'n21', 'n22', 'n23', 'n24' and 2 more: more than 20 class names")
})
