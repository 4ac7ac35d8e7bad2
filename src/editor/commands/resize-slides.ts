import { declarationOf, withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { formatPx } from '../../document/css-number.ts'
import type { Block, Frame, Slide } from '../../document/deck-model.ts'
import { type SlideSize, slideSizeOf, slideSizeText } from '../../rules/slide-size.ts'
import type { Command } from './command.ts'
import { setSettings } from './settings-commands.ts'

/** What happens to the blocks of a deck whose slides get another size. */
export type ResizeContent = 'scale' | 'keep'

/** How blocks are moved into the new slide. */
interface Fit {
  readonly from: SlideSize
  readonly to: SlideSize
  readonly scale: number
  /** Offset of the scaled content, in slide px. */
  readonly x: number
  readonly y: number
}

/**
 * Sets the size of all slides. With 'scale' the blocks are enlarged or reduced together, as far as the new slide has
 * room, and centered; blocks that cover a whole slide still do. Markup in a slide's own flow keeps its size.
 */
export function resizeSlides(size: SlideSize, content: ResizeContent): Command {
  return (deck) => {
    const from = slideSizeOf(deck.settings.slide_size)
    const resized = setSettings({ slide_size: slideSizeText(size) })(deck)
    if (resized === deck || content === 'keep') return resized
    const slides = Object.entries(deck.slides).map(([id, slide]) => [id, scaledSlide(slide, from, size)] as const)
    return { ...resized, slides: Object.fromEntries(slides) }
  }
}

/** A slide whose blocks are scaled together from one size of slides to another, and centered. */
export function scaledSlide(slide: Slide, from: SlideSize, to: SlideSize): Slide {
  const scale = Math.min(to.width / from.width, to.height / from.height)
  const x = (to.width - from.width * scale) / 2
  const y = (to.height - from.height * scale) / 2
  const fit: Fit = { from, to, scale, x, y }
  if (slide.blocks.every((block) => block.frame === null)) return slide
  return { ...slide, blocks: slide.blocks.map((block) => (block.frame ? scaledBlock(block, block.frame, fit) : block)) }
}

function scaledBlock(block: Block, frame: Frame, fit: Fit): Block {
  const placed = { ...block, frame: scaledFrame(frame, fit) }
  return fit.scale === 1 ? placed : scaledText(placed, fit.scale)
}

function scaledFrame(frame: Frame, { from, to, scale, x, y }: Fit): Frame {
  const { width, height } = frame
  const covers =
    height !== null &&
    frame.rotation === 0 &&
    frame.x <= 0 &&
    frame.y <= 0 &&
    frame.x + width >= from.width &&
    frame.y + height >= from.height
  if (covers) return { ...frame, x: 0, y: 0, ...to }
  return {
    ...frame,
    x: Math.round(frame.x * scale + x),
    y: Math.round(frame.y * scale + y),
    width: Math.max(1, Math.round(width * scale)),
    height: height === null ? null : Math.max(1, Math.round(height * scale)),
  }
}

/** Scales the type size of a block, and the sizes of single words in it. */
export function scaledText(block: Block, scale: number): Block {
  const { text = null, usualSize } = editorOf(block.type) ?? {}
  const own = Number.parseFloat(declarationOf(block, 'font-size')) || usualSize
  const sized = own === undefined ? block : withDeclaration(block, 'font-size', formatPx(rounded(own * scale)))
  if (!text) return sized
  const html = text.read(sized)
  const scaled = html.replace(/(font-size:\s*)([\d.]+)px/g, (_, name: string, px: string) => {
    return `${name}${formatPx(rounded(Number(px) * scale))}`
  })
  return scaled === html ? sized : text.write(sized, scaled)
}

/** Two decimals. */
function rounded(px: number): number {
  return Math.round(px * 100) / 100
}
