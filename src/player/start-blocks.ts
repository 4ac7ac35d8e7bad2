import type { BlockStage } from '../blocks/block-player.ts'
import { players } from '../blocks/players.ts'

/**
 * Lets each type of block do what it does when it is shown; what it needs is loaded only when the deck has such blocks.
 * Resolves when all have begun, and those that could not were told to the stage.
 */
export async function startBlocks(deck: ParentNode, stage: BlockStage): Promise<void> {
  await Promise.all(
    Object.values(players).map(async (player) => {
      const elements = player ? Array.from(deck.querySelectorAll<HTMLElement>(player.selector)) : []
      if (!player || elements.length === 0) return
      const show = await player.load().catch(() => null)
      if (show) show(elements, stage)
      else if (player.failure) stage.fail(player.failure)
    }),
  )
}
