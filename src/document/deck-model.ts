/**
 * The in-memory model of a deck. It is immutable: a change creates new objects along its path and shares the rest. "Did
 * this slide change?" is `before !== after`, undo keeps the earlier deck, and an unchanged slide keeps its identity and
 * its bytes.
 */
import type { DeckSettings } from '../rules/deck-columns.ts'

/** 32 hexadecimal digits; the section's data-id, unique in the deck. */
export type SlideId = string
/** 16 hexadecimal digits; the block's data-block-id, unique in the deck. */
export type BlockId = string

/**
 * The block types by name, with their props. Each type adds itself in its own block.ts (declaration merging); `snippet`
 * is hidden and contains markup that no other type claims.
 */
export interface BlockTypes {
  readonly snippet: { readonly html: string }
}

export type BlockType = keyof BlockTypes

/**
 * A block's position in slide px (the deck's `slide_size` has the slide's). `height` null: determined by its content. `rotation` in
 * degrees clockwise, 0 <= r < 360.
 */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number | null
  readonly rotation: number
}

/** When a block appears. `style` is the reveal.js class ('' is fade in); `index` null: source order. */
export interface Fragment {
  readonly style: string
  readonly index: number | null
}

/** An object on a slide. Its index in the slide's array is its z-order, backmost first. */
export interface Block<P = unknown> {
  readonly id: BlockId
  readonly type: BlockType
  /** Null only for snippets in the slide's own flow (foreign markup). */
  readonly frame: Frame | null
  readonly name: string
  readonly locked: boolean
  readonly fragment: Fragment | null
  /** Other classes of the wrapper, in order (without `block`, `fragment` and the fragment style). */
  readonly classes: readonly string[]
  /** Other CSS declarations of the wrapper, as [property, value] in order (opacity, shadow …). */
  readonly style: readonly (readonly [string, string])[]
  /** Other attributes of the wrapper, as [name, value] in order (data-auto-animate-id, link …). */
  readonly attributes: readonly (readonly [string, string])[]
  /** Properties of the type; see its block.ts. */
  readonly props: P
}

/** A `section`. */
export interface Slide {
  readonly id: SlideId
  /** All attributes of the section except data-id, in source order: class, data-background-…, data-transition … */
  readonly attributes: Readonly<Record<string, string>>
  readonly blocks: readonly Block[]
  /** The speaker's notes as plain text, at most 10000 characters. */
  readonly notes: string
}

/** A column of the deck: a single slide, or a vertical stack (then `attributes` are those of the outer section). */
export interface Stack {
  readonly slides: readonly SlideId[]
  /** Null: a single slide without an outer section. */
  readonly attributes: Readonly<Record<string, string>> | null
  /** Raw markup before this stack's section (white space, comments), kept so that nothing is lost. */
  readonly before: string
  /** Raw markup inside the outer section, before each slide and after the last: slides.length + 1 strings. Empty when attributes is null. */
  readonly gaps: readonly string[]
}

/** A deck's content: its slides in two dimensions. */
export interface Slides {
  readonly stacks: readonly Stack[]
  readonly slides: Readonly<Record<SlideId, Slide>>
  /** Raw markup after the last section. */
  readonly after: string
}

/** A deck as the editor holds it. */
export interface Deck extends Slides {
  readonly settings: DeckSettings
}

/** Indices from 0. */
export interface SlidePosition {
  readonly h: number
  readonly v: number
}
