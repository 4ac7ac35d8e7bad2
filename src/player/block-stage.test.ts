import { expect, test, vi } from 'vitest'
import { stageFor } from './block-stage.ts'

/** The values that onRest passes to a block's listener at once. */
function told(deck: { readonly isPaused?: boolean; readonly isOverview?: boolean }): boolean[] {
  const heard: boolean[] = []
  const reveal = {
    ...{ on: vi.fn(), getCurrentSlide: vi.fn() },
    isPaused: () => deck.isPaused ?? false,
    isOverview: () => deck.isOverview ?? false,
  }
  stageFor(reveal, false, () => {}).onRest((resting) => heard.push(resting))
  return heard
}

test('a block whose code is loaded while the deck is paused or in overview rests with it', () => {
  expect([told({}), told({ isPaused: true }), told({ isOverview: true })]).toEqual([[], [true], [true]])
})
