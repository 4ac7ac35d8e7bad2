import { useState } from 'react'
import type { ImportAnswer } from '../../../api/imports/contract.ts'
import { deckUrl } from '../../../rules/deck-url.ts'
import type { PdfMode } from '../../../rules/import-formats.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './import-parts.module.css'
import { ImportDrop, ImportProgress, ImportReport, PdfChoice } from './import-parts.tsx'
import { createImport } from './run-import.ts'

function countOf({ slide_count: count }: ImportAnswer): string {
  return count === 1 ? 'One slide' : `${count} slides`
}

/** The path of the new deck's editor; the user's own decks are on this host. */
function editPath({ deck }: ImportAnswer): string | null {
  return deck && deckUrl({ username: deck.user.username, slug: deck.slug, id: deck.id }, { view: 'edit' })
}

export interface ImportDialogProps {
  open: boolean
  onClose: () => void
  /** A new deck was made. */
  onImported: () => void
}

/** Imports a file as a new deck. */
export function ImportDialog({ open, onClose, onImported }: ImportDialogProps) {
  const api = useApi()
  const [runner] = useState(() => createImport(api))
  const [pdf, setPdf] = useState<PdfMode>('pictures')
  const state = useStore(runner.state)
  const start = async (chosen: File): Promise<void> => {
    await runner.start(chosen, { pdf, mode: 'new' })
    if (runner.state.get().kind === 'finished') onImported()
  }
  const close = () => {
    runner.cancel()
    onClose()
  }
  const finished = state.kind === 'finished' ? state.result : null
  const running = state.kind === 'sending' || state.kind === 'reading'
  const address = finished && editPath(finished)
  return (
    <Dialog
      open={open}
      onClose={close}
      title={finished ? 'Your deck is ready' : 'Import a deck'}
      description={
        finished ? `${countOf(finished)} of ${finished.file_name}` : 'Its pages or slides become a new deck of yours.'
      }
      size="m"
      mustAnswer={running}
      actions={
        <>
          <Button onClick={close}>{finished ? 'Close' : 'Cancel'}</Button>
          {address && (
            <ButtonLink to={address} reloadDocument variant="primary">
              Open the deck
            </ButtonLink>
          )}
        </>
      }
    >
      {state.kind === 'idle' && (
        <>
          <ImportDrop error={state.error} onFile={(file) => void start(file)} />
          <div className={styles.options}>
            <PdfChoice value={pdf} onChange={setPdf} />
          </div>
        </>
      )}
      {running && <ImportProgress state={state} name={state.name} />}
      {finished && <ImportReport report={finished.report} />}
    </Dialog>
  )
}
