import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'

/** A slide's position, in reveal.js indices from 0. */
export interface DeckPlace {
  readonly h: number
  readonly v: number
}

/** The index (from 0) of the slide at a position; -1 if there is none. */
export function slideIndexAt(outline: readonly OutlineSlide[], { h, v }: DeckPlace): number {
  return outline.findIndex((slide) => slide.h === h && slide.v === v)
}

/** A slide's displayed number: 3, or 3.2 for the second slide of the third stack. */
export function slideNumber({ h, v }: DeckPlace): string {
  return v > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
}

/** A slide's title in lists. */
export function slideTitle({ title }: Pick<OutlineSlide, 'title'>): string {
  return title || 'A slide without text'
}

/** A slide's words except its title, which need not come first. */
export function textWithoutTitle({ title, text }: Pick<OutlineSlide, 'title' | 'text'>): string {
  const at = title === '' ? -1 : ` ${text} `.indexOf(` ${title} `)
  return at < 0 ? text : `${text.slice(0, at)}${text.slice(at + title.length + 1)}`.replace(/^ | $/g, '')
}

/**
 * The slides that match a search. A number matches the slide with that displayed number and the n-th slide of the deck.
 * Words match slides that contain all of them. An empty search matches all.
 */
export function findSlides(outline: readonly OutlineSlide[], search: string): readonly OutlineSlide[] {
  const query = search.trim().toLowerCase()
  if (query === '') return outline
  const byNumber = outline.filter((slide) => slideNumber(slide) === query)
  const nth = /^\d{1,4}$/.test(query) ? outline[Number(query) - 1] : undefined
  const words = query.split(/\s+/)
  const byWords = outline.filter((slide) => {
    const text = slide.text.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...new Set([...byNumber, ...(nth ? [nth] : []), ...byWords])]
}
