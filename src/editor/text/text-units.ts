import { endsLine, lineEnd, type Side, type Unit } from '../../document/text/text-edits.ts'
import { isBlock, isElement, isLeaf, isList, isText, leafOf } from './text-dom.ts'

/** Inline elements whose characters are compared one by one. All others are embedded: one unit each. */
const markNames = 'STRONG B EM I U S STRIKE A SPAN FONT CODE SUB SUP SMALL MARK DEL INS ABBR CITE KBD Q VAR'
const marks: ReadonlySet<string> = new Set(markNames.split(' '))

/** Blocks without lines: one unit each, which counts as the end of a line. */
const embeddedBlocks: ReadonlySet<string> = new Set(['TABLE', 'FIGURE', 'HR'])

const breakKey = '<br>'

/** A unit of a text in its normal form (see text-dom.ts), with what is needed to build it again. */
export interface TextUnit extends Unit {
  /** The text node of a code unit, the embedded element or block, or the element of the line that ends here. */
  readonly node: Node
  /** The index in the text node. */
  readonly offset: number
  /** The inline elements around it, outermost first; of an empty line, those that text typed there gets. */
  readonly marks: readonly HTMLElement[]
  /** Set for the end of a line: its elements, outermost first (`ul`, `li`). */
  readonly path: readonly HTMLElement[]
  /** Set for the end of a line: the number of these elements that also hold the line before. */
  readonly shared: number
}

/** All units of a text in document order. Each line ends with a `lineEnd`, also the last. */
export function unitsOf(root: HTMLElement): TextUnit[] {
  const reader = new UnitReader()
  reader.readBlock(root, [])
  return reader.units
}

class UnitReader {
  readonly units: TextUnit[] = []
  #path: readonly HTMLElement[] = []
  /** The index of the first unit of the current line. */
  #start = 0

  readBlock(block: HTMLElement, path: readonly HTMLElement[]): void {
    let isOpen = false
    for (const child of block.childNodes) {
      if (!isBlock(child)) {
        if (child.nodeType === 8) continue
        this.#readInline(child, [])
        isOpen = true
        continue
      }
      if (isOpen) this.#endLine(path, block)
      isOpen = false
      if (embeddedBlocks.has(child.nodeName)) {
        this.#endLine(path, child, lineEnd + child.outerHTML)
      } else this.readBlock(child, [...path, child])
    }
    if (isOpen || (isLeaf(block) && block.childNodes.length === 0)) this.#endLine(path, block)
  }

  #readInline(node: Node, around: readonly HTMLElement[]): void {
    if (isText(node)) {
      const look = tagsOf(around)
      for (let offset = 0; offset < node.length; offset++) {
        this.units.push({ key: node.data[offset]!, look, node, offset, marks: around, path: [], shared: 0 })
      }
    } else if (isElement(node) && marks.has(node.nodeName)) {
      for (const child of node.childNodes) this.#readInline(child, [...around, node])
    } else if (isElement(node)) {
      const key = node.nodeName === 'BR' ? breakKey : node.outerHTML
      this.units.push({ key, look: tagsOf(around), node, offset: 0, marks: around, path: [], shared: 0 })
    }
  }

  #endLine(path: readonly HTMLElement[], node: HTMLElement, key = lineEnd): void {
    // A last break shows nothing: it only holds the line open, and is added again when the line is built.
    const last = this.units.length > this.#start ? this.units.at(-1) : undefined
    const filler = last?.key === breakKey ? this.units.pop() : undefined
    const kept = this.units.length === this.#start ? (filler?.marks ?? []) : []
    let shared = 0
    while (shared < path.length && path[shared] === this.#path[shared]) shared++
    const look = `${tagsOf(path)} ${shared} ${tagsOf(kept)}`
    this.units.push({ key, look, node, offset: 0, marks: kept, path, shared })
    this.#path = path
    this.#start = this.units.length
  }
}

/** Builds the elements of a text from units. The elements of the units are copied. */
export function buildText(units: readonly TextUnit[], document: Document): DocumentFragment {
  const text = document.createDocumentFragment()
  let open: HTMLElement[] = []
  let line: TextUnit[] = []
  for (const unit of units) {
    if (!endsLine(unit.key)) {
      line.push(unit)
      continue
    }
    open = open.slice(0, sharedElements(open, unit))
    for (const element of unit.path.slice(open.length)) {
      const copy = document.importNode(element, false)
      ;(open.at(-1) ?? text).append(copy)
      open.push(copy)
    }
    const parent = open.at(-1) ?? text
    if (unit.key === lineEnd) buildLine(parent, line, unit)
    else {
      // Merging may have deleted the end of the line before the block.
      if (line.length > 0) buildLine(parent.appendChild(document.createElement('p')), line, unit)
      parent.append(document.importNode(unit.node, true))
    }
    line = []
  }
  return text
}

