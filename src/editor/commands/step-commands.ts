import type { BlockId, SlideId } from '../../document/deck-model.ts'
import { defaultDelay, entriesOf, type StepEntry, withEntries } from '../../document/slide-steps.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** Sets which blocks of a slide are fragments, and their order. All other blocks appear with the slide. */
export function setEntries(slideId: SlideId, entries: readonly StepEntry[]): Command {
  return (deck) => changeSlide(deck, slideId, (slide) => withEntries(slide, entries))
}

/**
 * Makes blocks fragments of a style; null makes them appear with the slide. New fragments are added at the end, each
 * with its own step.
 */
export function animateBlocks(slideId: SlideId, ids: readonly BlockId[], style: string | null): Command {
  return (deck) =>
    changeSlide(deck, slideId, (slide) => {
      const chosen = new Set(ids)
      const entries = entriesOf(slide)
      if (style === null)
        return withEntries(
          slide,
          entries.filter((entry) => !chosen.has(entry.block)),
        )
      const existing = new Set(entries.map((entry) => entry.block))
      const added = slide.blocks
        .filter((block) => chosen.has(block.id) && !existing.has(block.id) && block.frame !== null)
        .map((block): StepEntry => ({ block: block.id, style, start: 'click', delay: defaultDelay }))
      const styled = entries.map((entry) => (chosen.has(entry.block) ? { ...entry, style } : entry))
      return withEntries(slide, [...styled, ...added])
    })
}
