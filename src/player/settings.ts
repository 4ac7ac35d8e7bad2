import type { FrameFields } from '../rules/deck-fields.ts'
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
export interface PlayerSettings extends FrameFields {
  readonly mode: PlayerModeName
  readonly origins: AppOrigins
  /** Maximum enlargement; 1: never above 960 x 700. */
  readonly maxScale: number
  /** False: no video or audio starts automatically. */
  readonly autoplay: boolean
  /** Style sheets of external font services, chosen by the author; loaded last, without blocking. */
  readonly fontStyles: readonly string[]
}
