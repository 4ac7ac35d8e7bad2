import { fragmentOf } from '../html/markup.ts'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { wholeRange } from './insert-fragment.ts'
import { runTextCommand } from './run-text-command.ts'
import { leavesOf } from './text-dom.ts'
import { isSize, setLineSize, shrinkOf, sizeOfNodes, sizeOfText } from './text-size.ts'

/** How often a size is corrected in a box that shrinks its text. */
const rounds = 6

/** How far a size may be from the one that was asked for, as a part of it: boxes find theirs to about as much. */
const precision = 0.01

/**
 * Gives what a range covers a size as it is seen, in slide px, and returns the range to select afterward. In a box that
 * shrinks its text, another size of some words is another size of all of them: it is corrected until the words are as
 * large as asked, as far as the box has room. `refit` lets the box find its size again.
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
      // The box has no more room: what was asked for stays, and is seen once there is.
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
 * A text whose every word is seen in one size, before its box shrinks it. The size is the box's own, so that it holds for
 * what is typed later. A heading is larger than its box says: of headings alone the box gets a smaller size, and beside
 * other text they get a size of their own. Only the layout knows how large a theme shows them, so a copy is laid out on
 * the slide and removed before anything is painted. `wrapper`, `host`: the block's elements on the canvas.
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

/** The size of the box with which all text in it is seen in this one; the size itself where no size of a box does that. */
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

/** Headings and captions are as large as the box says, and as high; what a theme shows in another size still gets its own. */
function sizeLines(root: HTMLElement, px: number): void {
  for (const leaf of leavesOf(root)) {
    if (leaf.nodeName !== 'LI' && !isSize(sizeOfNodes(root, [leaf]), px)) setLineSize(leaf, '1em')
  }
  if (!isSize(sizeOfText(root), px)) runTextCommand(root, wholeRange(root), sizeCommand(px))
}

function sizeCommand(px: number | null): TextCommand {
  return { kind: 'size', px }
}

/** As the slide shows it; NaN for several sizes, and where nothing is laid out. */
function seenSize(root: HTMLElement, range: Range): number {
  const { size } = formatAt(root, range)
  return typeof size === 'number' ? size * shrinkOf(root) : Number.NaN
}
