import { Cloud, RefreshCw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { DeckStorage } from '../../../api/file-storage/contract.ts'
import { storageName } from '../../../rules/file-storage.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import styles from './file-storage.module.css'
import { SyncState } from './sync-state.tsx'
import { type LoadedStorage, useDeckStorage } from './use-deck-storage.ts'

/** Props of DeckSync. */
export interface DeckSyncProps {
  readonly api: ApiClient
  readonly deckId: number
  /** Runs before a sync, such as a save; false: it is not started. */
  readonly beforeStart?: () => Promise<boolean>
}

function Offer({ storage, children }: { storage: DeckStorage; children: ReactNode }) {
  const place = storage.account?.email ? `in the ${storageName} of ${storage.account.email}` : `in your ${storageName}`
  return (
    <>
      <p className={styles.about}>
        Keep a copy {place}: a ZIP that Lectern reads back, with speaker notes and hidden slides, and a PDF as your
        audience sees it. Both are renewed some minutes after each change.
      </p>
      {children}
    </>
  )
}

function Connect({ storage, label }: { storage: DeckStorage; label: string }) {
  return (
    <ButtonLink to={storage.connect_url} reloadDocument icon={<Cloud size={16} aria-hidden />}>
      {label}
    </ButtonLink>
  )
}

interface ControlsProps {
  readonly storage: DeckStorage
  readonly busy: boolean
  readonly onStart: () => void
  readonly onStop: () => void
}

/** What a deck without a sync offers. */
function BeginControls({ storage, busy, onStart }: ControlsProps) {
  if (!storage.account) return <Connect storage={storage} label={`Connect ${storageName}`} />
  if (storage.account.ended) return <Connect storage={storage} label="Connect again" />
  return (
    <Button busy={busy} icon={<Cloud size={16} aria-hidden />} onClick={onStart}>
      Sync this deck
    </Button>
  )
}

/** What a synced deck offers. */
function SyncControls({ storage, busy, onStart, onStop }: ControlsProps) {
  const { account, sync } = storage
  return (
    <div className={styles.buttons}>
      {account?.ended && <Connect storage={storage} label="Connect again" />}
      {account?.ended === false && sync?.state !== 'syncing' && (
        <Button busy={busy} icon={<RefreshCw size={16} aria-hidden />} onClick={onStart}>
          {sync?.state === 'failed' ? 'Try again' : 'Sync now'}
        </Button>
      )}
      <Button onClick={onStop}>Stop syncing</Button>
    </div>
  )
}

function Content({
  loaded,
  onReload,
  ...controls
}: Omit<ControlsProps, 'storage'> & {
  readonly loaded: LoadedStorage
  readonly onReload: () => void
}) {
  if (loaded.state === 'loaded') {
    const { sync } = loaded
    return sync ? (
      <>
        <SyncState sync={sync} />
        <SyncControls storage={loaded} {...controls} />
      </>
    ) : (
      <Offer storage={loaded}>
        <BeginControls storage={loaded} {...controls} />
      </Offer>
    )
  }
  if (loaded.state === 'loading') return <Spinner small label={`Loading the state of ${storageName}`} />
  return (
    <>
      <p className={styles.failed} role="alert">
        This could not be loaded.
      </p>
      <Button onClick={onReload}>Try again</Button>
    </>
  )
}

/** Keeps a copy of the deck at the file storage: connects it, begins and stops the sync, and shows its state. */
export function DeckSync({ api, deckId, beforeStart }: DeckSyncProps) {
  const { loaded, busy, load, sync, stop } = useDeckStorage(api, deckId)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section)
  const start = async () => {
    if ((await beforeStart?.()) !== false) await sync()
    keepFocus()
  }
  const end = async () => {
    await stop()
    keepFocus()
  }
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="deck-file-storage">
      <h3 id="deck-file-storage" className={styles.title}>
        {storageName}
      </h3>
      <Content
        {...{ loaded, busy }}
        onReload={() => void load()}
        onStart={() => void start()}
        onStop={() => void end()}
      />
    </section>
  )
}
