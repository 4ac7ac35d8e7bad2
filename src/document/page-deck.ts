/** A slide of the page's deck: indices from 0 and its data-id. */
export interface PageSlide {
  readonly h: number
  readonly v: number
  readonly id: string
}

/** The deck a page of a presentation shows. Pages opened at different times may show different versions. */
export interface PageDeck {
  readonly version: number
  /** In presentation order. */
  readonly slides: readonly PageSlide[]
}

/** A valid data-id for the live stream. */
export const slideIdPattern = /^[\w-]{1,64}$/

/** A stream position: reveal.js indices, and the data-id of the sender's slide. */
interface StreamPosition {
  readonly indexh: number
  readonly indexv: number
  readonly indexf: number | null
  readonly slide?: string | null
}

/** The data-id of the slide at a position; null if there is none or it is invalid for the stream. */
export function slideIdAt(
  { slides }: PageDeck,
  { indexh, indexv }: Pick<StreamPosition, 'indexh' | 'indexv'>,
): string | null {
  const id = slides.find(({ h, v }) => h === indexh && v === indexv)?.id ?? ''
  return slideIdPattern.test(id) ? id : null
}

/**
 * Translates a stream position to the page's own deck: the sender's slide by id, else the same indices, clamped to the
 * last slide. Returns the same object if nothing changes.
 */
export function toPageDeck<T extends StreamPosition>(state: T, { slides }: PageDeck): T {
  const { indexh, indexv, slide } = state
  const same = slides.find(({ h, v }) => h === indexh && v === indexv)
  const target = slide ? slides.find(({ id }) => id === slide) : same
  if (target) {
    return target === same ? state : { ...state, indexh: target.h, indexv: target.v }
  }
  const nearest = same ?? slides.findLast(({ h, v }) => h < indexh || (h === indexh && v <= indexv)) ?? slides[0]
  // The fragment index belongs to another slide.
  return nearest ? { ...state, indexh: nearest.h, indexv: nearest.v, indexf: null } : state
}
