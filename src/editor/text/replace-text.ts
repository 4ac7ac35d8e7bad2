import { fragmentOf } from '../html/markup.ts'
import { normalize } from './clean-html.ts'
import { offsetOf, placeAt } from './text-dom.ts'

/**
 * Replaces a text that is being edited, as after undo. The caret goes to the end of the change, where the user looks; it
 * stays if only formatting changed.
 */
export function replaceText(root: HTMLElement, html: string): void {
  const before = root.textContent ?? ''
  const selection = root.ownerDocument.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  const caret =
    range && root.contains(range.commonAncestorContainer)
      ? offsetOf(root, range.startContainer, range.startOffset)
      : null
  root.replaceChildren(root.ownerDocument.importNode(fragmentOf(html), true))
  normalize(root)
  const after = root.textContent ?? ''
  const { node, offset } = placeAt(root, before === after && caret !== null ? caret : endOfChange(before, after), false)
  selection?.collapse(node, offset)
}

/** The offset in `after` of the end of its difference from `before`. */
function endOfChange(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let same = 0
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++
  return after.length - same
}
