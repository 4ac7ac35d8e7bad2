import { isElement, zeroWidth } from './text-dom.ts'

/** The element of each mark. */
export const markNames = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
} as const

/** Marks that exclude each other. */
export const opposites: Readonly<Record<string, string>> = { sub: 'sup', sup: 'sub' }

/** The elements that 'Clear formatting' removes besides styles. Links are not formatting. */
export const formattingNames: readonly string[] = [...Object.values(markNames), 'small', 'mark', 'del', 'ins']

/** The element of this name around a node within the root, or null. */
export function markAround(root: HTMLElement, node: Node, name: string): HTMLElement | null {
  const wanted = name.toUpperCase()
  for (let at = node.parentNode; at && at !== root; at = at.parentNode) {
    if (isElement(at) && at.nodeName === wanted) return at
  }
  return null
}

/** Wraps text nodes in a mark, unless they have it. `make` creates its element. */
export function addMark(root: HTMLElement, nodes: readonly Text[], name: string, make: () => HTMLElement): void {
  for (const node of nodes) {
    if (markAround(root, node, name)) continue
    const mark = make()
    node.replaceWith(mark)
    mark.append(node)
  }
}

/** Removes a mark from text nodes; the rest of its content keeps it. */
export function removeMark(root: HTMLElement, nodes: readonly Text[], name: string): void {
  for (const node of nodes) {
    for (let mark = markAround(root, node, name); mark; mark = markAround(root, node, name)) {
      isolate(node, mark)
      mark.replaceWith(...mark.childNodes)
    }
  }
}

/** Inserts a text node with a zero-width space at a caret. Text typed next goes into it and gets its marks. */
export function insertZeroWidth(range: Range): Text {
  const node = range.startContainer.ownerDocument!.createTextNode(zeroWidth)
  range.insertNode(node)
  return node
}

/** Makes `node` the only content of `ancestor`: its siblings move to copies of the elements around it. */
export function isolate(node: Node, ancestor: HTMLElement): void {
  for (let child: Node = node; child !== ancestor; child = child.parentNode!) {
    const parent = child.parentNode as HTMLElement
    moveBeside(parent, siblings(child, 'previousSibling').toReversed(), 'before')
    moveBeside(parent, siblings(child, 'nextSibling'), 'after')
  }
}

function moveBeside(parent: HTMLElement, nodes: readonly Node[], where: 'before' | 'after'): void {
  if (nodes.length === 0) return
  const copy = parent.cloneNode(false) as HTMLElement
  copy.append(...nodes)
  if (where === 'before') parent.before(copy)
  else parent.after(copy)
}

function siblings(node: Node, direction: 'previousSibling' | 'nextSibling'): Node[] {
  const found: Node[] = []
  for (let at = node[direction]; at; at = at[direction]) found.push(at)
  return found
}
