import { blocks } from '../../../blocks/index.ts'
import type { Deck } from '../../../document/deck-model.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { titleOf } from '../../../document/slide-title.ts'
import { slideIds } from '../../../document/structure.ts'
import { deckFields } from '../../../rules/deck-columns.ts'
import type { MergedVersions } from './merge-versions.ts'

/** Number of conflicting slides named; the rest are counted. */
const namedSlides = 4

/**
 * Names the slides and settings that both versions changed. `mine`: this editor's deck, which contains every
 * conflicting slide. Empty if the versions changed different slides and settings.
 */
export function conflictSummary(
  merged: Pick<MergedVersions, 'conflictingSlides' | 'conflictingSettings'>,
  mine: Deck,
): string[] {
  const order = slideIds(mine)
  const numbers = merged.conflictingSlides.map((id) => order.indexOf(id)).sort((a, b) => a - b)
  const slides = numbers.slice(0, namedSlides).map((index) => {
    const title = titleOf(renderSlide(mine.slides[order[index]!]!, blocks))
    return title === '' ? `Slide ${index + 1}` : `Slide ${index + 1}: ${title}`
  })
  const others = numbers.length - slides.length
  const settings = merged.conflictingSettings.map((name) => `${deckFields[name].label}, where yours is kept`)
  return [...slides, ...(others > 0 ? [`${others} more ${others === 1 ? 'slide' : 'slides'}`] : []), ...settings]
}
