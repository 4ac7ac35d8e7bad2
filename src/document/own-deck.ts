/** A slide of a deck as a page has it: indices from 0 and its data-id. */
export interface OwnSlide {
  readonly h: number
  readonly v: number
  readonly id: string
}

/** The deck that a page of a presentation shows: pages that were opened at different times can show different versions. */
export interface OwnDeck {
  readonly version: number
  /** In order. */
  readonly slides: readonly OwnSlide[]
}

/** What a slide's data-id can be to travel with a presentation. */
export const slideName = /^[\w-]{1,64}$/

/** Where a presentation is: reveal.js's indices, and the data-id of the slide that its sender showed. */
interface Place {
  readonly indexh: number
  readonly indexv: number
  readonly indexf: number | null
  readonly slide?: string | null
}

/** The data-id of the slide at a place; null when there is none, or none that can travel. */
export function slideIdAt({ slides }: OwnDeck, { indexh, indexv }: Pick<Place, 'indexh' | 'indexv'>): string | null {
  const id = slides.find(({ h, v }) => h === indexh && v === indexv)?.id ?? ''
  return slideName.test(id) ? id : null
}

/**
 * Where a state is in the page's own deck: at the slide that its sender showed, wherever that stands here; without it
 * at the same place, and never beyond the last slide. The state itself when nothing has to be moved.
 */
export function inOwnDeck<T extends Place>(state: T, { slides }: OwnDeck): T {
  const { indexh, indexv, slide } = state
  const there = slides.find(({ h, v }) => h === indexh && v === indexv)
  const meant = slide ? slides.find(({ id }) => id === slide) : there
  if (meant) {
    return meant === there ? state : { ...state, indexh: meant.h, indexv: meant.v }
  }
  const nearest = there ?? slides.findLast(({ h, v }) => h < indexh || (h === indexh && v <= indexv)) ?? slides[0]
  // Its fragments are another slide's.
  return nearest ? { ...state, indexh: nearest.h, indexv: nearest.v, indexf: null } : state
}
