import { genericError } from '../../../../rules/messages.ts'
import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'
import { showToast } from './toast.ts'

/** Prints the frame's document, which has the sheets. Handles Ctrl+P too, since the browser would print this page. */
export function enablePrint(view: DeckView): void {
  const button = find<HTMLButtonElement>('[data-print]')
  const stage = find('[data-sheets]')
  if (!button || !stage) return
  // For printing by the browser's menu: the frame gets the full height of all sheets.
  const height = Number(stage.dataset.sheets ?? 1) * Number(stage.dataset.sheetHeight)
  stage.style.setProperty('--sheets-height', `${height}px`)
  view.onReady((count) => {
    button.disabled = count === 0
    document.documentElement.classList.add('printable')
  })
  view.onError((code) => {
    if (code !== 'start-failed') showToast(genericError(), 'negative')
  })
  button.addEventListener('click', () => view.print())
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!button.disabled) view.print()
  })
}
