import type { Generated } from 'kysely'
import type { Json, Time } from './column-types.ts'

/** A theme of a user or a team. */
export interface ThemesTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  /** Increased by each save; decks show the newest. */
  version: number
  name: string
  center: boolean
  rolling_links: boolean
  font: string
  color: string
  transition: string
  background_transition: string
  font_typekit: string | null
  font_google: string | null
  /** CSS font families that override those of `font`. */
  heading_font: string | null
  body_font: string | null
  /** Colors by role, which override those of `color`. */
  colors: Json<Record<string, string>>
  /** Hex colors, separated by commas. */
  palette: string
  /** The size of its decks' slides, such as 1280x720; null: decks keep theirs. */
  slide_size: string | null
  /** The parts of its decks' footer, as JSON; '': none. */
  footer: string
  /** Sanitized as a slide. */
  html: string
  less: string
  /** Compiled from `less`, or the author's own if that is empty; filtered. */
  css: string
  js: string
  /** Scripts that are loaded before `js`. */
  scripts: Json<{ url: string; integrity: string | null }[]>
  snippets: Json<{ title: string; template: string }[]>
  /** The sanitizer version of `html` and `css`. */
  sanitizer_version: number
  thumbnail_key: string | null
  thumbnail_version: number | null
  created_at: Time
  updated_at: Time
}

/** A version of a theme, as it can be restored. */
export interface ThemeVersionsTable {
  theme_id: number
  version: number
  /** The user who saved it. */
  user_id: number | null
  /** The writable fields; without `css` if `less` compiles to it. */
  content: Json<Record<string, unknown>>
  /** Bytes of the content. */
  size: number
  created_at: Time
}

/** The slide templates that are available with a theme. A template without a row is available with every theme. */
export interface ThemeTemplatesTable {
  theme_id: number
  slide_template_id: number
}
