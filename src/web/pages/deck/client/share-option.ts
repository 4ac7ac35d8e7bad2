import { genericError } from '../../../../rules/messages.ts'
import type { PageScriptData } from './page-script-data.ts'
import { shownVisibility, showVisibility } from './shown-visibility.ts'
import { showToast } from './toast.ts'

/** Whether the URL asks to open the dialog, as links of embedded decks do. Removes that parameter. */
function takeShareQuery(): boolean {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('share')) return false
  address.searchParams.delete('share')
  history.replaceState(history.state, '', address)
  return true
}

/** Opens the share dialog. Loaded with the first click, so that it delays no page load. */
export function enableShare({ share }: PageScriptData): void {
  if (!share) return
  let busy = false
  const open = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      const { openShareDialog } = await import('../../../features/share-dialog/open-share-dialog.tsx')
      const visibility = shownVisibility() ?? share.deck.visibility
      openShareDialog({ ...share, deck: { ...share.deck, visibility } }, () => showVisibility('all'))
    } catch {
      showToast(genericError(), 'negative')
    } finally {
      busy = false
    }
  }
  if (takeShareQuery()) void open()
  openOnClick('[data-share-dialog]', open)
}

/** Opens a dialog, or a part of the page, on a click on these buttons. */
export function openOnClick(selector: string, open: () => Promise<void>): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.addEventListener('click', () => {
      const menu = button.closest('details')
      if (menu) {
        // Focuses the menu's summary first: on close the dialog restores the focus, and the button is then hidden.
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
      void open()
    })
  }
}
