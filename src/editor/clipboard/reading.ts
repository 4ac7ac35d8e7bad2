import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { ReadingId } from './pasted.ts'

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
