/** A slide of the page's deck: indices from 0 and its data-id. */
export interface OwnSlide {
  readonly h: number
  readonly v: number
  readonly id: string
}

/** The deck a page of a presentation shows. Pages opened at different times may show different versions. */
export interface OwnDeck {
  readonly version: number
  /** In presentation order. */
  readonly slides: readonly OwnSlide[]
}

/** A valid data-id for the live stream. */
export const slideName = /^[\w-]{1,64}$/

/** A stream position: reveal.js indices, and the data-id of the sender's slide. */
interface Place {
  readonly indexh: number
  readonly indexv: number
  readonly indexf: number | null
  readonly slide?: string | null
}

/** The data-id of the slide at a position; null if there is none or it is invalid for the stream. */
export function slideIdAt({ slides }: OwnDeck, { indexh, indexv }: Pick<Place, 'indexh' | 'indexv'>): string | null {
  const id = slides.find(({ h, v }) => h === indexh && v === indexv)?.id ?? ''
  return slideName.test(id) ? id : null
}

/**
 * Translates a stream position to the page's own deck: the sender's slide by id, else the same indices, clamped to the
 * last slide. Returns the same object if nothing changes.
 */
export function inOwnDeck<T extends Place>(state: T, { slides }: OwnDeck): T {
  const { indexh, indexv, slide } = state
  const there = slides.find(({ h, v }) => h === indexh && v === indexv)
  const meant = slide ? slides.find(({ id }) => id === slide) : there
  if (meant) {
    return meant === there ? state : { ...state, indexh: meant.h, indexv: meant.v }
  }
  const nearest = there ?? slides.findLast(({ h, v }) => h < indexh || (h === indexh && v <= indexv)) ?? slides[0]
  // The fragment index belongs to another slide.
  return nearest ? { ...state, indexh: nearest.h, indexv: nearest.v, indexf: null } : state
}
