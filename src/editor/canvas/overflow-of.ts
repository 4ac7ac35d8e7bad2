import { declarationOf } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import type { PropsOf } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import type { SlideSize } from '../../rules/slide-size.ts'
import { isHidden } from '../commands/block-commands.ts'
import type { OverflowKind } from '../state/overflow.ts'

/**
 * The distance that content may exceed an edge without counting as overflow, in slide px. Line boxes are taller than
 * their letters.
 */
const tolerance = 4

/** A rectangle in px of the measured document. */
interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The overflow that can be determined without drawing a block: its kind, 'fits', or 'unknown'. Only text, tables and
 * code can overflow: pictures and shapes may exceed the slide on purpose.
 */
export function overflowGuess(block: Block, slide: SlideSize): OverflowKind | 'fits' | 'unknown' {
  const { frame } = block
  if (!frame || isHidden(block)) return 'fits'
  if (block.type === 'code') return codeOverflow(block as Block<PropsOf<'code'>>, slide)
  if (block.type === 'table') return 'unknown'
  const text = editorOf(block.type)?.text
  if (!text || text.read(block) === '') return 'fits'
  return frame.height !== null || frame.rotation !== 0 || mayLeaveSlide(block, text.read(block), slide)
    ? 'unknown'
    : 'fits'
}

/** The overflow of a block drawn at scale 1; null if it fits. `wrapper`: its element. */
export function measuredOverflow(wrapper: HTMLElement, block: Block): OverflowKind | null {
  const slide = wrapper.closest('section')?.getBoundingClientRect()
  const content = editorOf(block.type)?.text?.host(wrapper) ?? wrapper.querySelector('table')
  if (!slide || !content || !block.frame) return null
  const ink = inkOf(content)
  if (!ink) return null
  if (leaves(ink, slide)) return 'slide'
  return block.type !== 'table' && block.frame.height !== null && isOverBox(wrapper, content) ? 'box' : null
}

/** The bounding rectangle of an element's text without padding, or of a whole table. */
function inkOf(content: HTMLElement): Edges | null {
  if (content.nodeName === 'TABLE') return content.getBoundingClientRect()
  if ((content.textContent ?? '').trim() === '') return null
  const range = content.ownerDocument.createRange()
  range.selectNodeContents(content)
  return range.getBoundingClientRect()
}

/** Whether text exceeds its block's box. A rotated block is measured upright. */
function isOverBox(wrapper: HTMLElement, content: HTMLElement): boolean {
  const { transform } = wrapper.style
  wrapper.style.transform = 'none'
  const [box, ink] = [wrapper.getBoundingClientRect(), inkOf(content)]
  wrapper.style.transform = transform
  return ink !== null && (ink.bottom > box.bottom + tolerance || ink.top < box.top - tolerance)
}

/** Whether content is only partly on the slide. Authors put blocks wholly beside the slide on purpose. */
function leaves(ink: Edges, slide: Edges): boolean {
  const isBeside =
    ink.right <= slide.left || ink.left >= slide.right || ink.bottom <= slide.top || ink.top >= slide.bottom
  if (isBeside) return false
  return (
    ink.left < slide.left - tolerance ||
    ink.top < slide.top - tolerance ||
    ink.right > slide.right + tolerance ||
    ink.bottom > slide.bottom + tolerance
  )
}

/** The overflow of code, computed from its lines, since its font is monospaced. Code with steps scrolls. */
function codeOverflow({ props, frame, ...block }: Block<PropsOf<'code'>>, slide: SlideSize): OverflowKind | 'fits' {
  if (!frame || props.code.trim() === '') return 'fits'
  const size = Number.parseFloat(declarationOf({ ...block, props, frame }, 'font-size') || '20')
  const lines = props.code.replace(/\n+$/, '').split('\n')
  const textHeight = size * (1.8 + 1.45 * lines.length)
  const longest = Math.max(...lines.map((line) => line.replaceAll('\t', '  ').length))
  const textWidth = size * (2 + 0.6 * longest + (props.lineNumbers ? 2.6 : 0))
  const isCut =
    (frame.height !== null && textHeight - 0.9 * size > frame.height + tolerance) || textWidth - size > frame.width
  if (isCut && props.steps === '') return 'cut'
  const bottom = frame.y + (frame.height ?? textHeight)
  const box = { left: frame.x, top: frame.y, right: frame.x + frame.width, bottom }
  return leaves(box, { left: 0, top: 0, right: slide.width, bottom: slide.height }) ? 'slide' : 'fits'
}

/**
 * Whether text in a growing box may exceed the slide. The estimate is too high on purpose. Most texts are still so far
 * from the edge that they need not be drawn.
 */
function mayLeaveSlide(block: Block, html: string, { width: across, height: down }: SlideSize): boolean {
  const { x, y, width } = block.frame!
  if (x < 0 || y < 0 || x + width > across || /<img|font-size/.test(html)) return true
  const { text, usualSize = 36 } = editorOf(block.type) ?? {}
  const own = Number.parseFloat(declarationOf(block, 'font-size')) || usualSize
  const size = own * (/<h1/.test(html) ? 2.2 : /<h[2-6]/.test(html) ? 1.6 : 1)
  const padding = text?.inset?.(block) ?? 10
  const inner = Math.max(width - 2 * padding - (/<li|<blockquote/.test(html) ? 2 * size : 0), size)
  const paragraphs = html.split(/<\/(?:p|h[1-6]|li|pre)>|<br/).map((one) => one.replace(/<[^>]*>/g, ''))
  const lines = paragraphs.map((one) => Math.ceil((widthOf(one) * size * 1.1) / inner)).filter((count) => count > 0)
  const spacing = Math.max(1.3, Number.parseFloat(declarationOf(block, 'line-height')) || 0)
  const ems = lines.reduce((sum, count) => sum + count * spacing, 0) + 0.5 * lines.length
  return y + ems * size + 2 * padding > down
}

/** The estimated width of a text in one line, in em. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e80' ? 1 : /\p{Lu}|[mw@%]/u.test(character) ? 0.8 : 0.6
  return width
}
