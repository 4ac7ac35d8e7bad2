import { watchHeader } from '../../../frame/header-visibility.ts'
import { find } from './page-script-data.ts'

/**
 * Shows the site's header when it is wanted. Over the deck the mouse belongs to the frame, so a strip at the window's
 * top catches it there.
 */
export function showHeaderNearTop(): void {
  const header = find('[data-site-header]')
  const edge = find('[data-header-edge]')
  if (!header) return
  watchHeader(header)
  // Leaving the strip downwards leads into the frame, which tells the page nothing more.
  const away = (event: PointerEvent): void => {
    const to = event.relatedTarget
    if (to instanceof Node && (header.contains(to) || to === edge)) return
    const inside = header.contains(document.activeElement) || header.querySelector('details[open]') !== null
    if (window.scrollY === 0 && !inside) header.dataset.shown = 'false'
  }
  edge?.addEventListener('pointerleave', away)
  header.addEventListener('pointerleave', away)
}
