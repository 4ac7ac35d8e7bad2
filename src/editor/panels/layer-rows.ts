import { type GroupId, groupsOf, membersOf } from '../../document/groups.ts'
import type { Block, BlockId } from '../../document/types.ts'
import { blockLabel } from './block-label.ts'

/** One line of the list of layers: a block, or the head of a group. */
export interface LayerRow {
  /** The block's id or the group's. */
  readonly key: string
  readonly label: string
  /** Null: the head of a group. */
  readonly block: Block | null
  /** What the line stands for, in z-order. */
  readonly ids: readonly BlockId[]
  /** The groups it is in, the outermost first. */
  readonly path: readonly GroupId[]
}

/** The lines of a slide's list of layers, frontmost first; members of a group follow its head. */
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

/** Where blocks that are dropped on a row come to stand; see placeBlocks. */
export interface LayerDrop {
  readonly side: 'behind' | 'before'
  readonly of: BlockId
  readonly path: readonly GroupId[]
}

/**
 * Where a drop on the upper (or lower) half of a row leads: in front of it (behind it), in its group. The lower half of
 * a group's head is inside of it, in front of all others there.
 */
export function dropAt(row: LayerRow, half: 'upper' | 'lower'): LayerDrop {
  if (half === 'upper') return { side: 'before', of: row.ids.at(-1)!, path: row.path }
  if (row.block === null) return { side: 'before', of: row.ids.at(-1)!, path: [...row.path, row.key] }
  return { side: 'behind', of: row.ids[0]!, path: row.path }
}
