import type { PlayerModeName } from './settings.ts'

/** How one view differs from the others. A further view is a further entry. */
export interface PlayerMode {
  readonly controls: boolean
  readonly progress: boolean
  readonly keyboard: boolean
  readonly touch: boolean
  readonly overview: boolean
  /** Steps by itself at the deck's interval. */
  readonly autoSlide: boolean
  /** Part of the window left empty around the slides, 0 to 1. */
  readonly margin: number
}

const interactive = { controls: true, progress: true, keyboard: true, touch: true, overview: true, autoSlide: true }

/** The views, by name. */
export const modes: Readonly<Record<PlayerModeName, PlayerMode>> = {
  show: { ...interactive, margin: 0.05 },
  embed: { ...interactive, margin: 0.05 },
  fullscreen: { ...interactive, margin: 0.02 },
}