function sharedElements(open: readonly HTMLElement[], { path, shared }: TextUnit): number {
  let count = 0
  while (count < shared && open[count] && open[count]!.nodeName === path[count]!.nodeName) count++
  return count
}

function buildLine(leaf: Node, line: readonly TextUnit[], end: TextUnit): void {
  const document = leaf.ownerDocument!
  let open: { readonly tag: string; readonly element: Node }[] = []
  const put = (around: readonly HTMLElement[], node: Node): void => {
    const tags = around.map(tagOf)
    let same = 0
    while (same < open.length && open[same]!.tag === tags[same]) same++
    open = open.slice(0, same)
    for (const [index, mark] of around.slice(same).entries()) {
      const element = document.importNode(mark, false)
      ;(open.at(-1)?.element ?? leaf).appendChild(element)
      open.push({ tag: tags[same + index]!, element })
    }
    const parent = open.at(-1)?.element ?? leaf
    const { lastChild } = parent
    if (isText(node) && isText(lastChild)) lastChild.appendData(node.data)
    else parent.appendChild(node)
  }
  for (const { key, node, marks: around } of line) {
    put(around, isText(node) ? document.createTextNode(key) : document.importNode(node, true))
  }
  if (line.length === 0 || line.at(-1)!.key === breakKey) {
    put(line.length === 0 ? end.marks : [], document.createElement('br'))
  }
}

/** The number of units before a DOM position in a text. */
export function positionOf(root: HTMLElement, units: readonly TextUnit[], container: Node, offset: number): number {
  const caret = root.ownerDocument.createRange()
  caret.setStart(container, offset)
  const leaf = leafOf(root, container)
  let found: number | null = null
  let start = 0
  for (const [end, { key, node }] of units.entries()) {
    if (!endsLine(key)) continue
    const before = units.slice(start, end).filter((unit) => isBefore(unit, caret)).length
    if (leaf === node && (found === null || before > 0)) found = start + before
    else if (found === null && !leaf && caret.comparePoint(node, 0) >= 0) return start
    start = end + 1
  }
  return found ?? Math.max(0, units.length - 1)
}

function isBefore({ node, offset }: TextUnit, caret: Range): boolean {
  if (node === caret.startContainer) return offset < caret.startOffset
  return isText(node) ? caret.comparePoint(node, 0) < 0 : caret.comparePoint(node.parentNode!, indexOf(node)) < 0
}

/**
 * The DOM position after a number of units. `side`: the neighbor in whose node it is, if they are in different ones.
 */
export function placeOf(units: readonly TextUnit[], position: number, side: Side): { node: Node; offset: number } {
  const at = Math.min(position, units.length - 1)
  const next = units[at]!
  const previous = at > 0 && !endsLine(units[at - 1]!.key) ? units[at - 1]! : null
  const behind = previous && isText(previous.node) ? { node: previous.node, offset: previous.offset + 1 } : null
  const ahead = isText(next.node) ? { node: next.node, offset: next.offset } : null
  const inText = side === 'before' ? (behind ?? ahead) : (ahead ?? behind)
  if (inText) return inText
  if (previous) return { node: previous.node.parentNode!, offset: indexOf(previous.node) + 1 }
  if (next.key !== lineEnd) return { node: next.node.parentNode!, offset: indexOf(next.node) }
  return startOfEmpty(next.node)
}

/** The place in an empty line: before the break that holds it open. */
function startOfEmpty(line: Node): { node: Node; offset: number } {
  let node = line
  while (isElement(node.firstChild) && marks.has(node.firstChild.nodeName) && !isList(node.firstChild)) {
    node = node.firstChild
  }
  return { node, offset: 0 }
}

function indexOf(node: Node): number {
  return [...node.parentNode!.childNodes].indexOf(node as ChildNode)
}

/** The start tags of elements. */
export function tagsOf(elements: readonly HTMLElement[]): string {
  return elements.map(tagOf).join('')
}

/** The start tag of an element, with its attributes. */
export function tagOf(element: HTMLElement): string {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`)
  return `<${element.nodeName}${attributes.join('')}>`
}
