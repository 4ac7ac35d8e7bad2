// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { testBlock } from '../../testing/editor-decks.ts'
import { fillOf, styleOf, withStyle } from './block-styles.ts'

const shape = (number: number, props: object, style: readonly (readonly [string, string])[] = []) =>
  testBlock(number, { props: { ...blockTypes.shape.defaults().props, ...props }, style })

describe('a block’s style', () => {
  const red = shape(1, { fill: '#c0392b', shape: 'star', text: '<p>One</p>' }, [['opacity', '0.5']])
  it("a style applied to a block of the same type keeps that block's shape, text and position", () => {
    const other = shape(2, { text: '<p>Two</p>' }, [['box-shadow', '0px 2px 6px black']])
    const painted = withStyle(other, styleOf(red))
    expect(painted.props).toEqual({ ...(other.props as object), fill: '#c0392b' })
    expect(painted.style).toEqual([['opacity', '0.5']])
    expect(painted.frame).toBe(other.frame)
    expect(withStyle(painted, styleOf(red))).toBe(painted)
  })
  it('only common styles are applied to a block of another type, and hidden blocks stay hidden', () => {
    const text = testBlock(3, {
      type: 'text',
      props: blockTypes.text.defaults().props,
      style: [['visibility', 'hidden']],
    })
    expect(withStyle(text, styleOf(red)).style).toEqual([
      ['visibility', 'hidden'],
      ['opacity', '0.5'],
    ])
    expect(withStyle(text, styleOf(red)).props).toBe(text.props)
  })
  it("a block's style has a fill if the block's type has one", () => {
    expect(fillOf(red)).toBe('#c0392b')
    expect(fillOf(testBlock(4, { type: 'line', props: blockTypes.line.defaults().props }))).toBe(null)
  })
})
