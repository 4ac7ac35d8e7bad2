import { useState } from 'react'
import { createApiClient } from '../../../../api/client.ts'
import { mountDialog } from '../../../../ui/dialogs/mount-dialog.tsx'
import { browserTransport } from '../../../data/browser-transport.ts'
import { PeopleDialog } from './people-dialog.tsx'
import type { PeoplePage } from './people-page.ts'

function Opened({ page, onClosed }: { page: PeoplePage; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [api] = useState(() => createApiClient(browserTransport()))
  return <PeopleDialog {...page} {...{ api, open, onClosed }} onClose={() => setOpen(false)} />
}

/** Opens the dialog of a deck's people on a page without React. */
export function openPeopleDialog(page: PeoplePage): void {
  mountDialog((onClosed) => <Opened {...{ page, onClosed }} />)
}
