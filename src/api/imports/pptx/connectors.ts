import type { LineAnchor, LineProps, LineSide } from '../../../blocks/line/block.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { nonVisual } from './placeholders.ts'
import { attr, find, num } from './xml-tree.ts'

/** The sides by the indices of connection sites that most forms have. */
const sides: readonly LineSide[] = ['top', 'left', 'bottom', 'right']

function anchorOf(connection: XmlElement | null, blockIds: ReadonlyMap<string, string>): LineAnchor | null {
  const block = blockIds.get(attr(connection, 'id') ?? '')
  const side = sides[num(connection, 'idx') ?? -1]
  return block && side ? { block, side } : null
}

/** Ties the ends of connectors to the blocks that they connect. */
export function withAnchors(
  blocks: readonly Block[],
  blockIds: ReadonlyMap<string, string>,
  sourceOf: (block: Block) => XmlElement | null,
  keep: (block: Block, source: XmlElement) => Block,
): Block[] {
  return blocks.map((block) => {
    const shape = sourceOf(block)
    if (block.type !== 'line' || shape?.name !== 'cxnSp') return block
    const properties = find(nonVisual(shape), 'cNvCxnSpPr')
    const [from, to] = [anchorOf(find(properties, 'stCxn'), blockIds), anchorOf(find(properties, 'endCxn'), blockIds)]
    if (!from && !to) return block
    return keep({ ...block, props: { ...(block.props as LineProps), from, to } }, shape)
  })
}
