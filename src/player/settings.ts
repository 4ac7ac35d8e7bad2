import type { AppOrigins } from './app-origins.ts'

/** The views that show a deck. Each is one entry in modes.ts. */
export type PlayerModeName = 'show' | 'embed' | 'fullscreen' | 'live' | 'presenter' | 'speaker' | 'preview'

/** What the printable document is told. */
export interface PrintSettings {
  readonly origins: AppOrigins
  readonly fontStyles: readonly string[]
}

/**
 * What a deck frame is told, written into its document as JSON by the server: the deck's own settings and the view
 * it is shown in. It holds nothing about the person who looks at it.
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
  /** Most the slides are enlarged; 1 means never above 960 x 700. */
  readonly maxScale: number
  /** False: no video or sound of the deck starts by itself. */
  readonly autoplay: boolean
  /** Style sheets of outside font services that the author chose; loaded last, and never waited for. */
  readonly fontStyles: readonly string[]
}
