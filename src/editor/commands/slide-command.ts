import type { Block, BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { changeSlide, withBlocks } from './change-slide.ts'
import type { Command } from './command.ts'

/**
 * A command that reads and changes only one slide of the deck. The history applies many such commands to an earlier
 * deck while copying that deck only once.
 */
export interface SlideCommand extends Command {
  readonly slideId: SlideId
  readonly change: (slide: Slide) => Slide
}

/** A command that applies `change` to one slide. `change` is pure; the same object means no change. */
export function slideCommand(slideId: SlideId, change: (slide: Slide) => Slide): SlideCommand {
  return Object.assign((deck: Deck) => changeSlide(deck, slideId, change), { slideId, change })
}

/** Whether a command was made by slideCommand. */
export function isSlideCommand(command: Command): command is SlideCommand {
  return 'slideId' in command
}

/** A command that applies `change` to some blocks of a slide. The same object means no change. */
export function blocksCommand(
  slideId: SlideId,
  ids: readonly BlockId[],
  change: (block: Block) => Block,
): SlideCommand {
  return slideCommand(slideId, (slide) => withBlocks(slide, ids, change))
}
