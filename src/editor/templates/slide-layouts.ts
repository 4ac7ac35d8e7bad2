import type { PropsOf } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import { type SlideSize, slideSizeText, standardSlide } from '../../rules/slide-size.ts'
import { scaledSlide } from '../commands/resize-slides.ts'
import { changeLayout, type Designs, designsOf } from './change-layout.ts'
import { defaultTemplates } from './default-templates.ts'
import { fitLayout } from './fit-layout.ts'
import type { Layout } from './layout-parts.ts'
import { layouts } from './layouts.ts'
import { isEmptySlot } from './slots.ts'

/** A slide without blocks. */
export const blankLayout: Layout = { id: 'blank', label: 'Blank', slide: () => newSlide() }

/** All layouts: the blank slide, the default templates and the designed layouts. */
export const allLayouts: readonly Layout[] = [blankLayout, ...defaultTemplates, ...layouts]

/** Title and content. */
const ordinary = 'bullets'

/** A new slide with a layout, in a deck with slides of this size. */
export function slideWith(layout: Layout, size: SlideSize): Slide {
  return fitLayout(layout.slide(), size)
}

/** The layout of a slide, while its slots are where the layout put them; else null. */
export function layoutOf(slide: Slide, size: SlideSize): Layout | null {
  if (slide.blocks.length === 0) return blankLayout
  const place = (block: Slide['blocks'][number]) => {
    const prompt = block.type === 'text' ? (block.props as PropsOf<'text'>).placeholder : ''
    return JSON.stringify([block.type, block.frame, prompt])
  }
  const places = new Set(slide.blocks.map(place))
  const found = allLayouts
    .map((layout) => ({ layout, slots: slideWith(layout, size).blocks.filter(isEmptySlot) }))
    .filter(({ slots }) => slots.length > 0 && slots.every((slot) => places.has(place(slot))))
    .toSorted((a, b) => b.slots.length - a.slots.length)
  return found[0]?.layout ?? null
}

/**
 * The layout of a new slide after this one: title and content after a title; else the layout used last, in this window
 * (`lastUsed`) or on this slide.
 */
export function nextLayout(slide: Slide, size: SlideSize, lastUsed: string | null): Layout {
  const isTitle = slide.blocks.some(
    ({ type, props }) => type === 'text' && /^\s*<h1\b/.test((props as PropsOf<'text'>).html),
  )
  const used = allLayouts.find((layout) => layout.id === lastUsed) ?? layoutOf(slide, size)
  return (isTitle ? null : used) ?? allLayouts.find((layout) => layout.id === ordinary)!
}

/** The designs of all layouts by the size of slides. */
const designs = new Map<string, Designs>()

function designsAt(size: SlideSize): Designs {
  const key = slideSizeText(size)
  const known = designs.get(key)
  if (known) return known
  const made = allLayouts.map((layout) => layout.slide())
  // Slides that a change of size has scaled are not as a layout would make them now.
  const scaled = made.map((slide) => scaledSlide(slide, standardSlide, size))
  const found = designsOf([...made.map((slide) => fitLayout(slide, size)), ...scaled])
  designs.set(key, found)
  return found
}

/** The slide with another layout; see changeLayout. */
export function withLayout(slide: Slide, layout: Layout, size: SlideSize): Slide {
  return changeLayout(slide, slideWith(layout, size), designsAt(size))
}
