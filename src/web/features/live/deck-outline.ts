import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'

/** A place in a deck, by the indices of reveal.js from 0. */
export interface DeckPlace {
  readonly h: number
  readonly v: number
}

/** The index from 0 of the slide at a place in the order of the deck; -1 when there is none. */
export function slideIndexAt(outline: readonly OutlineSlide[], { h, v }: DeckPlace): number {
  return outline.findIndex((slide) => slide.h === h && slide.v === v)
}

/** The number that people know a slide by: 3, and 3.2 for the second slide of the third stack. */
export function slideNumber({ h, v }: DeckPlace): string {
  return v > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
}

/** What a slide is called in lists. */
export function slideTitle({ title }: Pick<OutlineSlide, 'title'>): string {
  return title || 'A slide without text'
}

/**
 * The slides that a search means: a number finds the slide that people know by it, and in a deck with stacks also the
 * one that comes as the n-th; words find slides that have all of them. Everything without a search.
 */
export function findSlides(outline: readonly OutlineSlide[], search: string): readonly OutlineSlide[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return outline
  const byNumber = outline.filter((slide) => slideNumber(slide) === wanted)
  const nth = /^\d{1,4}$/.test(wanted) ? outline[Number(wanted) - 1] : undefined
  const words = wanted.split(/\s+/)
  const byWords = outline.filter((slide) => {
    const text = slide.text.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...new Set([...byNumber, ...(nth ? [nth] : []), ...byWords])]
}
