import { customIdAttribute } from '../document/custom-ids.ts'
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

function findSlide(slides: Element, isIt: (slide: Element) => boolean): SlidePosition | null {
  for (const [h, column] of slideColumns(slides).entries()) {
    const v = column.findIndex(isIt)
    if (v >= 0) return { h, v }
  }
  return null
}

function named(name: string, slides: Element): SlidePosition | null {
  const place = findSlide(slides, (slide) => slide.getAttribute('data-id') === name || slide.id === name)
  if (place) return place
  const owned = [...slides.querySelectorAll(`[${customIdAttribute}]`)].find(
    (element) => element.getAttribute(customIdAttribute) === name,
  )
  return owned ? findSlide(slides, (slide) => slide.contains(owned) || owned.contains(slide)) : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Resolves a hash as reveal.js does: `#/h`, `#/h/v`, or a name: the `data-id` of a slide, or a custom id on it or in it. Null for anything else. `slides` is
 * the element that contains the sections.
 */
export function positionOfHash(hash: string, slides: Element): SlidePosition | null {
  const indices = parseSlideHash(hash)
  if (indices) return { h: indices.h, v: indices.v }
  const name = hash.replace(/^#?\/?/, '').split('/')[0] ?? ''
  return name === '' ? null : named(decoded(name), slides)
}
