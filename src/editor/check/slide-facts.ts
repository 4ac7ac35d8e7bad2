import type { BlockId } from '../../document/deck-model.ts'

/** The contrast of a text with what is behind it. */
export interface TextContrast {
  /** WCAG 2 contrast, from 1 to 21. */
  readonly ratio: number
  /** The least readable contrast for its size. */
  readonly least: number
  /** A color that is readable there, as stored in markup. */
  readonly better: string
}

/** Findings about a drawn slide's blocks, by block id. */
export interface SlideFacts {
  /** The smallest text, in slide px. */
  readonly textSizes: Readonly<Record<BlockId, number>>
  /** The lowest contrast; only text that is hard to read. */
  readonly contrasts: Readonly<Record<BlockId, TextContrast>>
  /** Whether text stands on something whose colors are not measured, as on a picture. */
  readonly isContrastUnknown: boolean
  /** Blocks with a picture that cannot be loaded. */
  readonly missingPictures: readonly BlockId[]
  readonly isBackgroundMissing: boolean
}

/** Facts of all slides, and the fonts of the deck. */
export interface DeckFacts {
  readonly slides: Readonly<Record<string, SlideFacts>>
  /** Families that are loaded besides those of the themes; null while that is unknown. */
  readonly families: readonly string[] | null
}
