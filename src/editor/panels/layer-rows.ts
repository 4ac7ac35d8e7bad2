import type { Block, BlockId } from '../../document/deck-model.ts'
import { type GroupId, groupsOf, membersOf } from '../../document/groups.ts'
import { blockLabel } from './block-label.ts'

/** One row in the list of layers: a block, or the head of a group. */
export interface LayerRow {
  /** The block's id or the group's. */
  readonly key: string
  readonly label: string
  /** Null: the head of a group. */
  readonly block: Block | null
  /** The blocks of the row, in z-order. */
  readonly ids: readonly BlockId[]
  /** The groups around it, outermost first. */
  readonly path: readonly GroupId[]
}

/** The rows of a slide's list of layers, frontmost first; members of a group follow its head. */
export function layerRows(all: readonly Block[]): readonly LayerRow[] {
  const rows: LayerRow[] = []
  const shown = new Set<GroupId>()
  for (const block of all.toReversed()) {
    const groups = groupsOf(block)
    for (const [depth, group] of groups.entries()) {
      if (shown.has(group)) continue
      shown.add(group)
      const members = membersOf(all, group)
      rows.push({
        key: group,
        label: `Group of ${members.length}`,
        block: null,
        ids: members.map(({ id }) => id),
        path: groups.slice(0, depth),
      })
    }
    rows.push({ key: block.id, label: blockLabel(block), block, ids: [block.id], path: groups })
  }
  return rows
}

/** Where dropped blocks are inserted; see placeBlocks. */
export interface LayerDrop {
  readonly side: 'behind' | 'before'
  readonly of: BlockId
  readonly path: readonly GroupId[]
}

/**
 * Where a drop on a row inserts: on its upper half in front of it, on its lower half behind it, in the same group. The
 * lower half of a group's head is the front of that group.
 */
export function dropAt(row: LayerRow, half: 'upper' | 'lower'): LayerDrop {
  if (half === 'upper') return { side: 'before', of: row.ids.at(-1)!, path: row.path }
  if (row.block === null) return { side: 'before', of: row.ids.at(-1)!, path: [...row.path, row.key] }
  return { side: 'behind', of: row.ids[0]!, path: row.path }
}
