import { useState } from 'react'
import { createApiClient } from '../../../api/client.ts'
import type { SharePage } from '../../../api/deck-pages/shared-deck.ts'
import { mountDialog } from '../../../ui/dialogs/mount-dialog.tsx'
import { browserTransport } from '../../data/browser-transport.ts'
import { ShareDialog } from './share-dialog.tsx'

function Opened({ page, onPublished, onClosed }: { page: SharePage; onPublished: () => void; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [api] = useState(() => createApiClient(browserTransport()))
  return <ShareDialog {...page} {...{ api, open, onPublished, onClosed }} onClose={() => setOpen(false)} />
}

/** Opens the share dialog on a page without React. */
export function openShareDialog(page: SharePage, onPublished: () => void): void {
  mountDialog((onClosed) => <Opened {...{ page, onPublished, onClosed }} />)
}
