import { defaultDelay, entriesOf, type StepEntry, withEntries } from '../../document/slide-steps.ts'
import type { BlockId, SlideId } from '../../document/types.ts'
import { changeSlide } from './change-slide.ts'
import type { Command } from './command.ts'

/** Makes exactly these blocks of a slide appear in exactly this order. */
export function setEntries(slideId: SlideId, entries: readonly StepEntry[]): Command {
  return (deck) => changeSlide(deck, slideId, (slide) => withEntries(slide, entries))
}

/**
 * Gives blocks a way to appear; null: they are there with the slide. Blocks that had none come last, each on a press.
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
      const known = new Set(entries.map((entry) => entry.block))
      const added = slide.blocks
        .filter((block) => chosen.has(block.id) && !known.has(block.id) && block.frame !== null)
        .map((block): StepEntry => ({ block: block.id, style, start: 'click', delay: defaultDelay }))
      const styled = entries.map((entry) => (chosen.has(entry.block) ? { ...entry, style } : entry))
      return withEntries(slide, [...styled, ...added])
    })
}
