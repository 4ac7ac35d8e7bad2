import { locateWords } from '../document/locate-words.ts'
import type { Pin } from '../document/pins.ts'
import { nodeText, type TextPart } from '../document/text/node-text.ts'

/** The range of pinned words in their block's element; null if they are gone, or the pin is to the whole block. */
export function rangeOfPin(element: Element, pin: Pin): Range | null {
  if (pin.quote === '') return null
  const { text, parts } = nodeText<Node>(element)
  const start = locateWords(pin, text)
  if (start === null) return null
  const holder = (at: number) => parts.findLast((part) => part.start <= at)
  const [first, last] = [holder(start), holder(start + pin.quote.length - 1)]
  if (!first || !last) return null
  const range = element.ownerDocument.createRange()
  range.setStart(first.node, start - first.start)
  range.setEnd(last.node, start + pin.quote.length - last.start)
  return range
}

/** The selected words of a block; null if there are none. Words beyond the block, or `longest`, are left out. */
export function pinOfSelection(selection: Selection | null, longest: number): Pin | null {
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const element = blockAround(range.startContainer)
  if (!element) return null
  const { text, parts } = nodeText<Node>(element)
  const start = indexOf(parts, range.startContainer, range.startOffset, text)
  const isWithin = element.contains(range.endContainer)
  const end = isWithin ? indexOf(parts, range.endContainer, range.endOffset, text) : text.length
  const words = text.slice(start, end)
  const quote = words.trim().slice(0, longest)
  if (quote === '') return null
  return {
    block: element.getAttribute('data-block-id') ?? '',
    quote,
    offset: start + words.length - words.trimStart().length,
  }
}

/** The block that a node is in. */
function blockAround(node: Node): Element | null {
  return (node.nodeType === 1 ? (node as Element) : node.parentElement)?.closest('.block[data-block-id]') ?? null
}

/** How many characters of the text are before a place in the document. */
function indexOf(parts: readonly TextPart<Node>[], container: Node, offset: number, text: string): number {
  const own = parts.find(({ node }) => node === container)
  if (own) return own.start + offset
  const next = container.childNodes[offset]
  const follows = ({ node }: TextPart<Node>) =>
    next
      ? next.contains(node) || (next.compareDocumentPosition(node) & 4) !== 0
      : !container.contains(node) && (container.compareDocumentPosition(node) & 4) !== 0
  return parts.find(follows)?.start ?? text.length
}
