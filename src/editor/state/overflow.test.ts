import { expect, test } from 'vitest'
import { slideId } from '../../testing/editor-decks.ts'
import { type Overflow, warnedOverflow } from './overflow.ts'

test('the editor warns of content that leaves the slide or is cut off, not of text larger than its box', () => {
  const overflow: Overflow = {
    [slideId(1)]: { a: 'box', b: 'slide' },
    [slideId(2)]: { c: 'box' },
    [slideId(3)]: { d: 'cut' },
  }
  expect(warnedOverflow(overflow)).toEqual({ [slideId(1)]: { b: 'slide' }, [slideId(3)]: { d: 'cut' } })
  expect(warnedOverflow(overflow)).toBe(warnedOverflow(overflow))
})
