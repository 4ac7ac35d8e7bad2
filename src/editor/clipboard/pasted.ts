import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import type { Point } from '../geometry/point.ts'

/** The paste options. */
export type PasteOptionId =
  | 'blocks'
  | 'table'
  | 'chart'
  | 'diagram'
  | 'text'
  | 'styled'
  | 'plain'
  | 'code'
  | 'formula'
  | 'picture'
  | 'media'
  | 'page'
  | 'link'

/** A paste option bound to its editor, for the menu after a paste. */
export interface BoundPasteOption {
  readonly id: PasteOptionId
  /** The label in the menu. */
  readonly label: string
  /** See PasteOption.paste. */
  paste(at: Point | null): boolean | Promise<boolean>
}

/** The last paste. The menu offers its other options until the next change. */
export interface Pasted {
  readonly options: readonly BoundPasteOption[]
  readonly chosen: PasteOptionId
  readonly at: Point | null
  /** The slide and the undo label right after the paste. */
  readonly slide: Slide
  readonly undoLabel: string | null
}

/** The part of the editor's state that determines whether the last paste is still the last change. */
interface PasteState {
  readonly pasted: Pasted | null
  readonly deck: Deck
  readonly slideId: SlideId
  readonly undoLabel: string | null
}

/**
 * The last paste, as long as its slide is unchanged and undo would revert the paste. Null otherwise. Only the slide is
 * compared, because a save can change the deck's slug.
 */
export function pastedIn({ pasted, deck, slideId, undoLabel }: PasteState): Pasted | null {
  return pasted && deck.slides[slideId] === pasted.slide && undoLabel === pasted.undoLabel ? pasted : null
}
