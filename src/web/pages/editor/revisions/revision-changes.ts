import { blocks } from '../../../../blocks/index.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import { slideNumber } from '../../../../document/slide-number.ts'
import { slideIds } from '../../../../document/structure.ts'
import type { Slide, SlideId, Slides } from '../../../../document/types.ts'

/** One slide in which two versions of a deck differ. */
export interface SlideChange {
  readonly kind: 'added' | 'changed' | 'removed' | 'moved'
  /** As it was after the change; a removed one as it was before. */
  readonly slide: Slide
  /** Its number there. */
  readonly number: string
}

/** Slides that stand elsewhere: of those that both versions have, the ones that leave the longest common order. */
function movedSlides(before: readonly SlideId[], after: readonly SlideId[]): ReadonlySet<SlideId> {
  const place = new Map(before.map((id, index) => [id, index]))
  const common = after.filter((id) => place.has(id))
  /** The last element of the best row of each length, and what stood before each element in its best row. */
  const ends: SlideId[] = []
  const previous = new Map<SlideId, SlideId | undefined>()
  for (const id of common) {
    const found = ends.findIndex((end) => place.get(end)! > place.get(id)!)
    const at = found < 0 ? ends.length : found
    previous.set(id, ends[at - 1])
    ends[at] = id
  }
  const stay = new Set<SlideId>()
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) stay.add(id)
  return new Set(common.filter((id) => !stay.has(id)))
}

/** The slides in which two versions differ, in the order of the later one; removed ones come last. */
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
