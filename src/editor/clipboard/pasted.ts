import type { Deck, Slide, SlideId } from '../../document/types.ts'
import type { Point } from '../geometry/point.ts'

/** What a clipboard can be read as. */
export type ReadingId =
  | 'blocks'
  | 'table'
  | 'columns'
  | 'lines'
  | 'pie'
  | 'diagram'
  | 'text'
  | 'styled'
  | 'plain'
  | 'code'
  | 'formula'
  | 'picture'
  | 'page'
  | 'link'

/** A way of reading the clipboard that the menu after a paste offers. */
export interface PasteOption {
  readonly id: ReadingId
  /** As the menu names it. */
  readonly label: string
  /** See Reading.paste. */
  paste(at: Point | null): boolean | Promise<boolean>
}

/** What was pasted last, as long as nothing else was done: the menu offers the other readings of it. */
export interface Pasted {
  readonly options: readonly PasteOption[]
  readonly chosen: ReadingId
  readonly at: Point | null
  /** The slide and the last step right after it. */
  readonly slide: Slide
  readonly undoLabel: string | null
}

/** The part of the editor's state that says whether the last paste is still the last step. */
interface PasteState {
  readonly pasted: Pasted | null
  readonly deck: Deck
  readonly slideId: SlideId
  readonly undoLabel: string | null
}

/**
 * What was pasted last, while nothing else was done since: the slide is the same, and undo would take the paste back.
 * (The deck itself may be another: saving brings its address into it.)
 */
export function pastedIn({ pasted, deck, slideId, undoLabel }: PasteState): Pasted | null {
  return pasted && deck.slides[slideId] === pasted.slide && undoLabel === pasted.undoLabel ? pasted : null
}
