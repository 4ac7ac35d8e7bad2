import { useCallback, useEffect, useState } from 'react'
import type { Received } from '../../../api/contract.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import type { Theme } from './load-themes.ts'
import { themeFailure } from './theme-failure.ts'
import styles from './versions-dialog.module.css'

type Version = Received<typeof themesContracts.versions.output>['results'][number]
type Loaded = readonly Version[] | 'loading' | 'failed'

/** Props of VersionsDialog. */
export interface VersionsDialogProps {
  readonly open: boolean
  readonly theme: Theme
  onClose(): void
  onRestored(theme: Theme): void
}

function useVersions({ id, version }: Theme, open: boolean) {
  const api = useApi()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const load = useCallback(() => {
    void version
    setLoaded('loading')
    api.call(themesContracts.versions, { params: { id } }).then(
      ({ results }) => setLoaded(results),
      () => setLoaded('failed'),
    )
  }, [api, id, version])
  useEffect(() => {
    if (open) load()
  }, [open, load])
  return { loaded, load }
}

/** The saved versions of the theme. A restored one becomes a new version. */
export function VersionsDialog({ open, theme, onClose, onRestored }: VersionsDialogProps) {
  const api = useApi()
  const { loaded, load } = useVersions(theme, open)
  const [busy, setBusy] = useState<number | null>(null)
  const restore = async (version: number) => {
    setBusy(version)
    try {
      onRestored(await api.call(themesContracts.restore, { params: { id: theme.id }, body: { version } }))
      showSuccess('The version is restored')
      onClose()
    } catch (error) {
      showError(themeFailure(error, messages.theme.saveFailed))
    } finally {
      setBusy(null)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="m"
      title="Versions"
      description="Each save is one. Restoring adds another."
    >
      {loaded === 'loading' && <LoadingNotice label="Loading the versions" />}
      {loaded === 'failed' && <FailedNotice text="The versions could not be loaded" onRetry={load} />}
      {typeof loaded !== 'string' && (
        <ol className={styles.list}>
          {loaded.map(({ version, name, user, created_at: savedAt }) => (
            <li key={version} className={styles.version}>
              <div className={styles.words}>
                <b>{name}</b>
                <span>
                  {formatDateTime(savedAt)}, {user ? displayName(user) : 'somebody who left'}
                </span>
              </div>
              {version === theme.version ? (
                <span className={styles.now}>Now</span>
              ) : (
                <Button size="s" busy={busy === version} onClick={() => void restore(version)}>
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
