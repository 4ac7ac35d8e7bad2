import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockId, testBlock, testSlide } from '../../../testing/editor-decks.ts'
import { playSteps } from './play-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The keyframes of each animation of blocks with these styles, one step each. */
function played(styles: readonly string[]): readonly (readonly [string, ...Keyframe[]])[] {
  const seen: [string, ...Keyframe[]][] = []
  const blocks = styles.map((style, index) => testBlock(index + 1, { fragment: { style, index } }))
  const element = (id: string) => {
    const style = styles[blocks.findIndex((block) => block.id === id)]!
    const animate = (frames: Keyframe[]) => {
      seen.push([style, ...frames])
      return { cancel: () => {} }
    }
    return { animate, style: { opacity: '' } } as unknown as HTMLElement
  }
  expect(blocks[0]!.id).toBe(blockId(1))
  playSteps(testSlide(1, blocks), element, () => {})
  vi.runAllTimers()
  return seen
}

const hidden = { opacity: 0, visibility: 'hidden' }

test('a block that flies in is hidden at its offset, and comes from there', () => {
  const away = { translate: '0 40px' }
  expect(played(['fade-up'])).toEqual([
    ['fade-up', { ...away, ...hidden }, { ...away, ...hidden }],
    ['fade-up', { ...away, opacity: 0 }, { opacity: '1' }],
  ])
})

test('a block that leaves is visible until its step, or the step after it', () => {
  expect(played(['current-visible', 'fade-out'])).toEqual([
    ['current-visible', hidden, hidden],
    ['current-visible', { opacity: 0 }, { opacity: '1' }],
    ['current-visible', {}, hidden],
    ['fade-out', {}, hidden],
  ])
})

test('a block whose step only changes how it looks is never hidden', () => {
  expect(played(['grow', 'highlight-red'])).toEqual([
    ['grow', {}, { scale: '1.3' }],
    ['highlight-red', {}, { color: '#ff2c2d' }],
  ])
})
