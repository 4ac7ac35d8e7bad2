import type { Field } from '../../blocks/block-editor.ts'
import { withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { Block, BlockType } from '../../document/types.ts'

/** What a block looks like, without what it says and where it stands. */
export interface Look {
  readonly type: BlockType
  /** The wrapper's declarations: type size, colors, border, shadow, opacity. */
  readonly style: readonly (readonly [string, string])[]
  /** The values of the type's own fields that are looks, by label. */
  readonly fields: ReadonlyMap<string, unknown>
}

/** Not a look: whether it is shown at all. */
const ownDeclarations = new Set(['visibility'])

/** Kinds of fields that say what a block looks like; the others hold words and addresses. */
const lookKinds: ReadonlySet<Field<unknown>['kind']> = new Set(['choice', 'number', 'color', 'toggle'] as const)

function lookFields(type: BlockType): readonly Field<unknown>[] {
  const fields = editorOf(type)?.panel.flatMap((group) => group.fields) ?? []
  return fields.filter((field) => lookKinds.has(field.kind) && !field.own)
}

/** Takes a block's look. */
export function lookOf(block: Block): Look {
  return {
    type: block.type,
    style: block.style.filter(([property]) => !ownDeclarations.has(property)),
    fields: new Map(lookFields(block.type).map((field) => [field.label, field.read(block)])),
  }
}

/** The block with another's look; of another type's only what every block has. The very same block when it looks so already. */
export function withLook(block: Block, look: Look): Block {
  const kept = new Set(look.style.map(([property]) => property))
  const gone = block.style.filter(([property]) => !kept.has(property) && !ownDeclarations.has(property))
  const bare = gone.reduce((one, [property]) => withDeclaration(one, property, null), block)
  const styled = look.style.reduce((one, [property, value]) => withDeclaration(one, property, value), bare)
  if (look.type !== block.type) return styled
  return lookFields(block.type).reduce((one, field) => {
    const value = look.fields.get(field.label)
    const write = field.write as (block: Block, value: unknown) => Block
    return value === undefined || value === field.read(one) ? one : write(one, value)
  }, styled)
}

/** What a block is filled with, as CSS; '' is the theme's own, or nothing. Null: it has no fill. */
export function fillOf(block: Block): string | null {
  const own = lookFields(block.type).find((field) => field.kind === 'color' && field.label === 'Fill')
  if (own) return String(own.read(block))
  return block.style.find(([property]) => property === 'background-color')?.[1] ?? null
}
