/** Down and to the right. */
export type Direction = readonly [number, number]

/** Where the arrow keys lead. */
export const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Whether the caret can go no further in a direction within a cell, so that an arrow leads out of it. */
export function caretIsAtEdge(host: HTMLElement, [down, right]: Direction): boolean {
  const selection = host.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return true
  if (down === 0) return selection.isCollapsed && isTextEdge(host, selection, right > 0)
  const caret = selection.getRangeAt(0).getClientRects()[0]
  const box = contentBox(host)
  // Without a rectangle the caret stands in an empty line, the only one.
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
