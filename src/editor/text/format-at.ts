import type { ParagraphKind, TextAlign, TextFormat } from '../state/text-format.ts'
import { lookAround } from './looks.ts'
import { markAround, markNames } from './marks.ts'
import { captionClass, isQuoted } from './quotes.ts'
import { isElement, isText, leavesIn, textNodesOf } from './text-dom.ts'
import { sizeOfNodes } from './text-size.ts'

/** The format of a range of text in its normal form: the marks that all of it has, the kind of its first paragraph. */
export function formatAt(root: HTMLElement, range: Range): TextFormat {
  const nodes = touched(root, range)
  const has = (name: string): boolean =>
    nodes.length > 0 && nodes.every((node) => markAround(root, node, name) !== null)
  const leaf = leavesIn(root, range)[0]
  const around = leaf?.nodeName === 'LI' && isElement(leaf.parentNode) ? leaf.parentNode : null
  const list = around?.nodeName
  return {
    bold: has(markNames.bold),
    italic: has(markNames.italic),
    underline: has(markNames.underline),
    strike: has(markNames.strike),
    code: has(markNames.code),
    sub: has(markNames.sub),
    sup: has(markNames.sup),
    color: common(root, nodes, 'color'),
    highlight: common(root, nodes, 'background-color'),
    font: common(root, nodes, 'font-family'),
    weight: common(root, nodes, 'font-weight'),
    size: sizeOfNodes(root, nodes.length > 0 || !leaf ? nodes : [leaf]),
    start: around?.nodeName === 'OL' ? (around as HTMLOListElement).start : 1,
    list: list === 'OL' ? 'number' : list === 'UL' ? 'bullet' : 'none',
    paragraph: leaf ? paragraphOf(leaf) : 'p',
    align: (leaf?.style.textAlign ?? '') as TextAlign,
    link: nodes[0] ? (markAround(root, nodes[0], 'a')?.getAttribute('href') ?? null) : null,
  }
}

/** The paragraph kind of a leaf; list items and preformatted text count as 'p'. */
export function paragraphOf(leaf: HTMLElement): ParagraphKind {
  if (/^H[1-6]$/.test(leaf.nodeName)) return leaf.nodeName.toLowerCase() as ParagraphKind
  if (leaf.nodeName !== 'P') return 'p'
  if (isQuoted(leaf)) return 'quote'
  return leaf.classList.contains(captionClass) ? 'caption' : 'p'
}

/** Whether two formats are equal, so that toolbars need no update. */
export function sameFormat(a: TextFormat | null, b: TextFormat | null): boolean {
  if (a === null || b === null) return a === b
  return (Object.keys(a) as (keyof TextFormat)[]).every((key) => a[key] === b[key])
}

/** The value of a CSS property that all nodes share; '' if they differ. */
function common(root: HTMLElement, nodes: readonly Node[], property: string): string {
  const looks = new Set(nodes.map((node) => lookAround(root, node, property)))
  return looks.size === 1 ? [...looks][0]! : ''
}

/** The nodes whose marks count: the text nodes of a range, or the node at a caret. */
function touched(root: HTMLElement, range: Range): readonly Node[] {
  if (range.collapsed) {
    const { startContainer, startOffset } = range
    if (isText(startContainer)) return [startContainer]
    return [startContainer.childNodes[startOffset] ?? startContainer.lastChild ?? startContainer]
  }
  return textNodesOf(root).filter(
    (node) => node.data.trim() !== '' && range.intersectsNode(node) && !onlyTouches(node, range),
  )
}

function onlyTouches(node: Text, range: Range): boolean {
  const startsAtEnd = range.startContainer === node && range.startOffset === node.length
  const endsAtStart = range.endContainer === node && range.endOffset === 0
  return startsAtEnd || endsAtStart
}
