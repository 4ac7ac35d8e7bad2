import { declarationOf } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/editors.ts'
import type { PropsOf } from '../../blocks/index.ts'
import type { Block } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { isHidden } from '../commands/block-commands.ts'
import type { OverflowKind } from '../state/overflow.ts'

/** How far content may reach over an edge without being called too large, in slide px: letters without ink there. */
const tolerance = 4

/** A rectangle in px of the document that is measured in. */
interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * What can be told of a block without drawing it: 'fits', how it does not, or 'unknown'. Only words, tables and code
 * are asked about: pictures and forms may reach over the slide's edge on purpose.
 */
export function overflowGuess(block: Block): OverflowKind | 'fits' | 'unknown' {
  const { frame } = block
  if (!frame || isHidden(block)) return 'fits'
  if (block.type === 'code') return codeOverflow(block as Block<PropsOf<'code'>>)
  if (block.type === 'table') return 'unknown'
  const text = editorOf(block.type)?.text
  if (!text || text.read(block) === '') return 'fits'
  return frame.height !== null || frame.rotation !== 0 || mayLeaveSlide(block, text.read(block)) ? 'unknown' : 'fits'
}

/** How a block that is drawn at its own size does not fit; null when it fits. `wrapper`: its element. */
export function measuredOverflow(wrapper: HTMLElement, block: Block): OverflowKind | null {
  const slide = wrapper.closest('section')?.getBoundingClientRect()
  const content = editorOf(block.type)?.text?.host(wrapper) ?? wrapper.querySelector('table')
  if (!slide || !content || !block.frame) return null
  const ink = inkOf(content)
  if (!ink) return null
  if (block.type !== 'table' && block.frame.height !== null && isOverBox(wrapper, content)) return 'box'
  return leaves(ink, slide) ? 'slide' : null
}

/** The words of an element, or the whole of a table; padding around them is no content. */
function inkOf(content: HTMLElement): Edges | null {
  if (content.nodeName === 'TABLE') return content.getBoundingClientRect()
  if ((content.textContent ?? '').trim() === '') return null
  const range = content.ownerDocument.createRange()
  range.selectNodeContents(content)
  return range.getBoundingClientRect()
}

/** Whether words stand outside of their block's box. A turned block is measured upright. */
function isOverBox(wrapper: HTMLElement, content: HTMLElement): boolean {
  const { transform } = wrapper.style
  wrapper.style.transform = 'none'
  const [box, ink] = [wrapper.getBoundingClientRect(), inkOf(content)]
  wrapper.style.transform = transform
  return ink !== null && (ink.bottom > box.bottom + tolerance || ink.top < box.top - tolerance)
}

/** Whether something stands partly on the slide and partly beside it. What is wholly beside it was put there to wait. */
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

/** Code is set in letters of one width: how large it is follows from its lines. Code that is stepped through scrolls by itself. */
function codeOverflow({ props, frame, ...block }: Block<PropsOf<'code'>>): OverflowKind | 'fits' {
  if (!frame || props.code.trim() === '') return 'fits'
  const size = Number.parseFloat(declarationOf({ ...block, props, frame }, 'font-size') || '20')
  const lines = props.code.replace(/\n+$/, '').split('\n')
  const high = size * (1.8 + 1.45 * lines.length)
  const longest = Math.max(...lines.map((line) => line.replaceAll('\t', '  ').length))
  const wide = size * (2 + 0.6 * longest + (props.lineNumbers ? 2.6 : 0))
  const isCut = (frame.height !== null && high - 0.9 * size > frame.height + tolerance) || wide - size > frame.width
  if (isCut && props.steps === '') return 'cut'
  const { width, height } = limits.slide
  const bottom = frame.y + (frame.height ?? high)
  const box = { left: frame.x, top: frame.y, right: frame.x + frame.width, bottom }
  return leaves(box, { left: 0, top: 0, right: width, bottom: height }) ? 'slide' : 'fits'
}

/**
 * Whether a text that its box grows with may reach over the slide's edge, by a guess that is rather too high: most texts
 * are far enough from the edge not to be drawn.
 */
function mayLeaveSlide(block: Block, html: string): boolean {
  const { x, y, width } = block.frame!
  const { width: across, height: down } = limits.slide
  if (x < 0 || y < 0 || x + width > across || /<img|font-size/.test(html)) return true
  const text = editorOf(block.type)?.text
  const own = Number.parseFloat(declarationOf(block, 'font-size')) || (text?.usualSize ?? 36)
  const size = own * (/<h1/.test(html) ? 2.2 : /<h[2-6]/.test(html) ? 1.6 : 1)
  const padding = text?.inset?.(block) ?? 10
  const inner = Math.max(width - 2 * padding - (/<li|<blockquote/.test(html) ? 2 * size : 0), size)
  const paragraphs = html.split(/<\/(?:p|h[1-6]|li|pre)>|<br/).map((one) => one.replace(/<[^>]*>/g, ''))
  const lines = paragraphs.map((one) => Math.ceil((widthOf(one) * size * 1.1) / inner)).filter((count) => count > 0)
  const spacing = Math.max(1.3, Number.parseFloat(declarationOf(block, 'line-height')) || 0)
  const high = lines.reduce((sum, count) => sum + count * spacing, 0) + 0.5 * lines.length
  return y + high * size + 2 * padding > down
}

/** About how wide a text is in one line, in type sizes. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e80' ? 1 : /\p{Lu}|[mw@%]/u.test(character) ? 0.8 : 0.6
  return width
}
