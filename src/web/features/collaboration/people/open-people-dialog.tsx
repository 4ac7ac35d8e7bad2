import '../../../../ui/fonts.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createApiClient } from '../../../../api/client.ts'
import { DialogHost } from '../../../../ui/dialogs/dialog-host.tsx'
import { ToastHost } from '../../../../ui/toast/toast-host.tsx'
import { TooltipProvider } from '../../../../ui/tooltip.tsx'
import { browserTransport } from '../../../data/browser-transport.ts'
import { PeopleDialog } from './people-dialog.tsx'
import type { PeoplePage } from './people-page.ts'

function Opened({ page, onClosed }: { page: PeoplePage; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [api] = useState(() => createApiClient(browserTransport()))
  return <PeopleDialog {...page} {...{ api, open, onClosed }} onClose={() => setOpen(false)} />
}

/** Opens the dialog of a deck's people on a page without React; unmounts it after closing. */
export function openPeopleDialog(page: PeoplePage): void {
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
        <Opened {...{ page, onClosed }} />
        <ToastHost />
        <DialogHost />
      </TooltipProvider>
    </CSPProvider>,
  )
}
