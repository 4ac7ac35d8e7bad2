import { useState } from 'react'
import type { ImportAnswer, ImportRemark } from '../../../api/imports/contract.ts'
import { deckUrl } from '../../../rules/deck-url.ts'
import type { PdfMode } from '../../../rules/import-formats.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { useApi } from '../../data/session-context.tsx'
import { ImportProgress } from './import-parts.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportSources } from './import-sources.tsx'
import { createImport, isRunning } from './run-import.ts'
import type { ImportSource } from './send-import.ts'

function countOf({ slide_count: count }: ImportAnswer): string {
  return count === 1 ? 'One slide' : `${count} slides`
}

/** The path of the new deck's editor, which offers blocks; the user's own decks are on this host. */
function editPath({ deck }: ImportAnswer): string | null {
  return deck && `${deckUrl({ username: deck.user.username, slug: deck.slug, id: deck.id }, { view: 'edit' })}?imported`
}

/** Opens the editor at the slide of a remark. */
function showLink(address: string | null, { slide, slide_id: id }: ImportRemark) {
  if (address === null || id === null) return null
  return (
    <ButtonLink to={`${address}&slide=${id}`} reloadDocument size="s" aria-label={`Show slide ${slide}`}>
      Show
    </ButtonLink>
  )
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
  const state = useStore(runner.state)
  const start = async (source: ImportSource, pdf: PdfMode): Promise<void> => {
    await runner.start(source, { pdf, mode: 'new' })
    if (runner.state.get().kind === 'finished') onImported()
  }
  const close = () => {
    runner.cancel()
    onClose()
  }
  const finished = state.kind === 'finished' ? state.result : null
  const address = finished && editPath(finished)
  // Null, so that the dialog leaves no room for an empty report.
  const report = finished && finished.report.length > 0 && (
    <ImportReport report={finished.report} showSlide={(remark) => showLink(address, remark)} />
  )
  const body = finished ? (
    report
  ) : (
    <>
      <ImportSources
        error={state.kind === 'idle' ? state.error : null}
        onSource={(source, pdf) => void start(source, pdf)}
        hidden={state.kind !== 'idle'}
      />
      {isRunning(state) && <ImportProgress state={state} />}
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={close}
      title={finished ? 'Your deck is ready' : 'Import a deck'}
      description={
        finished ? `${countOf(finished)} of ${finished.file_name}` : 'Pages or slides become a new deck of yours.'
      }
      size="m"
      mustAnswer={isRunning(state)}
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
      {body}
    </Dialog>
  )
}
