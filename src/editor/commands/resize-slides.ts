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

/** What something was scaled from. */
interface Origin<T> {
  readonly was: T
  readonly fit: Fit
}

/**
 * What scaled blocks were, and scaled lists of blocks. Slides of another shape have room on two sides, so that scaling
 * alone would make the content smaller with each change there and back.
 */
const origins = new WeakMap<object, Origin<unknown>>()

/** What something was when slides had a size, with the fits since, the first one first; null if it was not scaled. */
function originAt<T extends object>(scaled: T, { width, height }: SlideSize): { was: T; fits: readonly Fit[] } | null {
  const fits: Fit[] = []
  for (let origin = origins.get(scaled); origin; origin = origins.get(origin.was as object)) {
    const { was, fit } = origin as Origin<T>
    fits.unshift(fit)
    if (fit.from.width === width && fit.from.height === height) return { was, fits }
  }
  return null
}

/**
 * Sets the size of all slides. With 'scale' the blocks are enlarged or reduced together, as far as the new slide has
 * room, and centered; blocks that cover a whole slide still do. Blocks that were scaled from this size return to what
 * they were, the others of their slide with them. Markup in a slide's own flow keeps its size.
 */
export function resizeSlides(size: SlideSize, content: ResizeContent): Command {
  return (deck) => {
    const from = slideSizeOf(deck.settings.slide_size)
    const resized = setSettings({ slide_size: slideSizeText(size) })(deck)
    if (resized === deck || content === 'keep') return resized
    const slides = Object.entries(deck.slides).map(([id, slide]) => [id, resizedSlide(slide, from, size)] as const)
    return { ...resized, slides: Object.fromEntries(slides) }
  }
}

/** A slide whose blocks are scaled together from one size of slides to another, and centered. */
export function scaledSlide(slide: Slide, from: SlideSize, to: SlideSize): Slide {
  return slideIn(slide, (block, frame) => scaledBlock(block, frame, fitOf(from, to)))
}

/** The same, remembered: back in its earlier size it is what it was. */
function resizedSlide(slide: Slide, from: SlideSize, to: SlideSize): Slide {
  const unchanged = originAt(slide.blocks, to)
  if (unchanged) return { ...slide, blocks: unchanged.was }
  const back = returningFit(slide, from, to)
  const fit = back ?? fitOf(from, to)
  const scaled = slideIn(slide, (block, frame) => {
    const was = back && originAt(block, to)?.was
    if (was) return was
    const made = scaledBlock(block, frame, fit)
    origins.set(made, { was: block, fit })
    return made
  })
  if (scaled !== slide) origins.set(scaled.blocks, { was: slide.blocks, fit })
  return scaled
}

/**
 * The fit that reverses the one with which blocks of a slide were scaled from a size. Null if there are none, and if it
 * would move others out of the slide.
 */
function returningFit({ blocks }: Slide, from: SlideSize, to: SlideSize): Fit | null {
  const scaled = blocks.flatMap((block) => originAt(block, to) ?? [])
  if (!scaled[0]) return null
  const [scale, x, y] = scaled[0].fits.reduce<readonly [number, number, number]>(
    ([s, left, top], fit) => [s * fit.scale, left * fit.scale + fit.x, top * fit.scale + fit.y],
    [1, 0, 0],
  )
  const fit = { from, to, scale: 1 / scale, x: -x / scale, y: -y / scale }
  const others = blocks.filter((block) => block.frame && !originAt(block, to))
  const leaves = others.some(({ frame }) => isInside(frame!, from) && !isInside(scaledFrame(frame!, fit), to))
  return leaves ? null : fit
}

/** Whether a frame is within a slide, allowing for rounding. */
function isInside({ x, y, width, height }: Frame, slide: SlideSize): boolean {
  return x >= -1 && y >= -1 && x + width <= slide.width + 1 && y + (height ?? 0) <= slide.height + 1
}

function fitOf(from: SlideSize, to: SlideSize): Fit {
  const scale = Math.min(to.width / from.width, to.height / from.height)
  return { from, to, scale, x: (to.width - from.width * scale) / 2, y: (to.height - from.height * scale) / 2 }
}

/** A slide with other blocks in place of those with a frame. */
function slideIn(slide: Slide, change: (block: Block, frame: Frame) => Block): Slide {
  if (slide.blocks.every((block) => block.frame === null)) return slide
  return { ...slide, blocks: slide.blocks.map((block) => (block.frame ? change(block, block.frame) : block)) }
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
