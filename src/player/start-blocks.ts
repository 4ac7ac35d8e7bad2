import type { BlockStage } from '../blocks/block-player.ts'
import { players } from '../blocks/players.ts'

/**
 * Runs each block type's player on its elements, which `find` returns for a selector; its code is loaded only if the deck has such blocks. Resolves when all have started;
 * failures are reported to the stage.
 */
export async function startBlocks(
  find: (selector: string) => readonly HTMLElement[],
  stage: BlockStage,
): Promise<void> {
  await Promise.all(
    Object.values(players).map(async (player) => {
      const elements = find(player.selector)
      if (elements.length === 0) return
      const show = await player.load().catch(() => null)
      if (show) await show(elements, stage)
      else if (player.failure) stage.fail(player.failure)
    }),
  )
}
