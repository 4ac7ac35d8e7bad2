import type { DeckSettings, FrameFields } from '../../rules/deck-columns.ts'
import type { PlayerModeName } from '../../rules/frame-modes.ts'
import type { ThemeScript } from '../../rules/theme-settings.ts'
import type { ThemeVariables } from './theme-variables.ts'

/** The origins a deck frame accepts a port from. */
export interface AppOrigins {
  /** The app's own origin, such as `https://decks.example`. */
  readonly app: string
}

/** Settings of the printable document, written into it as JSON by the server. */
export interface PrintSettings {
  readonly origins: AppOrigins
  /** Style sheets of external font services, chosen by the author; loaded last, without blocking. */
  readonly fontStyles: readonly string[]
  /** Set if the document becomes a file: pictures are prepared for it. `steps`: a sheet for each step of a slide. `tagged`: drawings are named. */
  readonly exported?: { readonly steps: boolean; readonly tagged: boolean }
}

/**
 * Settings of a deck frame, written into its document as JSON by the server: the deck's settings and the mode. Holds no
 * data about the viewer.
 */
export interface PlayerSettings extends FrameFields, PrintSettings {
  readonly mode: PlayerModeName
  /** Maximum enlargement; 1: never above the slide's own size. */
  readonly maxScale: number
  /** False: no video or audio starts automatically. */
  readonly autoplay: boolean
}

/** The settings of a deck's appearance, which every document with its slides needs. */
export type AppearanceSettings = Pick<
  DeckSettings,
  'theme_color' | 'theme_font' | 'slide_size' | 'footer' | 'center' | 'rtl'
>

/** The deck's own theme; sanitized and compiled before it is stored. */
export interface DeckTheme {
  /** Inserted before the slides, and so below them. */
  readonly html: string
  readonly css: string
  /** The colors and fonts of its roles, which override those of the appearance. */
  readonly variables: ThemeVariables
  /** The parts of its slides' footer, as JSON (rules/slide-footer.ts). */
  readonly footer: string
  /** The theme's script; null if it has none. */
  readonly js: string | null
  /** Loaded before `js`. */
  readonly scripts: readonly ThemeScript[]
}

/** The parts of a theme that stand in every drawing of a deck: all but its scripts. */
export type DrawnTheme = Pick<DeckTheme, 'html' | 'css' | 'variables' | 'footer'>

/** The built files of a document; URLs on the same host. */
export interface PrintAssets {
  /** Critical styles as text: theme.css, the blocks' styles, first-paint.css. */
  readonly inlineCss: string
  /** `@font-face` rules of the deck's fonts, as text. */
  readonly fontCss: string
  /** URL of the style sheet of the document's script. */
  readonly styleUrl: string
  /** URL of the document's script (a module). */
  readonly scriptUrl: string
  /** URLs of modules that the script will import, to be loaded beside it. */
  readonly moduleUrls?: readonly string[]
}

/** The built files of a deck frame. */
export interface FrameAssets extends PrintAssets {
  /** The script that runs before the first paint (player/frame-first.ts), as text. */
  readonly firstScript: string
}

/** Input for a deck frame's document. */
export interface FrameDocument {
  /** Plain text. */
  readonly title: string
  /** The deck's HTML: its `section` elements. */
  readonly slides: string
  readonly appearance: AppearanceSettings
  readonly theme: DeckTheme | null
  readonly settings: PlayerSettings
  readonly assets: FrameAssets
  /** CSS that overrides the theme's. */
  readonly overridingCss?: string
  /** URLs of further modules on the same host, run after the document's script. */
  readonly moreScripts?: readonly string[]
  /** The CSP nonce; null under the policy for theme scripts, where a nonce would disable inline scripts. */
  readonly nonce: string | null
}

/** Input for a deck's printable document. */
export interface PrintDocument {
  /** Plain text. */
  readonly title: string
  /** BCP 47 tag; default English. */
  readonly language?: string
  /** The deck's HTML: its `section` elements. */
  readonly slides: string
  readonly appearance: AppearanceSettings
  /** Drawn on every sheet, without its scripts. */
  readonly theme: DeckTheme | null
  readonly slideNumber: boolean
  /** Notes shown below the slides, by slide id; null: none. */
  readonly notes: Readonly<Record<string, string>> | null
  /** Also slides that are hidden from the audience, for users who may read them. */
  readonly hidden?: boolean
  /** The page size; default that of the slides. */
  readonly paper?: 'slide' | 'a4' | 'letter'
  readonly settings: PrintSettings
  readonly assets: PrintAssets
  /** The CSP nonce. */
  readonly nonce: string | null
}
