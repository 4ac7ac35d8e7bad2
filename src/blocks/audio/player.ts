import type { BlockStage } from '../block-player.ts'
import { playMedia } from '../media-playback.ts'

/** Plays sounds. */
export function showAudio(elements: readonly HTMLElement[], stage: BlockStage): void {
  playMedia(elements as readonly HTMLAudioElement[], stage)
}
