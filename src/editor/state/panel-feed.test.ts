import { describe, expect, it } from 'vitest'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { initialState } from './editor-state.ts'
import { PanelFeed } from './panel-feed.ts'

const state = initialState(testDeck([1, 2], [testSlide(1, [testBlock(1)])]), null)
const other = { ...state, slideId: slideId(2) }
const third = { ...state, selection: [blockId(1)] }

function open() {
  const scheduled: (() => void)[] = []
  let canceled = 0
  const feed = new PanelFeed(state, (run) => {
    scheduled.push(run)
    return () => {
      canceled += 1
    }
  })
  const shown: string[] = []
  feed.subscribe(() => shown.push(feed.getState().slideId))
  return { feed, shown, scheduled, canceled: () => canceled }
}

describe('the state shown by panels', () => {
  it('shows a change by a panel at once', () => {
    const { feed, shown, scheduled } = open()
    feed.follow(other, 'now')
    expect(feed.getState()).toBe(other)
    expect(shown).toHaveLength(1)
    expect(scheduled).toHaveLength(0)
  })

  it('shows a change on the canvas after the next paint', () => {
    const { feed, shown, scheduled } = open()
    feed.follow(other, 'after-paint')
    expect(feed.getState()).toBe(state)
    expect(shown).toEqual([])
    scheduled[0]?.()
    expect(feed.getState()).toBe(other)
    expect(shown).toHaveLength(1)
  })

  it('is at most one frame behind, however fast changes are', () => {
    const { feed, shown, scheduled } = open()
    feed.follow(other, 'after-paint')
    feed.follow(third, 'after-paint')
    expect(scheduled).toHaveLength(1)
    scheduled[0]?.()
    expect(feed.getState()).toBe(third)
    expect(shown).toHaveLength(1)
    feed.follow(other, 'after-paint')
    expect(scheduled).toHaveLength(2)
  })

  it('includes a scheduled change when another is shown at once, and cancels the schedule', () => {
    const { feed, shown, scheduled, canceled } = open()
    feed.follow(other, 'after-paint')
    const before = canceled()
    feed.follow(third, 'now')
    expect(feed.getState()).toBe(third)
    expect(canceled()).toBeGreaterThan(before)
    scheduled[0]?.()
    expect(shown).toHaveLength(1)
  })

  it('shows the latest change when it is flushed before input', () => {
    const { feed, shown } = open()
    feed.follow(other, 'after-paint')
    feed.flush()
    expect(feed.getState()).toBe(other)
    feed.flush()
    expect(shown).toHaveLength(1)
  })

  it('shows everything at once in an environment without frames', () => {
    const feed = new PanelFeed(state)
    feed.follow(other, 'after-paint')
    expect(feed.getState()).toBe(other)
    feed.follow(third, 'after-paint')
    expect(feed.getState()).toBe(third)
  })
})
