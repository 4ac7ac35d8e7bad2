import { watchHeader } from '../../../frame/header-visibility.ts'
import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'

/**
 * Shows the site's header when the pointer is near the top. The frame gets the pointer events over the deck, so a strip
 * at the window's top catches them. The deck reports when the pointer is back over it.
 */
export function showHeaderNearTop(view: DeckView | null): void {
  const header = find('[data-site-header]')
  if (!header) return
  watchHeader(header)
  view?.onPointer(() => {
    const inUse = header.contains(document.activeElement) || header.querySelector('details[open]') !== null
    if (window.scrollY === 0 && !inUse) header.dataset.shown = 'false'
  })
}
