// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { testBlock } from '../../testing/editor-decks.ts'
import { fillOf, lookOf, withLook } from './looks.ts'

const shape = (number: number, props: object, style: readonly (readonly [string, string])[] = []) =>
  testBlock(number, { props: { ...blockTypes.shape.defaults().props, ...props }, style })

describe('a look', () => {
  const red = shape(1, { fill: '#c0392b', shape: 'star', text: '<p>One</p>' }, [['opacity', '0.5']])
  it('is given to another of its type, which keeps its form, its words and its place', () => {
    const other = shape(2, { text: '<p>Two</p>' }, [['box-shadow', '0px 2px 6px black']])
    const painted = withLook(other, lookOf(red))
    expect(painted.props).toEqual({ ...(other.props as object), fill: '#c0392b' })
    expect(painted.style).toEqual([['opacity', '0.5']])
    expect(painted.frame).toBe(other.frame)
    expect(withLook(painted, lookOf(red))).toBe(painted)
  })
  it('gives what every block has to another type, and shows nothing that is hidden', () => {
    const text = testBlock(3, {
      type: 'text',
      props: blockTypes.text.defaults().props,
      style: [['visibility', 'hidden']],
    })
    expect(withLook(text, lookOf(red)).style).toEqual([
      ['visibility', 'hidden'],
      ['opacity', '0.5'],
    ])
    expect(withLook(text, lookOf(red)).props).toBe(text.props)
  })
  it('has a fill, if its type has one', () => {
    expect(fillOf(red)).toBe('#c0392b')
    expect(fillOf(testBlock(4, { type: 'line', props: blockTypes.line.defaults().props }))).toBe(null)
  })
})
