import type { BlockStage } from '../block-player.ts'
import { isOnStage } from '../media-playback.ts'

/** Messages to the players of YouTube and Vimeo, by host. */
const commands: Readonly<Record<string, { readonly play: object; readonly pause: object; readonly connect?: object }>> =
  {
    'www.youtube-nocookie.com': {
      play: { event: 'command', func: 'playVideo', args: [] },
      pause: { event: 'command', func: 'pauseVideo', args: [] },
      connect: { event: 'listening', id: 1, channel: 'widget' },
    },
    'player.vimeo.com': { play: { method: 'play' }, pause: { method: 'pause' } },
  }

/**
 * Starts and stops the embedded players of YouTube and Vimeo with their slide or fragment. reveal.js does not know the
 * player without cookies. Views for the presenter alone start none, since they cannot be muted from outside.
 */
export function playEmbeds(frames: readonly HTMLIFrameElement[], stage: BlockStage): void {
  const embeds = frames.map((frame) => createEmbed(frame, stage.isPrivate))
  let resting = false
  const update = (): void => {
    for (const embed of embeds) embed.set(!resting && embed.isWanted())
  }
  window.addEventListener('message', ({ source }) => {
    for (const embed of embeds) if (source === embed.window()) embed.answer()
  })
  stage.onStep(update)
  stage.onRest((now) => {
    resting = now
    update()
  })
}

function createEmbed(frame: HTMLIFrameElement, isPrivate: boolean) {
  const { origin, host } = new URL(frame.src)
  const known = commands[host]
  const starts = frame.dataset.plays === 'on' && !isPrivate
  const isAcross = frame.dataset.lAcross === 'on'
  let [wanted, begun, answered] = [false, false, false]
  const send = (message: object | undefined): void => {
    if (message) frame.contentWindow?.postMessage(JSON.stringify(message), origin)
  }
  const tell = (): void => {
    if (wanted && starts) send(known?.play)
    else if (!wanted) send(known?.pause)
  }
  // A player that is still loading receives no messages.
  frame.addEventListener('load', () => {
    answered = false
    send(known?.connect)
    tell()
  })
  return {
    window: () => frame.contentWindow,
    isWanted: () => isOnStage(frame) || (isAcross && begun),
    set: (on: boolean): void => {
      if (on === wanted) return
      wanted = on
      begun ||= on
      tell()
    },
    /** Its first message says that it is ready. */
    answer: (): void => {
      if (answered) return
      answered = true
      tell()
    },
  }
}
