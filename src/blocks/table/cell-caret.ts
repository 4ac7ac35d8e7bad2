/** A step in rows (down) and columns (right). */
export type Direction = readonly [number, number]

/** Directions of the arrow keys. */
export const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Whether the caret is at the edge of a cell, so that an arrow key moves to the next cell. */
export function caretIsAtEdge(host: HTMLElement, [down, right]: Direction): boolean {
  const selection = host.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return true
  if (down === 0) return selection.isCollapsed && isTextEdge(host, selection, right > 0)
  const caret = selection.getRangeAt(0).getClientRects()[0]
  const box = contentBox(host)
  // Without a rectangle the caret is in the only, empty line.
  if (!caret || !box) return true
  return down < 0 ? caret.top - box.top < caret.height * 0.6 : box.bottom - caret.bottom < caret.height * 0.6
}

function isTextEdge(host: HTMLElement, selection: Selection, atEnd: boolean): boolean {
  const range = host.ownerDocument.createRange()
  range.selectNodeContents(host)
  if (atEnd) range.setStart(selection.focusNode!, selection.focusOffset)
  else range.setEnd(selection.focusNode!, selection.focusOffset)
  return range.toString().replaceAll('\u200b', '') === ''
}

function contentBox(host: HTMLElement): DOMRect | null {
  const range = host.ownerDocument.createRange()
  range.selectNodeContents(host)
  const box = range.getBoundingClientRect()
  return box.height === 0 ? null : box
}
