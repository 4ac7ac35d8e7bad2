import { genericError } from '../../../../rules/messages.ts'
import type { DeckView } from './deck-view.ts'
import { flash } from './flash.ts'
import { find } from './page-script-data.ts'

/**
 * Prints the document in the frame: it has the pages, this one only holds it. The keys that print do the same, since the
 * browser would print this page.
 */
export function enablePrint(view: DeckView): void {
  const button = find<HTMLButtonElement>('[data-print]')
  const stage = find('[data-sheets]')
  if (!button || !stage) return
  // Whoever prints by the browser's menu gets the frame in its full length, cut where the sheets end.
  stage.style.setProperty('--sheets', stage.dataset.sheets ?? '1')
  view.onReady((count) => {
    button.disabled = count === 0
    document.documentElement.classList.add('printable')
  })
  view.onError((code) => {
    if (code !== 'start-failed') flash(genericError(), 'negative')
  })
  button.addEventListener('click', () => view.print())
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!button.disabled) view.print()
  })
}
