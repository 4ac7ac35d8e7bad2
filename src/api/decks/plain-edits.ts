import { blocks } from '../../blocks/index.ts'
import { formatPx, parsePx } from '../../document/css-number.ts'
import type { Block, Frame } from '../../document/deck-model.ts'
import { fieldsBetween, withField } from '../../document/ops/block-fields.ts'
import type { BlockOp } from '../../document/ops/op.ts'
import { keepUnits, renderRich, richUnits } from '../../document/ops/rich-text.ts'
import { applyDelta } from '../../document/ops/text-delta.ts'
import { isPlainEdit, plainWordsOf } from '../../document/plain-edit.ts'
import { renderBlock } from '../../document/render-block.ts'

/** A block's stored markup and its words for the search index. */
interface Part {
  readonly markup: string
  readonly words: string
}

/** A block after a change that needs no sanitizer; `ops`: the change as it is stored. */
interface PlainChange {
  readonly block: Block
  readonly part: Part
  readonly ops: readonly BlockOp[]
}

/** A text in which plain words were typed. Null for other changes, and for words that need a parser. */
export function typedBlock(before: Block, ops: readonly BlockOp[]): PlainChange | null {
  const [op] = ops
  if (before.type !== 'text' || op?.kind !== 'text' || op.field !== 'props.html' || ops.length > 1) return null
  if (op.delta.some((one) => 'look' in one || 'unit' in one)) return null
  const props = before.props as { readonly html: string }
  const units = richUnits(props.html)
  if (!units) return null
  try {
    const changed = applyDelta(units, op.delta)
    const html = renderRich(changed)
    if (!isPlainEdit(props.html, html)) return null
    const block = { ...before, props: { ...props, html } }
    const markup = renderBlock(block, blocks)
    const words = plainWordsOf(markup)
    if (words === null) return null
    // The next change begins with them.
    keepUnits(html, changed)
    return { block, part: { markup, words }, ops }
  } catch {
    // It does not fit: it is refused where all others are.
    return null
  }
}

/** A block that was moved or resized, with other numbers in its wrapper alone. Null for other changes. */
export function movedBlock(before: Block, ops: readonly BlockOp[], part: Part): PlainChange | null {
  if (!ops.every(({ kind, field }) => kind === 'set' && (field === 'place' || field === 'size'))) return null
  try {
    const block = ops.reduce((one, op) => withField(one, op, blocks), before)
    if (!block.frame || !isPlainFrame(block.frame)) return null
    const markup = renderBlock(block, blocks)
    if (markup === part.markup || innerOf(markup) !== innerOf(part.markup)) return null
    const between = fieldsBetween(ops[0]!.slide, before, block, blocks)
    return between && { block, part: { ...part, markup }, ops: between }
  } catch {
    return null
  }
}

/** The longest length (px) of a frame that skips the sanitizer, whose own limit is higher. */
const longest = 10_000

/** Whether a frame is parsed as it was from what is written of it. */
function isPlainFrame({ x, y, width, height, rotation }: Frame): boolean {
  const numbers = [x, y, width, rotation, ...(height === null ? [] : [height])]
  const areExact = numbers.every((one) => Math.abs(one) <= longest && Object.is(parsePx(formatPx(one)), one))
  return areExact && width >= 0 && (height ?? 0) >= 0
}

/** A block's markup after the start tag of its wrapper. */
function innerOf(markup: string): string {
  return markup.slice(markup.indexOf('">') + 2)
}
