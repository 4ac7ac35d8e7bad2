import { type BlockList, definitionOf } from './block-list.ts'
import { type Declaration, renderDeclarations } from './css-declarations.ts'
import { formatNumber, formatPx } from './css-number.ts'
import type { Block, Frame } from './deck-model.ts'
import { escapeAttribute, renderAttributes } from './html.ts'

/**
 * A block's markup: the wrapper with position, classes and attributes, and the inner HTML rendered by its type. A
 * snippet in the slide's flow (frame null) has no wrapper and is written unchanged. Throws if no definition has the
 * block's type.
 */
export function renderBlock(block: Block, blocks: BlockList): string {
  const definition = definitionOf(blocks, block.type)
  if (!definition) throw new Error(`There is no block type '${block.type}'`)
  const inner = definition.render(block)
  if (block.frame === null) return inner
  const style = renderDeclarations([...frameDeclarations(block.frame), ...block.style])
  let html = `<div class="${escapeAttribute(classesOf(block))}" data-block-type="${block.type}" data-block-id="${block.id}"`
  if (block.name !== '') html += ` data-name="${escapeAttribute(block.name)}"`
  if (block.locked) html += ' data-locked="true"'
  if (block.fragment && block.fragment.index !== null) html += ` data-fragment-index="${block.fragment.index}"`
  return `${html}${renderAttributes(block.attributes)} style="${escapeAttribute(style)}">${inner}</div>`
}

/** Position declarations: left, top, width, height, and transform if rotated. */
export function frameDeclarations(frame: Frame): Declaration[] {
  const declarations: Declaration[] = [
    ['left', formatPx(frame.x)],
    ['top', formatPx(frame.y)],
    ['width', formatPx(frame.width)],
    ['height', frame.height === null ? 'auto' : formatPx(frame.height)],
  ]
  if (frame.rotation !== 0) declarations.push(['transform', `rotate(${formatNumber(frame.rotation)}deg)`])
  return declarations
}

function classesOf(block: Block): string {
  const classes = ['block']
  if (block.fragment) classes.push('fragment')
  if (block.fragment && block.fragment.style !== '') classes.push(block.fragment.style)
  return [...classes, ...block.classes].join(' ')
}
