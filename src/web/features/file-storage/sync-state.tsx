import { CircleAlert, CloudCheck, CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeckSync } from '../../../api/file-storage/contract.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './file-storage.module.css'

const icons: Readonly<Record<DeckSync['state'], ReactNode>> = {
  waiting: <CloudUpload />,
  syncing: <Spinner small immediately />,
  synced: <CloudCheck />,
  failed: <CircleAlert />,
}

function text({ state, error, synced_at: at }: DeckSync): ReactNode {
  if (state === 'failed') return error
  if (state === 'syncing') return 'Syncing'
  if (state === 'synced' && at !== null) {
    return (
      <>
        Synced <Moment time={at} />
      </>
    )
  }
  return 'Changed, will be synced in a few minutes'
}

/** What keeps decks from being synced. */
export function SyncFailure({ text }: { text: string }) {
  return (
    <p className={styles.failed}>
      <span aria-hidden="true">{icons.failed}</span>
      <span role="alert">{text}</span>
    </p>
  )
}

/** Whether a deck is synced, and what keeps it from it. */
export function SyncState({ sync }: { sync: DeckSync }) {
  return (
    <p className={sync.state === 'failed' ? styles.failed : styles.state}>
      <span aria-hidden="true">{icons[sync.state]}</span>
      <span role="status">{text(sync)}</span>
    </p>
  )
}
