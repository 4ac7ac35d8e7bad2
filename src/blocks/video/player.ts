import type { BlockStage } from '../block-player.ts'
import { playMedia } from '../media-playback.ts'
import { playEmbeds } from './embedded-players.ts'

/** Plays videos: files, and the embedded players of other sites. */
export function showVideos(elements: readonly HTMLElement[], stage: BlockStage): void {
  playMedia(
    elements.filter((element) => element instanceof HTMLVideoElement),
    stage,
  )
  const frames = elements.filter((element) => element instanceof HTMLIFrameElement)
  if (frames.length > 0) playEmbeds(frames, stage)
}
