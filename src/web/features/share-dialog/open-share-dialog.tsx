import '../../../ui/fonts.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createApiClient } from '../../../api/client.ts'
import type { SharePage } from '../../../api/deck-pages/shared-deck.ts'
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx'
import { ToastHost } from '../../../ui/toast/toast-host.tsx'
import { TooltipProvider } from '../../../ui/tooltip.tsx'
import { browserTransport } from '../../data/browser-transport.ts'
import { ShareDialog } from './share-dialog.tsx'

function Opened({ page, onPublished, onClosed }: { page: SharePage; onPublished: () => void; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [api] = useState(() => createApiClient(browserTransport()))
  return <ShareDialog {...page} {...{ api, open, onPublished, onClosed }} onClose={() => setOpen(false)} />
}

/** Opens the share dialog on a page without React; unmounts it after closing. */
export function openShareDialog(page: SharePage, onPublished: () => void): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const onClosed = (): void => {
    root.unmount()
    container.remove()
  }
  root.render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <Opened {...{ page, onPublished, onClosed }} />
        <ToastHost />
        <DialogHost />
      </TooltipProvider>
    </CSPProvider>,
  )
}
