import type { ColumnType, Generated } from 'kysely'
import type { Time } from './column-types.ts'

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>

/** A smaller version of an image; its key follows from the image's. */
export interface Rendition {
  readonly width: number
  readonly height: number
  readonly size: number
}

/** An image or video of a user's or team's media library. */
export interface MediaTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  key: string
  label: string
  /** The label as the search compares it. Null: a process of the release before inserted the row. */
  search_label: OptionalText
  /** Alternative text for blocks made from the image; empty if unknown. */
  alt: Generated<string>
  content_type: string
  /** Bytes of all its files. */
  size: number
  width: number | null
  height: number | null
  /** Duration of a video in ms; null for images, and if unknown. */
  duration: ColumnType<number | null, number | null | undefined, number | null>
  inline: boolean
  hidden: boolean
  /** SHA-256 of the uploaded bytes, hex: deduplicates repeated uploads. For a refused SVG, the hash of its key. */
  content_hash: string
  /** The sanitizer version of an SVG; irrelevant for other pictures, which are re-encoded. */
  sanitizer_version: Generated<number>
  /** Why that version refuses the SVG, which is then served as an empty one; null if accepted. */
  refusal: OptionalText
  /** The smaller versions; null until the job has made them. */
  renditions: ColumnType<Rendition[] | null, string | null | undefined, string | null>
  created_at: Time
}

/** A tag of a user's or team's media library. */
export interface MediaTagsTable {
  id: Generated<number>
  /** The owner: exactly one of user_id and team_id is set. */
  user_id: number | null
  team_id: number | null
  name: string
  created_at: Time
}

export interface MediaTagItemsTable {
  tag_id: number
  media_id: number
}

/** Uploaded files in the markup of slides, by the row of deck_slides. Derived from it. */
export interface DeckMediaTable {
  deck_id: number
  slide_id: string
  since: number
  key: string
}
