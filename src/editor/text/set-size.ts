import { fragmentOf } from '../html/markup.ts'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { wholeRange } from './insert-fragment.ts'
import { runTextCommand } from './run-text-command.ts'
import { leavesOf } from './text-dom.ts'
import { isSize, setLineSize, shrinkOf, sizeOfNodes, sizeOfText } from './text-size.ts'

/** The maximum number of corrections of a size in a box that shrinks its text. */
const rounds = 6

/** The accepted relative error of a size; shrinking boxes find theirs with about the same error. */
const precision = 0.01

/**
 * Sets the displayed size of a range, in slide px, and returns the range to select afterward. In a box that shrinks its
 * text, a new size of some words changes the scale of all. The size is therefore corrected until the words have the
 * requested size, as far as the box has room. `refit` computes the box's scale again.
 */
export function setSeenSize(root: HTMLElement, range: Range, px: number, refit: () => void): Range {
  if (range.collapsed) return runTextCommand(root, range, sizeCommand(px / shrinkOf(root)))
  let at = range
  let size = px
  const miss = (next: number): number => {
    at = runTextCommand(root, at, sizeCommand(next))
    refit()
    return Math.abs(seenSize(root, at) - px)
  }
  let missed = miss(size)
  for (let round = 0; round < rounds && missed > px * precision; round++) {
    const next = (size * px) / seenSize(root, at)
    const left = miss(next)
    if (left > missed * 0.9) {
      // The box has no room. The requested size is stored, and shows once there is room.
      miss(size)
      return at
    }
    size = next
    missed = left
  }
  return at
}

/** The type size of a box, in slide px, and its text. */
export interface SizedText {
  readonly box: number
  readonly html: string
}

/**
 * A text in which every word has one displayed size, before shrinking. The size is set on the box, so that text typed
 * later gets it too. Themes enlarge headings: a box with headings only gets a smaller size, and headings beside other
 * text get their own size. Only layout knows their size, so a copy is laid out and removed before the next paint.
 * `wrapper`, `host`: the block's elements on the canvas.
 */
export function sizedText(wrapper: HTMLElement, host: HTMLElement, html: string, px: number): SizedText {
  const copy = wrapper.cloneNode(false) as HTMLElement
  const root = host.cloneNode(false) as HTMLElement
  root.style.removeProperty('font-size')
  root.append(root.ownerDocument.importNode(fragmentOf(html), true))
  normalize(root)
  copy.append(root)
  wrapper.after(copy)
  try {
    runTextCommand(root, wholeRange(root), sizeCommand(null))
    const box = boxSize(copy, root, px)
    if (!isSize(sizeOfText(root), px)) sizeLines(root, px)
    return { box, html: html === '' ? '' : cleanHtml(root) }
  } finally {
    copy.remove()
  }
}

/** The box size with which all of its text is displayed in `px`; `px` itself if there is none. */
function boxSize(box: HTMLElement, root: HTMLElement, px: number): number {
  const seenWith = (size: number) => {
    box.style.setProperty('font-size', `${size}px`)
    return sizeOfText(root)
  }
  const seen = seenWith(px)
  if (typeof seen !== 'number' || seen === 0 || isSize(seen, px)) return px
  const size = Math.round((px * px * 100) / seen) / 100
  if (isSize(seenWith(size), px)) return size
  seenWith(px)
  return px
}

/** Gives headings and captions the box's size, and a size of their own if a theme still shows another. */
function sizeLines(root: HTMLElement, px: number): void {
  for (const leaf of leavesOf(root)) {
    if (leaf.nodeName !== 'LI' && !isSize(sizeOfNodes(root, [leaf]), px)) setLineSize(leaf, '1em')
  }
  if (!isSize(sizeOfText(root), px)) runTextCommand(root, wholeRange(root), sizeCommand(px))
}

function sizeCommand(px: number | null): TextCommand {
  return { kind: 'size', px }
}

/** The displayed size; NaN for several sizes and without layout. */
function seenSize(root: HTMLElement, range: Range): number {
  const { size } = formatAt(root, range)
  return typeof size === 'number' ? size * shrinkOf(root) : Number.NaN
}
