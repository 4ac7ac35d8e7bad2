import type { Block, BlockId } from './types.ts'

/** 16 hexadecimal digits, unique on the slide. */
export type GroupId = string

/** The attribute of a block's wrapper that names its groups, the outermost first. */
export const groupsAttribute = 'data-l-groups'

/** How deep groups may lie in each other; a deeper one is not read. */
export const groupDepth = 8

/** What the attribute may say; the sanitizer asks the same. */
export const groupsPattern = /^[0-9a-f]{16}(?: [0-9a-f]{16}){0,7}$/

const none: readonly GroupId[] = []

/** The groups a block is in, the outermost first. Several blocks of a slide that name the same one belong together. */
export function groupsOf(block: Block): readonly GroupId[] {
  const value = block.attributes.find(([name]) => name === groupsAttribute)?.[1]
  return value !== undefined && groupsPattern.test(value) ? value.split(' ') : none
}

/** The block in other groups; the same one when it is in these already. */
export function withGroups(block: Block, groups: readonly GroupId[]): Block {
  const old = groupsOf(block)
  if (old.length === groups.length && old.every((id, index) => id === groups[index])) return block
  const rest = block.attributes.filter(([name]) => name !== groupsAttribute)
  const attributes = groups.length === 0 ? rest : [...rest, [groupsAttribute, groups.join(' ')] as const]
  return { ...block, attributes }
}

/** The blocks of a group, in z-order. */
export function membersOf(blocks: readonly Block[], group: GroupId): readonly Block[] {
  return blocks.filter((block) => groupsOf(block).includes(group))
}

/**
 * The groups that someone who has chosen these blocks stands in, the outermost first: every chosen block is in them,
 * and not all of theirs is chosen. A group that is chosen as a whole is no place but a thing.
 */
export function placeOf(blocks: readonly Block[], chosen: readonly BlockId[]): readonly GroupId[] {
  if (chosen.length === 0) return none
  const ids = new Set(chosen)
  const inside = blocks.filter((block) => ids.has(block.id))
  const path = inside.length === 0 ? none : inside.map(groupsOf).reduce(commonStart)
  const whole = path.findIndex((group) => membersOf(blocks, group).every((block) => ids.has(block.id)))
  return whole < 0 ? path : path.slice(0, whole)
}

/** What two paths begin with alike. */
export function commonStart(a: readonly GroupId[], b: readonly GroupId[]): readonly GroupId[] {
  const end = a.findIndex((id, index) => id !== b[index])
  return end < 0 ? a : a.slice(0, end)
}

/**
 * The thing a block belongs to for someone who stands in the groups of `place`: the group just inside of it as a
 * whole, or the block alone. For a block elsewhere the place is as much of `place` as both have in common.
 */
export function unitOf(blocks: readonly Block[], block: Block, place: readonly GroupId[]): readonly Block[] {
  const own = groupsOf(block)
  const group = own[commonStart(place, own).length]
  return group === undefined ? [block] : membersOf(blocks, group)
}

/** The blocks of `chosen` by the things they belong to for someone who stands in `place`, in z-order. */
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
 * The blocks without groups that mean nothing: of one block, or of the very blocks that the group around it has.
 * The same list when there are none.
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
 * Copies with groups of their own. A group that is copied as a whole gets a fresh id, which `freshId` draws; of a group
 * that is copied in part, the copies become members. `all`: the blocks of the slide.
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
