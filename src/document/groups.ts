import type { Block, BlockId } from './deck-model.ts'

/** 16 hexadecimal digits, unique on the slide. */
export type GroupId = string

/** Wrapper attribute with the block's group ids, outermost first. */
const groupsAttribute = 'data-l-groups'

/** Maximum nesting of groups; deeper attributes are ignored. */
export const groupDepth = 8

/** Valid values of the attribute; the sanitizer uses the same pattern. */
export const groupsPattern = /^[0-9a-f]{16}(?: [0-9a-f]{16}){0,7}$/

const none: readonly GroupId[] = []

/** The block's groups, outermost first. Blocks of a slide with the same group id are members of that group. */
export function groupsOf(block: Block): readonly GroupId[] {
  const value = block.attributes.find(([name]) => name === groupsAttribute)?.[1]
  return value !== undefined && groupsPattern.test(value) ? value.split(' ') : none
}

/** The block with these groups; the same object if nothing changes. */
export function withGroups(block: Block, groups: readonly GroupId[]): Block {
  const old = groupsOf(block)
  if (old.length === groups.length && old.every((id, index) => id === groups[index])) return block
  const rest = block.attributes.filter(([name]) => name !== groupsAttribute)
  const attributes = groups.length === 0 ? rest : [...rest, [groupsAttribute, groups.join(' ')] as const]
  return { ...block, attributes }
}

/** A group's blocks, in z-order. */
export function membersOf(blocks: readonly Block[], group: GroupId): readonly Block[] {
  return blocks.filter((block) => groupsOf(block).includes(group))
}

/**
 * The entered groups for a selection, outermost first: they contain every selected block, and not all of their blocks
 * are selected. A fully selected group is not entered.
 */
export function placeOf(blocks: readonly Block[], chosen: readonly BlockId[]): readonly GroupId[] {
  if (chosen.length === 0) return none
  const ids = new Set(chosen)
  const inside = blocks.filter((block) => ids.has(block.id))
  const path = inside.length === 0 ? none : inside.map(groupsOf).reduce(commonStart)
  const whole = path.findIndex((group) => membersOf(blocks, group).every((block) => ids.has(block.id)))
  return whole < 0 ? path : path.slice(0, whole)
}

/** The common prefix of two group paths. */
function commonStart(a: readonly GroupId[], b: readonly GroupId[]): readonly GroupId[] {
  const end = a.findIndex((id, index) => id !== b[index])
  return end < 0 ? a : a.slice(0, end)
}

/**
 * The unit a click on a block selects while the groups of `place` are entered: the next inner group as a whole, or the
 * block itself. For a block elsewhere, only the common prefix of `place` counts.
 */
export function unitOf(blocks: readonly Block[], block: Block, place: readonly GroupId[]): readonly Block[] {
  const own = groupsOf(block)
  const group = own[commonStart(place, own).length]
  return group === undefined ? [block] : membersOf(blocks, group)
}

/** Groups the selected blocks by the units they belong to while `place` is entered, in z-order. */
export function unitsOf(chosen: readonly Block[], place: readonly GroupId[]): readonly (readonly Block[])[] {
  const units = new Map<string, Block[]>()
  for (const block of chosen) {
    const own = groupsOf(block)
    const key = own[commonStart(place, own).length] ?? block.id
    const unit = units.get(key)
    if (unit) unit.push(block)
    else units.set(key, [block])
  }
  return [...units.values()]
}

/**
 * Removes redundant groups: those with one block, or with the same blocks as their parent group. The same array if
 * there are none.
 */
export function withoutEmptyGroups(blocks: readonly Block[]): readonly Block[] {
  const sizes = new Map<GroupId, number>()
  for (const block of blocks) for (const id of groupsOf(block)) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  if (sizes.size === 0) return blocks
  const next = blocks.map((block) => {
    const own = groupsOf(block)
    return withGroups(
      block,
      own.filter((id, index) => sizes.get(id)! > 1 && sizes.get(id) !== sizes.get(own[index - 1] ?? '')),
    )
  })
  return next.every((block, index) => block === blocks[index]) ? blocks : next
}

/**
 * Copies with regrouped ids. A fully copied group gets a new id from `freshId`; copies of a part stay members of the
 * original group. `all`: the slide's blocks.
 */
export function withCopiedGroups(
  copies: readonly Block[],
  all: readonly Block[],
  freshId: () => GroupId,
): readonly Block[] {
  const copied = new Map<GroupId, number>()
  for (const block of copies) for (const id of groupsOf(block)) copied.set(id, (copied.get(id) ?? 0) + 1)
  const fresh = new Map<GroupId, GroupId>()
  for (const [id, count] of copied) if (count >= membersOf(all, id).length) fresh.set(id, freshId())
  return copies.map((block) =>
    withGroups(
      block,
      groupsOf(block).flatMap((id) => fresh.get(id) ?? id),
    ),
  )
}
