import { genericError } from '../../../../rules/messages.ts'
import { flash } from './flash.ts'
import { shownVisibility, showVisibility } from './options.ts'
import type { PageScriptData } from './page-script-data.ts'

/** Whether the address asks for the dialog at once, as that of an embedded deck does; afterward it is the deck's again. */
function takeShareQuery(): boolean {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('share')) return false
  address.searchParams.delete('share')
  history.replaceState(history.state, '', address)
  return true
}

/** Opens the share dialog, which comes to the browser with the first click: nobody waits for it who only looks. */
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
      flash(genericError(), 'negative')
    } finally {
      busy = false
    }
  }
  if (takeShareQuery()) void open()
  for (const button of document.querySelectorAll<HTMLElement>('[data-share-dialog]')) {
    button.addEventListener('click', () => {
      const menu = button.closest('details')
      if (menu) {
        // The dialog gives the focus back to where it was: not to a button that its menu has taken away.
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
      void open()
    })
  }
}
