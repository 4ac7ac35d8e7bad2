/** Mutes the deck, including media that start later. */
export interface Muting {
  set(muted: boolean): void
  destroy(): void
}

/** `root` contains slides and backgrounds. Media muted by the author stay muted after unmuting. */
export function createMuting(root: HTMLElement): Muting {
  const silenced = new Set<HTMLMediaElement>()
  let muted = false
  const silence = (media: HTMLMediaElement): void => {
    if (media.muted) return
    media.muted = true
    silenced.add(media)
  }
  const onPlay = (event: Event): void => {
    if (muted && event.target instanceof HTMLMediaElement) silence(event.target)
  }
  root.addEventListener('play', onPlay, true)
  return {
    set: (on) => {
      muted = on
      if (on) for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) silence(media)
      else for (const media of silenced) media.muted = false
      if (!on) silenced.clear()
    },
    destroy: () => root.removeEventListener('play', onPlay, true),
  }
}
