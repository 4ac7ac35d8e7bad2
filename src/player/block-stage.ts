import type { RevealApi } from 'reveal.js'
import type { BlockStage } from '../blocks/block-player.ts'

/** Events of reveal.js after a step. */
export const steps = ['slidechanged', 'fragmentshown', 'fragmenthidden']
/** Events of reveal.js when the deck rests or continues. */
export const rests = ['paused', 'resumed', 'overviewshown', 'overviewhidden']

/** What blocks see of a running deck. */
export function stageFor(
  reveal: Pick<RevealApi, 'on' | 'getCurrentSlide' | 'isPaused' | 'isOverview'>,
  isPrivate: boolean,
  fail: BlockStage['fail'],
): BlockStage {
  return {
    onStep: (listener) => {
      const step = (): void => {
        const slide = reveal.getCurrentSlide()
        if (slide) listener(slide)
      }
      for (const change of steps) reveal.on(change, step)
      step()
    },
    onRest: (listener) => {
      const rest = (): void => listener(reveal.isPaused() || reveal.isOverview())
      for (const change of rests) reveal.on(change, rest)
      // The deck may have been paused while the block's code was loaded.
      if (reveal.isPaused() || reveal.isOverview()) rest()
    },
    isPrivate,
    fail,
  }
}
