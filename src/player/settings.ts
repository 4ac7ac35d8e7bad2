import type { AppOrigins } from './app-origins.ts'

/** The player's modes. Each is an entry in modes.ts. */
export type PlayerModeName = 'show' | 'embed' | 'fullscreen' | 'live' | 'presenter' | 'speaker' | 'preview'

/** Settings of the printable document. */
export interface PrintSettings {
  readonly origins: AppOrigins
  readonly fontStyles: readonly string[]
}

/**
 * Settings of a deck frame, written into its document as JSON by the server: the deck's settings and the mode. Holds no
 * data about the viewer.
 */
export interface PlayerSettings {
  readonly mode: PlayerModeName
  readonly origins: AppOrigins
  /** Ids of the deck's transitions; see rules/themes.ts. */
  readonly transition: string
  readonly backgroundTransition: string
  readonly center: boolean
  readonly loop: boolean
  readonly rtl: boolean
  /** ms; 0 is off. */
  readonly autoSlide: number
  readonly slideNumber: boolean
  readonly rollingLinks: boolean
  /** Maximum enlargement; 1: never above 960 x 700. */
  readonly maxScale: number
  /** False: no video or audio starts automatically. */
  readonly autoplay: boolean
  /** Style sheets of external font services, chosen by the author; loaded last, without blocking. */
  readonly fontStyles: readonly string[]
}
