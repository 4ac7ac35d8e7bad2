import type { FrameFields } from '../rules/deck-fields.ts'
import type { PlayerModeName } from '../rules/frame-modes.ts'
import type { AppOrigins } from './app-origins.ts'

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
