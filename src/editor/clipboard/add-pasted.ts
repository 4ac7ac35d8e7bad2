import type { Drawing } from '../../blocks/image/drawing.ts'
import type { PropsOf } from '../../blocks/index.ts'
import { alignNumbers, fitColumns, naturalWidth, roomIn } from '../../blocks/table/fit-columns.ts'
import type { PastedGrid } from '../../blocks/table/pasted-grid.ts'
import type { Block, BlockType, Frame } from '../../document/deck-model.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { newBlock } from '../commands/new-block.ts'
import type { Point } from '../geometry/point.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import { cleanHtml, normalize } from '../text/clean-html.ts'

/** The free margin at the sides of the slide, and the gap between blocks pasted together, in slide px. */
const margin = 80
const gap = 24

/** A block to be pasted. Its position is set once all blocks of the paste are known. */
export interface PastedBlock {
  readonly block: Block
  /** The estimated height, in slide px. */
  readonly height: number
}

/**
 * Adds blocks below one another and selects them, in one undo step. They are centered around the point (without a
 * point, on the slide) and moved within the slide's edges. Returns false if there are no blocks.
 */
export function addPasted(model: EditorModel, pasted: readonly PastedBlock[], at: Point | null): boolean {
  const { slideId } = model.getState()
  const total = pasted.reduce((sum, one) => sum + one.height, 0) + gap * (pasted.length - 1)
  const { width: across, height: down } = slideSizeIn(model.getState())
  const middle = at ?? { x: across / 2, y: down / 2 }
  let top = Math.max(40, Math.min(middle.y - total / 2, down - 40 - total))
  const blocks = pasted.map(({ block, height }) => {
    const frame = { ...block.frame!, width: Math.min(block.frame!.width, across) }
    const left = Math.max(0, Math.min(middle.x - frame.width / 2, across - frame.width))
    const placed: Frame = { ...frame, x: Math.round(left), y: Math.round(top) }
    top += height + gap
    return { ...block, frame: placed }
  })
  if (blocks.length === 0) return false
  const select = blocks.map((block) => block.id)
  model.apply(addBlocks(slideId, blocks), { undo: 'step', label: 'Paste', select })
  return true
}

/** A text block of pasted paragraphs; null if they contain no text. Long text gets a wide box. */
export function textBlock(fragment: DocumentFragment): PastedBlock | null {
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  normalize(root)
  const text = root.textContent ?? ''
  if (text.trim() === '') return null
  const block = newBlock('text', { html: cleanHtml(root) })
  const lines = root.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6').length
  const wide = text.length > 200 || lines > 4
  const width = wide ? standardSlide.width - 2 * margin : block.frame!.width
  const height = Math.max(lines, Math.ceil(text.length / (width / 17))) * 48
  return { block: { ...block, frame: { ...block.frame!, width } }, height }
}

/** A table block of pasted cells. */
export function tableBlock(grid: PastedGrid): PastedBlock {
  const headerRow = grid.hasHeader && isFlat(grid)
  const pasted = newBlock('table', { rows: alignNumbers(grid.rows, headerRow), headerRow })
  const many = grid.rows.length > 11
  const size = many ? 16 : 24
  const props = pasted.props as PropsOf<'table'>
  const columns = grid.rows[0]?.length ?? 1
  const wanted = Math.max(240, columns * 120, naturalWidth(props, size))
  const width = Math.min(standardSlide.width - 2 * margin, wanted)
  const table: Block = { ...pasted, props: fitColumns(props, roomIn(width, size)) }
  const style: Block['style'] = many ? [['font-size', `${size}px`]] : []
  return {
    block: { ...withWidth(table, width), style },
    height: grid.rows.length * (many ? 38 : 49),
  }
}

/** A chart block. */
export function chartBlock(props: Partial<PropsOf<'chart'>>): PastedBlock {
  const block = newBlock('chart', props)
  return { block, height: block.frame!.height ?? 400 }
}

/** Whether no cell of the first row spans several rows. Only then may that row be a header row. */
function isFlat({ rows }: PastedGrid): boolean {
  return rows[0]?.every((cell) => cell === null || cell.rows === 1) ?? false
}

/** A code block. */
export function codeBlock(code: string, language: string): PastedBlock {
  const lines = code.split('\n')
  const longest = Math.max(...lines.map((line) => line.length))
  const many = lines.length > 18 || longest > 70
  const size = many ? 14 : 20
  const width = Math.max(360, Math.min(standardSlide.width - margin, Math.round((longest + 5) * size * 0.61)))
  const block = withWidth(newBlock('code', { code, language }), width)
  return {
    block: many ? { ...block, style: [['font-size', `${size}px`]] } : block,
    height: (lines.length * 1.45 + 1.8) * size,
  }
}

/** An image block with an inline drawing, at its own size or scaled down to the slide. */
export function drawingBlock(drawing: Drawing, alt: string, width: number, height: number): PastedBlock {
  const { width: across, height: down } = standardSlide
  const scale = Math.min(1, (across - 2 * margin) / width, (down - 2 * margin) / height)
  const block = newBlock('image', { drawing, alt, fit: 'contain' })
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  return { block: { ...block, frame: { ...block.frame!, width: wide, height: high } }, height: high }
}

/** A formula block. */
export function formulaBlock(latex: string): PastedBlock {
  return { block: newBlock('math', { latex }), height: 90 }
}

/** A video or a sound. */
export function mediaBlock(type: 'video' | 'audio', src: string, start = 0): PastedBlock {
  const block = newBlock(type, { src, start })
  return { block, height: block.frame!.height ?? 360 }
}

/** A block that embeds a web page. */
export function pageBlock(address: string): PastedBlock {
  const block = newBlock('iframe' satisfies BlockType, { src: address })
  return { block, height: block.frame!.height ?? 360 }
}

function withWidth(block: Block, width: number): Block {
  return { ...block, frame: { ...block.frame!, width } }
}
