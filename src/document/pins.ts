import { attribute, type HtmlNode, isElement, parseFragment } from './html.ts'
import { locateWords } from './locate-words.ts'
import { nodeText } from './text/node-text.ts'
import { type Edit, editsBetween, lineEnd, mapPosition } from './text/text-edits.ts'

/** Words of a block, or a whole block, that a comment is pinned to. */
export interface Pin {
  readonly block: string
  /** The words; '' for the whole block. */
  readonly quote: string
  /** The UTF-16 code units before the words in the block's text (nodeText). */
  readonly offset: number
}

/** The texts of a slide's blocks by id. */
export function blockTexts(html: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const read = (node: HtmlNode): void => {
    if (!isElement(node)) return
    const id = attribute(node, 'data-block-id')
    if (id !== undefined && id !== null && !texts.has(id)) texts.set(id, nodeText(node).text)
    for (const child of node.childNodes) read(child)
  }
  for (const node of parseFragment(html).childNodes) read(node)
  return texts
}

/** Whether a slide with these block texts has what a pin points at. */
export function hasPinned(texts: ReadonlyMap<string, string>, pin: Pin): boolean {
  const text = texts.get(pin.block)
  return text !== undefined && (pin.quote === '' || locateWords(pin, text) !== null)
}

/**
 * Moves pins of a block whose text has changed, by the same comparison that operations are made with: once for all pins,
 * since each save waits for it. Words that are changed in part keep the pin. Of words that are deleted, or replaced with
 * others beside them, it keeps the place, so that they have it again when that is undone.
 */
export function pinMover(before: string, after: string, longest: number): (pin: Pin) => Pin {
  let compared: readonly Edit[] | undefined
  return (pin) => {
    if (pin.quote === '' || before === after) return pin
    const found = locateWords(pin, before)
    // Words that are back, at their place.
    if (found === null && after.startsWith(pin.quote, pin.offset)) return pin
    compared ??= editsBetween(unitsOf(before), unitsOf(after))
    const edits = compared
    if (found === null) return { ...pin, offset: mapPosition(edits, pin.offset, 'before') }
    const foundEnd = found + pin.quote.length
    const start = mapPosition(edits, found, 'after')
    const end = mapPosition(edits, foundEnd, 'before')
    // Replaced together with words beside them: what stands there now is something else.
    const isReplaced = edits.some(({ from, to }) => from <= found && foundEnd <= to && to - from > pin.quote.length)
    if (end > start && !isReplaced)
      return { ...pin, offset: start, quote: after.slice(start, Math.min(end, start + longest)) }
    const deletion = edits.find(({ from, to }) => from <= found && found < to)
    return { ...pin, offset: start + found - (deletion?.from ?? found) }
  }
}

/** One pin after its block's text has changed; see pinMover. */
export function movePin(pin: Pin, before: string, after: string, longest: number): Pin {
  return pinMover(before, after, longest)(pin)
}

function unitsOf(text: string): string[] {
  return text.split('').map((unit) => (unit === '\n' ? lineEnd : unit))
}
