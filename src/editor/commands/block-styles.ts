import type { Field } from '../../blocks/block-editor.ts'
import { withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockType } from '../../document/deck-model.ts'

/** The appearance of a block, without its content and position. */
export interface BlockStyle {
  readonly type: BlockType
  /** The wrapper's declarations: type size, colors, border, shadow, opacity. */
  readonly declarations: readonly (readonly [string, string])[]
  /** The values of the type's own appearance fields, by label. */
  readonly fields: ReadonlyMap<string, unknown>
}

/** Declarations that are not part of a style: visibility. */
const excludedProperties = new Set(['visibility'])

/** The kinds of fields that are part of a style. All other fields hold text and URLs. */
const styleFieldKinds: ReadonlySet<Field<unknown>['kind']> = new Set(['choice', 'number', 'color', 'toggle'] as const)

function styleFields(type: BlockType): readonly Field<unknown>[] {
  const fields = editorOf(type)?.panel.flatMap((group) => group.fields) ?? []
  return fields.filter((field) => styleFieldKinds.has(field.kind) && !field.own)
}

/** Reads a block's style. */
export function styleOf(block: Block): BlockStyle {
  return {
    type: block.type,
    declarations: block.style.filter(([property]) => !excludedProperties.has(property)),
    fields: new Map(styleFields(block.type).map((field) => [field.label, field.read(block)])),
  }
}

/**
 * Applies a style to a block. If the block has another type, only the wrapper's declarations are applied. Returns the
 * same object if nothing changes.
 */
export function withStyle(block: Block, style: BlockStyle): Block {
  const given = new Set(style.declarations.map(([property]) => property))
  const removed = block.style.filter(([property]) => !given.has(property) && !excludedProperties.has(property))
  const bare = removed.reduce((one, [property]) => withDeclaration(one, property, null), block)
  const styled = style.declarations.reduce((one, [property, value]) => withDeclaration(one, property, value), bare)
  if (style.type !== block.type) return styled
  return styleFields(block.type).reduce((one, field) => {
    const value = style.fields.get(field.label)
    const write = field.write as (block: Block, value: unknown) => Block
    return value === undefined || value === field.read(one) ? one : write(one, value)
  }, styled)
}

/** The fill of a block as CSS: '' for the theme's fill or no fill. Null if blocks of this type have no fill. */
export function fillOf(block: Block): string | null {
  const own = styleFields(block.type).find((field) => field.kind === 'color' && field.label === 'Fill')
  if (own) return String(own.read(block))
  return block.style.find(([property]) => property === 'background-color')?.[1] ?? null
}
