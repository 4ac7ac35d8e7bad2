import { Cloud } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import {
  type ConnectedAccount,
  fileStorageContracts as contracts,
  type ListedSync,
  type OwnStorage,
} from '../../../api/file-storage/contract.ts'
import { connectStorageUrl, storageMessages, storageName } from '../../../rules/file-storage.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRemoval } from '../../data/removal.ts'
import { useApi } from '../../data/session-context.tsx'
import { SyncFailure, SyncState } from '../../features/file-storage/sync-state.tsx'
import { useConnectResult } from '../../features/file-storage/use-connect-result.ts'
import styles from './row-list.module.css'

function Connect({ label }: { label: string }) {
  return (
    <ButtonLink to={connectStorageUrl('/users/edit?dropbox=connected#file-storage')} reloadDocument icon={<Cloud />}>
      {label}
    </ButtonLink>
  )
}

function AccountRow(props: { account: ConnectedAccount; isBusy: boolean; onDisconnect: () => void }) {
  const { account, isBusy, onDisconnect } = props
  const { name, email } = account
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{name ?? email ?? storageName}</p>
        <p className={styles.facts}>
          {name !== null && email !== null && `${email} · `}
          connected <Moment time={account.connected_at} />
        </p>
      </div>
      <Button size="s" busy={isBusy} onClick={onDisconnect}>
        Disconnect
      </Button>
    </li>
  )
}

/** The last successful sync, shown while no account is connected. */
function LastSync({ at }: { at: string | null }) {
  return (
    <p className={styles.facts}>
      {at === null ? (
        'Not synced yet'
      ) : (
        <>
          Synced <Moment time={at} />
        </>
      )}
    </p>
  )
}

function SyncRow(props: { sync: ListedSync; isBusy: boolean; ended: boolean; onStop: () => void }) {
  const { sync, isBusy, ended, onStop } = props
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          <PageLink to={sync.url} reloadDocument>
            {sync.title}
          </PageLink>
        </p>
        {ended ? <LastSync at={sync.synced_at} /> : <SyncState sync={sync} />}
      </div>
      <Button size="s" aria-label={`Stop syncing ${sync.title}`} busy={isBusy} onClick={onStop}>
        Stop syncing
      </Button>
    </li>
  )
}

/** The file storage of the user: the connected account, and the decks that are synced. */
export function FileStorageSection({ storage: first }: { storage: OwnStorage }) {
  const api = useApi()
  const [{ account, syncs }, setStorage] = useState(first)
  const [stopping, setStopping] = useState<number | null>(null)
  const { busy, remove } = useRemoval<'account'>()
  const section = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(section)
  useConnectResult()
  const disconnect = async () => {
    const question = {
      title: `Disconnect ${storageName}?`,
      text: 'No deck is synced anymore. The files that are there stay.',
      action: 'Disconnect',
    }
    await remove('account', {
      question,
      call: () => api.call(contracts.disconnect),
      onDone() {
        setStorage((now) => ({ ...now, account: null, syncs: [] }))
        showSuccess(`${storageName} is disconnected`)
      },
    })
    keepFocus()
  }
  const stop = async ({ deck_id: id }: ListedSync) => {
    setStopping(id)
    try {
      await api.call(contracts.stop, { params: { id: String(id) } })
      setStorage((now) => ({ ...now, syncs: now.syncs.filter((one) => one.deck_id !== id) }))
    } catch (error) {
      showError(failureText(error))
    }
    setStopping(null)
    keepFocus()
  }
  return (
    <div ref={section} tabIndex={-1} className={styles.section}>
      <p>
        Decks that you sync are kept in your {storageName} as ZIP and PDF, some minutes after each change. Begin in the
        Export window of a deck.
      </p>
      {account?.ended && <SyncFailure text={storageMessages.ended} />}
      {(!account || account.ended) && <Connect label={account ? 'Connect again' : `Connect ${storageName}`} />}
      {account && (
        <ul className={styles.list}>
          <AccountRow account={account} isBusy={busy !== null} onDisconnect={() => void disconnect()} />
          {syncs.map((sync) => (
            <SyncRow
              key={sync.deck_id}
              sync={sync}
              isBusy={stopping === sync.deck_id}
              ended={account.ended}
              onStop={() => void stop(sync)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
