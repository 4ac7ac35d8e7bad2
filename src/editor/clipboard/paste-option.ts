import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { PasteOptionId } from './pasted.ts'

/** One paste option: a table, themed text, a picture. */
export interface PasteOption {
  readonly id: PasteOptionId
  /** The label in the menu after a paste. */
  readonly label: string
  /**
   * Inserts the content as one undo step named 'Paste'. Returns false if there is no content. Throws an Error with a
   * message for the user.
   */
  paste(editor: Editor, at: Point | null): boolean | Promise<boolean>
}
