import '../../../../ui/fonts.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { createApiClient } from '../../../../api/client.ts'
import { scrollToElement } from '../../../../ui/scroll-to.ts'
import { TooltipProvider } from '../../../../ui/tooltip.tsx'
import { browserTransport } from '../../../data/browser-transport.ts'
import { type CommentsPlace, PublicComments } from '../../../features/public-comments/public-comments.tsx'
import { find, type PageScriptData } from './page-script-data.ts'
import { showToast } from './toast.ts'

let root: Root | null = null

/** Opens the comments below the deck and moves there, or closes them. */
export function toggleComments({ deckId }: PageScriptData): void {
  const [section, button] = [find('[data-public-comments]'), find('[data-comments]')]
  if (!section || !button) return
  section.hidden = !section.hidden
  button.setAttribute('aria-expanded', String(!section.hidden))
  if (!root) {
    const place = JSON.parse(section.dataset.publicComments ?? '{}') as Omit<CommentsPlace, 'deckId'>
    const api = createApiClient(browserTransport())
    const opened = createRoot(section)
    root = opened
    // At once: a jump to an empty section would end above it.
    flushSync(() =>
      opened.render(
        <CSPProvider disableStyleElements>
          <TooltipProvider>
            <PublicComments api={api} place={{ ...place, deckId }} notify={showToast} />
          </TooltipProvider>
        </CSPProvider>,
      ),
    )
  }
  if (section.hidden) return
  // Below the site's header.
  void scrollToElement(section, { offset: -(find('[data-site-header]')?.offsetHeight ?? 0) })
  section.focus({ preventScroll: true })
}
