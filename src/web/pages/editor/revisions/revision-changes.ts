import { blocks } from '../../../../blocks/index.ts'
import type { Slide, SlideId, Slides } from '../../../../document/deck-model.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import { slideNumber } from '../../../../document/slide-number.ts'
import { slideIds } from '../../../../document/structure.ts'

/** A slide that differs between two versions. */
export interface SlideChange {
  readonly kind: 'added' | 'changed' | 'removed' | 'moved'
  /** The slide after the change; a removed slide as it was before. */
  readonly slide: Slide
  /** The slide's number in that version. */
  readonly number: string
}

/** Moved slides: slides in both versions that are not part of the longest common subsequence. */
function movedSlides(before: readonly SlideId[], after: readonly SlideId[]): ReadonlySet<SlideId> {
  const place = new Map(before.map((id, index) => [id, index]))
  const common = after.filter((id) => place.has(id))
  /** `ends[n]`: last id of the best subsequence of length n + 1. `previous`: each id's predecessor in its own. */
  const ends: SlideId[] = []
  const previous = new Map<SlideId, SlideId | undefined>()
  for (const id of common) {
    const found = ends.findIndex((end) => place.get(end)! > place.get(id)!)
    const at = found < 0 ? ends.length : found
    previous.set(id, ends[at - 1])
    ends[at] = id
  }
  const unmoved = new Set<SlideId>()
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) unmoved.add(id)
  return new Set(common.filter((id) => !unmoved.has(id)))
}

/** The slides that differ between two versions, in the later version's order; removed ones last. */
export function revisionChanges(before: Slides | null, after: Slides): readonly SlideChange[] {
  const old = before?.slides ?? {}
  const moved = before ? movedSlides(slideIds(before), slideIds(after)) : new Set()
  const changes = slideIds(after).flatMap((id): SlideChange[] => {
    const slide = after.slides[id]!
    const number = slideNumber(after, id)
    if (!Object.hasOwn(old, id)) return [{ kind: 'added', slide, number }]
    const same = renderSlide(old[id]!, blocks) === renderSlide(slide, blocks) && old[id]!.notes === slide.notes
    if (!same) return [{ kind: 'changed', slide, number }]
    return moved.has(id) ? [{ kind: 'moved', slide, number }] : []
  })
  const removed = before ? slideIds(before).filter((id) => !Object.hasOwn(after.slides, id)) : []
  return [
    ...changes,
    ...removed.map((id): SlideChange => ({ kind: 'removed', slide: old[id]!, number: slideNumber(before!, id) })),
  ]
}
