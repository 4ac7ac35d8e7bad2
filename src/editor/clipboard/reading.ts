import type { Slide } from '../../document/types.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'

/** One way of reading what a clipboard holds: a table, themed text, a picture. */
export interface Reading {
  readonly id: ReadingId
  /** As the menu after a paste names it. */
  readonly label: string
  /**
   * Puts it on the slide as one undo step named 'Paste'; false when there turns out to be nothing. Throws an Error with
   * words for the person.
   */
  paste(editor: Editor, at: Point | null): boolean | Promise<boolean>
}

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

/** What was pasted last, as long as nothing else was done: the menu offers the other readings of it. */
export interface Pasted {
  readonly readings: readonly Reading[]
  readonly chosen: ReadingId
  readonly at: Point | null
  /** The slide and the last step right after it. */
  readonly slide: Slide
  readonly undoLabel: string | null
}

/**
 * What was pasted last, while nothing else was done since: the slide is the same, and undo would take the paste back.
 * (The deck itself may be another: saving brings its address into it.)
 */
export function pastedIn({ pasted, deck, slideId, undoLabel }: EditorState): Pasted | null {
  return pasted && deck.slides[slideId] === pasted.slide && undoLabel === pasted.undoLabel ? pasted : null
}
