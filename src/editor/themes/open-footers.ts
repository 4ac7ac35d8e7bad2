import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { createStore } from '../../ui/store.ts'
import { openTheme } from './open-themes.ts'

type Footers = typeof import('./deck-footer.ts')

/** The code that draws footers; null until it is loaded, for the first deck with a footer. */
export const openFooters = createStore<Footers | null>(null)

let loading: Promise<void> | null = null

/** Resolves when the footers of a deck with these settings can be drawn; a deck is shown without if that fails. */
export function loadFooters(settings: DeckSettings): Promise<void> {
  if (openFooters.get() || !hasFooter(settings)) return Promise.resolve()
  loading ??= import('./deck-footer.ts').then(
    (footers) => openFooters.set(footers),
    () => {
      loading = null
    },
  )
  return loading
}

/** Whether a deck or its theme has parts of a footer. */
export function hasFooter({ footer, theme_id: themeId }: DeckSettings): boolean {
  return footer !== '' || (openTheme(themeId)?.footer ?? '') !== ''
}

function footersOf(settings: DeckSettings): Footers | null {
  if (!hasFooter(settings)) return null
  void loadFooters(settings)
  return openFooters.get()
}

/** The number of a slide in the deck's footer; '' if it shows none. */
export function footerNumber(deck: Deck, id: SlideId): string {
  return footersOf(deck.settings)?.numberIn(deck, id) ?? ''
}

/** The footer of a slide as markup; '' if it shows none. */
export function slideFooter(slide: Slide, settings: DeckSettings, number: string): string {
  return footersOf(settings)?.markupOf(slide, settings, number) ?? ''
}
