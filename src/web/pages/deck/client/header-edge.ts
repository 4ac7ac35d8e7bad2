import { watchHeader } from '../../../frame/header-visibility.ts'
import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'

/**
 * Shows the site's header when it is wanted. Over the deck the mouse belongs to the frame: a strip at the window's
 * top catches it there, and the deck tells when it is back over the slides.
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
