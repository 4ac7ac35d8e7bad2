import type { Slide } from '../../document/deck-model.ts'

/** Whether a slide has markup in its flow, which is no block yet. */
export function hasFlow(slide: Slide | undefined): boolean {
  return slide?.blocks.some(({ frame }) => frame === null) ?? false
}
