import { describe, expect, it } from 'vitest'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { initialState } from './editor-state.ts'
import { PanelFeed } from './panel-feed.ts'

const state = initialState(testDeck([1, 2], [testSlide(1, [testBlock(1)])]), null)
const other = { ...state, slideId: slideId(2) }
const third = { ...state, selection: [blockId(1)] }

function open() {
  const waiting: (() => void)[] = []
  let calledOff = 0
  const feed = new PanelFeed(state, (run) => {
    waiting.push(run)
    return () => {
      calledOff += 1
    }
  })
  const heard: string[] = []
  feed.subscribe(() => heard.push(feed.getState().slideId))
  return { feed, heard, waiting, calledOff: () => calledOff }
}

describe('what panels show', () => {
  it('follows at once what a panel changed', () => {
    const { feed, heard, waiting } = open()
    feed.follow(other, 'now')
    expect(feed.getState()).toBe(other)
    expect(heard).toHaveLength(1)
    expect(waiting).toHaveLength(0)
  })

  it('follows what the canvas changed after that was painted', () => {
    const { feed, heard, waiting } = open()
    feed.follow(other, 'after-paint')
    expect(feed.getState()).toBe(state)
    expect(heard).toEqual([])
    waiting[0]?.()
    expect(feed.getState()).toBe(other)
    expect(heard).toHaveLength(1)
  })

  it('is one frame behind at most, however fast changes come', () => {
    const { feed, heard, waiting } = open()
    feed.follow(other, 'after-paint')
    feed.follow(third, 'after-paint')
    expect(waiting).toHaveLength(1)
    waiting[0]?.()
    expect(feed.getState()).toBe(third)
    expect(heard).toHaveLength(1)
    feed.follow(other, 'after-paint')
    expect(waiting).toHaveLength(2)
  })

  it('takes along what is waiting when something shows at once, and then waits for nothing', () => {
    const { feed, heard, waiting, calledOff } = open()
    feed.follow(other, 'after-paint')
    const off = calledOff()
    feed.follow(third, 'now')
    expect(feed.getState()).toBe(third)
    expect(calledOff()).toBeGreaterThan(off)
    waiting[0]?.()
    expect(heard).toHaveLength(1)
  })

  it('shows the latest as soon as somebody is about to act on it', () => {
    const { feed, heard } = open()
    feed.follow(other, 'after-paint')
    feed.flush()
    expect(feed.getState()).toBe(other)
    feed.flush()
    expect(heard).toHaveLength(1)
  })

  it('shows everything at once where nothing is painted', () => {
    const feed = new PanelFeed(state)
    feed.follow(other, 'after-paint')
    expect(feed.getState()).toBe(other)
    feed.follow(third, 'after-paint')
    expect(feed.getState()).toBe(third)
  })
})
