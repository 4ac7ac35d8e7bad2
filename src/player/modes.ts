import type { PlayerModeName } from '../rules/frame-modes.ts'
import type { AppKey } from './messages.ts'

/** The differences between modes. A new mode is a new entry. */
export interface PlayerMode {
  readonly controls: boolean
  readonly progress: boolean
  readonly keyboard: boolean
  readonly touch: boolean
  readonly overview: boolean
  /** Auto-slide, by the deck's interval or a slide's own. Off in decks that follow another. */
  readonly autoSlide: boolean
  /** Keys the page around the deck handles; the player ignores them. */
  readonly pageKeys: readonly AppKey[]
  /** Reports when the pointer enters the zone at the left edge. */
  readonly reportsEdge: boolean
  /** The question mark opens reveal.js's keyboard help. */
  readonly help: boolean
  /** No transitions between slides. */
  readonly noTransitions: boolean
  /** Only the presenter sees it: it is muted from the start. */
  readonly isPrivate: boolean
}

const interactive = {
  controls: true,
  progress: true,
  keyboard: true,
  touch: true,
  overview: true,
  autoSlide: true,
  pageKeys: ['escape', 'e'],
  reportsEdge: false,
  help: true,
  noTransitions: false,
  isPrivate: false,
} as const satisfies Partial<PlayerMode>

/** All modes, by name. */
export const modes: Readonly<Record<PlayerModeName, PlayerMode>> = {
  show: interactive,
  embed: interactive,
  fullscreen: interactive,
  /** The audience's view, which follows the presenter. */
  live: { ...interactive, autoSlide: false, pageKeys: ['escape', 'f'] },
  /** The presenter's own window, shown to the room. */
  presenter: { ...interactive, pageKeys: ['f', 'q', 'r', 's', 'w'], reportsEdge: true, help: false },
  /** The current slide of the speaker view. */
  speaker: {
    ...interactive,
    controls: false,
    progress: false,
    autoSlide: false,
    help: false,
    pageKeys: ['f', 'g', 'q', 'r', 'w'],
    isPrivate: true,
  },
  /** The next step, in the speaker view. */
  preview: {
    ...interactive,
    controls: false,
    progress: false,
    keyboard: false,
    touch: false,
    overview: false,
    autoSlide: false,
    pageKeys: [],
    help: false,
    noTransitions: true,
    isPrivate: true,
  },
}
