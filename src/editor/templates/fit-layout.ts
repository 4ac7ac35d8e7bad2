import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Frame, Slide } from '../../document/deck-model.ts'
import { type SlideSize, standardSlide } from '../../rules/slide-size.ts'
import { scaledText } from '../commands/resize-slides.ts'

/** Whether a block must keep its form: a disc, or a picture in one. */
function keepsForm({ type, frame, props }: Block): boolean {
  if (type === 'shape') return (props as PropsOf<'shape'>).shape === 'ellipse'
  return type === 'image' && (props as PropsOf<'image'>).radius >= (frame?.width ?? 0) / 2
}

function stretched({ x, y, width, height, rotation }: Frame, across: number, down: number): Frame {
  const [left, top] = [Math.round(x * across), Math.round(y * down)]
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round((x + width) * across) - left),
    height: height === null ? null : Math.max(1, Math.round((y + height) * down) - top),
    rotation,
  }
}

/** The frame at its scaled center, with one scale for both sides. */
function moved(frame: Frame, across: number, down: number): Frame {
  const scale = Math.min(across, down)
  const [width, height] = [Math.round(frame.width * scale), Math.round((frame.height ?? 0) * scale)]
  const center = { x: (frame.x + frame.width / 2) * across, y: (frame.y + (frame.height ?? 0) / 2) * down }
  return { ...frame, x: Math.round(center.x - width / 2), y: Math.round(center.y - height / 2), width, height }
}

/**
 * A slide of a layout in a deck with slides of another size. Places are stretched, so that margins and what touches the
 * edges still do; type and discs are scaled.
 */
export function fitLayout(slide: Slide, size: SlideSize): Slide {
  const [across, down] = [size.width / standardSlide.width, size.height / standardSlide.height]
  if (across === 1 && down === 1) return slide
  const fit = (block: Block): Block => {
    if (!block.frame) return block
    if (!keepsForm(block))
      return scaledText({ ...block, frame: stretched(block.frame, across, down) }, Math.min(across, down))
    const frame = moved(block.frame, across, down)
    if (block.type !== 'image') return scaledText({ ...block, frame }, Math.min(across, down))
    return { ...block, frame, props: { ...(block.props as PropsOf<'image'>), radius: Math.ceil(frame.width / 2) } }
  }
  return { ...slide, blocks: slide.blocks.map(fit) }
}
