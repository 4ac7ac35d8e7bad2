import type { SlidePosition } from '../document/deck-model.ts'
import { parseSlideHash } from '../document/slide-hash.ts'

/** The horizontal slides of a deck, each as the array of its stack (one element if it is no stack). */
export function slideColumns(slides: Element): Element[][] {
  return Array.from(slides.children)
    .filter((child) => child.localName === 'section')
    .map((section) => {
      const stacked = Array.from(section.children).filter((child) => child.localName === 'section')
      return stacked.length > 0 ? stacked : [section]
    })
}

function named(name: string, slides: Element): SlidePosition | null {
  const columns = slideColumns(slides)
  for (const [h, column] of columns.entries()) {
    const v = column.findIndex((slide) => slide.getAttribute('data-id') === name || slide.id === name)
    if (v >= 0) return { h, v }
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Resolves a hash as reveal.js does: `#/h`, `#/h/v`, or a slide's name (`data-id`). Null for anything else. `slides` is
 * the element that contains the sections.
 */
export function positionOfHash(hash: string, slides: Element): SlidePosition | null {
  const indices = parseSlideHash(hash)
  if (indices) return { h: indices.h, v: indices.v }
  const name = hash.replace(/^#?\/?/, '').split('/')[0] ?? ''
  return name === '' ? null : named(decoded(name), slides)
}
