import type { DeckSettings } from '../../rules/deck-columns.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'

/** The size of the deck's slides as custom properties, for the styles that reveal.js does not set itself. */
export function slideVariables({
  slide_size,
}: Pick<DeckSettings, 'slide_size'>): Readonly<Record<`--${string}`, string>> {
  const { width, height } = slideSizeOf(slide_size)
  return { '--l-slide-width': `${width}px`, '--l-slide-height': `${height}px` }
}

/** The same as a style sheet for the whole document. */
export function slideVariablesCss(settings: Pick<DeckSettings, 'slide_size'>): string {
  const declarations = Object.entries(slideVariables(settings)).map(([name, value]) => `${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}
