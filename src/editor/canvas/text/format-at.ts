import type { ParagraphKind, TextAlign, TextFormat } from '../../state/text-format.ts'
import { markAround, markNames } from './marks.ts'
import { isText, leavesIn, textNodesOf } from './text-dom.ts'

/** What holds for a range of text in its normal form: marks that all of it has, the kind of its first paragraph. */
export function formatAt(root: HTMLElement, range: Range): TextFormat {
  const nodes = touched(root, range)
  const has = (name: string): boolean =>
    nodes.length > 0 && nodes.every((node) => markAround(root, node, name) !== null)
  const leaf = leavesIn(root, range)[0]
  const list = leaf?.nodeName === 'LI' ? leaf.parentNode?.nodeName : null
  return {
    bold: has(markNames.bold),
    italic: has(markNames.italic),
    underline: has(markNames.underline),
    strike: has(markNames.strike),
    list: list === 'OL' ? 'number' : list === 'UL' ? 'bullet' : 'none',
    paragraph: leaf && /^H[1-6]$/.test(leaf.nodeName) ? (leaf.nodeName.toLowerCase() as ParagraphKind) : 'p',
    align: (leaf?.style.textAlign ?? '') as TextAlign,
    link: nodes[0] ? (markAround(root, nodes[0], 'a')?.getAttribute('href') ?? null) : null,
  }
}

/** Whether two formats are the same, so that nothing needs to be drawn again. */
export function sameFormat(a: TextFormat | null, b: TextFormat | null): boolean {
  if (a === null || b === null) return a === b
  return (Object.keys(a) as (keyof TextFormat)[]).every((key) => a[key] === b[key])
}

/** The nodes whose marks count: the text in the range, or what the caret stands in. */
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
