import type { AppKey } from './messages.ts'
import type { PlayerModeName } from './settings.ts'

/** How one view differs from the others. A further view is a further entry. */
export interface PlayerMode {
  readonly controls: boolean
  readonly progress: boolean
  readonly keyboard: boolean
  readonly touch: boolean
  readonly overview: boolean
  /** Steps by itself: at the deck's interval, and where a slide asks for it. A deck that follows another never does. */
  readonly autoSlide: boolean
  /** Part of the window left empty around the slides, 0 to 1. */
  readonly margin: number
  /** Keys pressed in the deck that belong to the page around it; the player leaves them alone. */
  readonly pageKeys: readonly AppKey[]
  /** Tells the page when the pointer comes near the left edge. */
  readonly tellsEdge: boolean
  /** The question mark shows reveal.js's list of keys over the slide. */
  readonly help: boolean
  /** Nothing moves between slides. */
  readonly still: boolean
}

const interactive = {
  controls: true,
  progress: true,
  keyboard: true,
  touch: true,
  overview: true,
  autoSlide: true,
  pageKeys: ['escape', 'e'],
  tellsEdge: false,
  help: true,
  still: false,
} as const satisfies Partial<PlayerMode>

/** The views, by name. */
export const modes: Readonly<Record<PlayerModeName, PlayerMode>> = {
  show: { ...interactive, margin: 0.05 },
  embed: { ...interactive, margin: 0.05 },
  fullscreen: { ...interactive, margin: 0.02 },
  /** The audience's: it follows the presenter. */
  live: { ...interactive, autoSlide: false, margin: 0.02, pageKeys: ['escape', 'f'] },
  /** What the audience in the room sees. */
  presenter: { ...interactive, margin: 0.02, pageKeys: ['f', 'q', 'r', 's', 'w'], tellsEdge: true, help: false },
  /** The current slide of the speaker view. */
  speaker: {
    ...interactive,
    controls: false,
    progress: false,
    autoSlide: false,
    margin: 0,
    help: false,
    pageKeys: ['f', 'g', 'q', 'r', 'w'],
  },
  /** What comes next, in the speaker view. */
  preview: {
    ...interactive,
    controls: false,
    progress: false,
    keyboard: false,
    touch: false,
    overview: false,
    autoSlide: false,
    margin: 0,
    pageKeys: [],
    help: false,
    still: true,
  },
}
