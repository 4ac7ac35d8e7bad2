import '../../../ui/fonts.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createApiClient } from '../../../api/client.ts'
import type { SharePage } from '../../../api/deck-pages/shared-deck.ts'
import { AskHost } from '../../../ui/ask/ask-host.tsx'
import { FlashHost } from '../../../ui/flash/flash-host.tsx'
import { TooltipProvider } from '../../../ui/tooltip.tsx'
import { browserTransport } from '../../data/browser-transport.ts'
import { ShareDialog } from './share-dialog.tsx'

function Opened({ page, onPublished, onClosed }: { page: SharePage; onPublished: () => void; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [api] = useState(() => createApiClient(browserTransport()))
  return <ShareDialog {...page} {...{ api, open, onPublished, onClosed }} onClose={() => setOpen(false)} />
}

/** Opens the share dialog on a page that has no React of its own; when it has closed, nothing of it is left. */
export function openShareDialog(page: SharePage, onPublished: () => void): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const onClosed = (): void => {
    root.unmount()
    place.remove()
  }
  root.render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <Opened {...{ page, onPublished, onClosed }} />
        <FlashHost />
        <AskHost />
      </TooltipProvider>
    </CSPProvider>,
  )
}
