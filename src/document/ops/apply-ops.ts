import type { BlockList } from '../block-list.ts'
import type { Slide, SlideId } from '../deck-model.ts'
import { contentHash } from '../ids.ts'
import { renderSlide } from '../render-slide.ts'
import { slideIds } from '../structure.ts'
import type { Op, SlideOp } from './op.ts'
import { OpError } from './op-error.ts'
import type { OpDeck } from './ops-between.ts'
import { slideOf, withPart } from './slide-ops.ts'

/**
 * Applies changes to a deck; unchanged slides stay the same objects. `deck` may have only the slides that the changes
 * concern. Throws OpError if a change does not fit.
 */
export function applyOps<D extends OpDeck>(deck: D, ops: readonly Op[], blocks: BlockList): D {
  if (ops.length === 0) return deck
  const slides = new Map(Object.entries(deck.slides))
  let next = deck
  for (const op of ops) {
    if (op.kind === 'structure') next = { ...next, stacks: op.to.stacks, after: op.to.after }
    else if (op.kind === 'setting') next = { ...next, settings: { ...next.settings, [op.name]: op.value } }
    else applySlideOp(slides, op, blocks)
  }
  if (next.stacks !== deck.stacks) checkAdded(deck, next, slides)
  return { ...next, slides: Object.fromEntries(slides) }
}

function applySlideOp(slides: Map<SlideId, Slide>, op: SlideOp, blocks: BlockList): void {
  if (op.kind === 'put-slide') {
    slides.set(op.slide, slideOf(op, blocks))
    return
  }
  const slide = slides.get(op.slide)
  if (!slide) throw new OpError(`There is no slide ${op.slide}`)
  if (op.kind === 'check-slide') {
    if (contentHash(renderSlide(slide, blocks)) !== op.hash) throw new OpError(`Slide ${op.slide} is another one`)
  } else if (op.kind === 'drop-slide') slides.delete(op.slide)
  else slides.set(op.slide, withPart(slide, op, blocks))
}

function checkAdded(before: OpDeck, after: OpDeck, slides: ReadonlyMap<SlideId, Slide>): void {
  const old = new Set(slideIds(before))
  const missing = slideIds(after).find((id) => !old.has(id) && !slides.has(id))
  if (missing !== undefined) throw new OpError(`Slide ${missing} has no content`)
}
