import { blockTypes, type PropsOf } from '../../blocks/index.ts'
import { isBlank } from '../../blocks/text/blank.ts'
import type { Block, Slide } from '../../document/deck-model.ts'
import { groupsOf } from '../../document/groups.ts'
import { textOf } from '../../document/slide-text.ts'

/** What a slot of a layout takes. A text that begins with h1 or h2 is a title, with h3 to h6 a heading. */
export type SlotKind = 'title' | 'heading' | 'text' | 'image' | 'table' | 'code' | 'chart'

const sampleCells = blockTypes.chart.defaults().props.cells

/** The kind of a block, or null if layouts have no place for its type. */
export function kindOf({ type, props }: Block): SlotKind | null {
  if (type === 'text') {
    const level = /^\s*<h([1-6])\b/.exec((props as PropsOf<'text'>).html)?.[1]
    if (level === undefined) return 'text'
    return Number(level) <= 2 ? 'title' : 'heading'
  }
  return type === 'image' || type === 'table' || type === 'code' || type === 'chart' ? type : null
}

/**
 * Whether a block holds nothing yet: a prompt, an empty picture, a table without words, code without a line, a
 * chart of the sample data, without a title or colors of its own.
 */
export function isEmptySlot({ type, props }: Block): boolean {
  switch (type) {
    case 'text': {
      const { html, placeholder } = props as PropsOf<'text'>
      return placeholder !== '' && isBlank(html)
    }
    case 'image': {
      const { src, drawing } = props as PropsOf<'image'>
      return src === '' && drawing === null
    }
    case 'table':
      return (props as PropsOf<'table'>).rows.flat().every((cell) => cell === null || isBlank(cell.html))
    case 'code':
      return (props as PropsOf<'code'>).code.trim() === ''
    case 'chart': {
      const { title, colors, cells } = props as PropsOf<'chart'>
      return title === '' && colors.length === 0 && JSON.stringify(cells) === JSON.stringify(sampleCells)
    }
    default:
      return false
  }
}

/** Whether a block is a text without words, which takes no slot from one with words. */
export function isWordless({ type, props }: Block): boolean {
  return type === 'text' && isBlank((props as PropsOf<'text'>).html)
}

/** Whether a layout may move a block: it is neither locked nor part of a group. */
export function isMovable(block: Block): boolean {
  return block.frame !== null && !block.locked && groupsOf(block).length === 0
}

/** Compares blocks by rows from the top, and within a row from the left. */
export function inReadingOrder(a: Block, b: Block): number {
  const row = (block: Block) => Math.round((block.frame?.y ?? 0) / 48)
  return row(a) - row(b) || (a.frame?.x ?? 0) - (b.frame?.x ?? 0)
}

/** The number of characters of a text block. */
export function lengthOf(block: Block): number {
  return textOf((block.props as PropsOf<'text'>).html).length
}

/** The number of characters that fit into an empty text block at its font size, roughly. */
export function capacityOf(block: Block): number {
  const size = Number.parseFloat(block.style.find(([name]) => name === 'font-size')?.[1] ?? '36')
  const [width, height] = [(block.frame?.width ?? 0) - 20, (block.frame?.height ?? 0) - 20]
  return Math.floor(width / (size * 0.5)) * Math.max(1, Math.floor(height / (size * 1.3)))
}

/** A block as it was designed, without what a slide adds to it: id, name, animation, links between slides. */
function design({ type, frame, style, classes, props }: Block): string {
  return JSON.stringify([type, frame, style, classes, props])
}

/** The designs of the decoration on these slides: everything but their slots. */
export function decorationOf(slides: readonly Slide[]): (block: Block) => boolean {
  const designs = new Set(slides.flatMap(({ blocks }) => blocks.filter((block) => !isEmptySlot(block)).map(design)))
  return (block) => designs.has(design(block))
}
