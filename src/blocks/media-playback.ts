import type { BlockStage } from './block-player.ts'

/** Whether an element is on the current slide and not in a fragment that is still hidden. */
export const isOnStage = (element: Element): boolean =>
  element.closest('section.present') !== null && element.closest('.fragment:not(.visible)') === null

/** Tolerance when a position is compared, in seconds: browsers seek to frames. */
const nearly = 0.3

/** Keeps videos and sounds within the part that the author chose, and pauses them with the deck. */
export function playMedia(elements: readonly HTMLMediaElement[], stage: BlockStage): void {
  for (const media of elements) keepToPart(media)
  restWithDeck(elements, stage)
}

/** reveal.js starts media from 0, and browsers repeat whole files. */
function keepToPart(media: HTMLMediaElement): void {
  const [start, end] = [Number(media.dataset.lStart ?? 0), Number(media.dataset.lEnd ?? 0)]
  if (start === 0 && end === 0) return
  const isPast = (): boolean => end > start && media.currentTime >= end
  const toStart = (): void => {
    if (media.currentTime < start - nearly || isPast()) media.currentTime = start
  }
  if (!media.hasAttribute('poster')) media.addEventListener('loadedmetadata', toStart)
  media.addEventListener('play', toStart)
  media.addEventListener('timeupdate', () => {
    if (media.paused) return
    if (!isPast()) toStart()
    else if (media.loop) media.currentTime = start
    else media.pause()
  })
}

/** Pauses what plays while the deck is paused or in overview, and continues it afterward. */
function restWithDeck(elements: readonly HTMLMediaElement[], stage: BlockStage): void {
  const held = new Set<HTMLMediaElement>()
  let resting = false
  const hold = (media: HTMLMediaElement): void => {
    held.add(media)
    media.pause()
  }
  for (const media of elements) {
    media.addEventListener('play', () => {
      if (resting) hold(media)
    })
  }
  stage.onRest((now) => {
    resting = now
    if (resting) for (const media of elements) if (!media.paused) hold(media)
    if (resting) return
    for (const media of held) {
      if (media.dataset.lAcross === 'on' || isOnStage(media)) media.play().catch(() => undefined)
    }
    held.clear()
  })
}
