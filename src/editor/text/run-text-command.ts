import type { ParagraphKind, TextAlign, TextCommand } from '../state/text-format.ts'
import { tidyMarks } from './clean-html.ts'
import { paragraphOf } from './format-at.ts'
import { linkAddress } from './links.ts'
import { indentItem, outdentItem, toggleList, unlist } from './lists.ts'
import { followMarkers, removeLooks, setLook } from './looks.ts'
import { addMark, formattingNames, insertZeroWidth, markAround, markNames, opposites, removeMark } from './marks.ts'
import { quote, setCaption, unquote } from './quotes.ts'
import { caretIn, cutTextNodes, isList, leavesIn, offsetOf, placeAt, renamed, textNodesOf } from './text-dom.ts'
import { setLineSize, sizeLook } from './text-size.ts'

/**
 * Applies a command to a range of text in its normal form and returns the range to select afterward. Works in any
 * document, also in one that is not displayed.
 */
export function runTextCommand(root: HTMLElement, range: Range, command: TextCommand): Range {
  switch (command.kind) {
    case 'mark':
      return toggleMark(root, range, markNames[command.mark])
    case 'look':
      return changeLook(root, range, command.look, () => command.value)
    case 'size': {
      const { px } = command
      if (px === null) for (const leaf of leavesIn(root, range)) setLineSize(leaf, '')
      return changeLook(root, range, 'font-size', (node) => (px === null ? '' : sizeLook(root, node, px)))
    }
    case 'clear':
      return clear(root, range)
    case 'start':
      return keepingPlace(root, range, () => setStart(leavesIn(root, range), command.start))
    case 'link':
      return setLink(root, range, command.href)
    case 'list':
      return keepingPlace(root, range, () => {
        toggleList(leavesIn(root, range), command.list === 'bullet' ? 'ul' : 'ol')
      })
    case 'indent':
      return keepingPlace(root, range, () => {
        const items = leavesIn(root, range)
        if (command.by > 0) for (const item of items) indentItem(item)
        else for (const item of items.toReversed()) outdentItem(item)
      })
    case 'paragraph':
      return keepingPlace(root, range, () => setParagraph(leavesIn(root, range), command.paragraph))
    case 'align':
      return keepingPlace(root, range, () => setAlign(leavesIn(root, range), command.align))
  }
}

function toggleMark(root: HTMLElement, range: Range, name: string): Range {
  const make = (): HTMLElement => root.ownerDocument.createElement(name)
  if (range.collapsed) {
    // Text typed next goes into a node of its own, with or without the mark.
    const place = insertZeroWidth(range)
    if (markAround(root, place, name)) removeMark(root, [place], name)
    else putMark(root, [place], name, make)
    return caretIn(place, place.length)
  }
  return keepingPlace(root, range, () => {
    const nodes = cutTextNodes(root, range)
    if (nodes.every((node) => markAround(root, node, name))) removeMark(root, nodes, name)
    else putMark(root, nodes, name, make)
    tidyMarks(root)
  })
}

function putMark(root: HTMLElement, nodes: readonly Text[], name: string, make: () => HTMLElement): void {
  const opposite = opposites[name]
  if (opposite !== undefined) removeMark(root, nodes, opposite)
  addMark(root, nodes, name, make)
}

function changeLook(root: HTMLElement, range: Range, property: string, lookOf: (node: Text) => string): Range {
  if (range.collapsed) {
    const place = insertZeroWidth(range)
    setLook(root, [place], property, lookOf)
    return caretIn(place, place.length)
  }
  return keepingPlace(root, range, () => {
    // Sizes are relative to the paragraph's: read all of them before the first change.
    const values = new Map(cutTextNodes(root, range).map((node) => [node, lookOf(node)] as const))
    setLook(root, [...values.keys()], property, (node) => values.get(node) ?? '')
    tidyMarks(root)
    followMarkers(root)
  })
}

function clear(root: HTMLElement, range: Range): Range {
  if (range.collapsed) return range
  return keepingPlace(root, range, () => {
    const nodes = cutTextNodes(root, range)
    for (const name of formattingNames) removeMark(root, nodes, name)
    removeLooks(root, nodes)
    for (const leaf of leavesIn(root, range)) if (isWithin(leaf, nodes)) setLineSize(leaf, '')
    tidyMarks(root)
    followMarkers(root)
  })
}

/** Whether all of a leaf's text is among these nodes. */
function isWithin(leaf: HTMLElement, nodes: readonly Text[]): boolean {
  return textNodesOf(leaf).every((node) => node.data.trim() === '' || nodes.includes(node))
}

function setStart(leaves: readonly HTMLElement[], start: number): void {
  const lists = new Set(leaves.map((leaf) => leaf.parentNode).filter((list) => isList(list) && list.nodeName === 'OL'))
  for (const list of lists as Set<HTMLOListElement>) {
    if (start === 1) list.removeAttribute('start')
    else list.setAttribute('start', String(start))
  }
}

function setLink(root: HTMLElement, range: Range, href: string | null): Range {
  const address = href === null ? null : linkAddress(href)
  if (href !== null && address === null) return range
  const around = markAround(root, range.startContainer, 'a')
  if (range.collapsed && around) range.selectNodeContents(around)
  if (range.collapsed && address !== null) {
    const text = root.ownerDocument.createTextNode(address)
    range.insertNode(text)
    range.selectNodeContents(text)
  }
  return keepingPlace(root, range, () => {
    const nodes = cutTextNodes(root, range)
    removeMark(root, nodes, 'a')
    if (address !== null) {
      addMark(root, nodes, 'a', () => {
        const link = root.ownerDocument.createElement('a')
        link.setAttribute('href', address)
        return link
      })
    }
    tidyMarks(root)
  })
}

/** Sets the kind of paragraphs; if all have it already, makes them plain. */
function setParagraph(leaves: readonly HTMLElement[], kind: ParagraphKind): void {
  const wanted = leaves.every((leaf) => paragraphOf(leaf) === kind) ? 'p' : kind
  const name = wanted === 'quote' || wanted === 'caption' ? 'p' : wanted
  for (const leaf of leaves) {
    const line = renamed(leaf.nodeName === 'LI' ? unlist(leaf) : leaf, name)
    if (line !== leaf || wanted === 'caption') setLineSize(line, '')
    setCaption(line, wanted === 'caption')
    if (wanted === 'quote') quote(line)
    else unquote(line)
  }
}

function setAlign(leaves: readonly HTMLElement[], align: TextAlign): void {
  for (const leaf of leaves) {
    leaf.style.textAlign = align
    if (leaf.getAttribute('style') === '') leaf.removeAttribute('style')
  }
}

/** Runs a change that keeps all characters, and returns the same range after it. */
function keepingPlace(root: HTMLElement, range: Range, change: () => void): Range {
  const { collapsed } = range
  // Character offsets do not identify an empty line; its element does.
  const own = range.startContainer
  const from = offsetOf(root, range.startContainer, range.startOffset)
  const to = offsetOf(root, range.endContainer, range.endOffset)
  const empty = collapsed && (own.textContent ?? '') === ''
  change()
  if (empty && root.contains(own) && own !== root) return caretIn(own, 0)
  const [start, end] = [placeAt(root, from, !collapsed), placeAt(root, to, false)]
  const after = root.ownerDocument.createRange()
  after.setStart(start.node, start.offset)
  if (collapsed) after.collapse(true)
  else after.setEnd(end.node, end.offset)
  return after
}
