import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { hideFooterAttribute } from '../../document/hide-footer.ts'
import { footerIn, footerMarkup } from '../../document/output/slide-footer.ts'
import { shownNumbers } from '../../document/slide-number.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import type { Footer } from '../../rules/slide-footer.ts'
import { openTheme } from './open-themes.ts'

let last: { readonly key: string; readonly footer: Footer | null } = { key: '', footer: null }

/** The footer of the deck's slides; null: none. */
function deckFooter({ footer, theme_id: themeId }: Pick<DeckSettings, 'footer' | 'theme_id'>): Footer | null {
  const theme = openTheme(themeId)
  const key = `${footer}\n${theme?.footer ?? ''}`
  if (key !== last.key) last = { key, footer: footerIn({ footer }, theme) }
  return last.footer
}

/** The number of a slide in the deck's footer; '' if it shows none. */
export function numberIn(deck: Deck, id: SlideId): string {
  return deckFooter(deck.settings)?.number ? (shownNumbers(deck).get(id) ?? '') : ''
}

/** The footer of a slide as markup; '' if it shows none. */
export function markupOf(slide: Slide, settings: DeckSettings, number: string): string {
  const footer = deckFooter(settings)
  return footer && !(hideFooterAttribute in slide.attributes) ? footerMarkup(footer, number, new Date()) : ''
}
