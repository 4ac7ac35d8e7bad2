import { useState } from 'react'
import { mediaContracts } from '../../../api/media/contract.ts'
import type { StorageMeter as Storage } from '../../../rules/storage-meter.ts'
import { Button } from '../../../ui/button.tsx'
import { StorageMeter } from '../../../ui/storage-meter.tsx'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import { openMediaLibrary } from '../../features/media-library/open-media-library.ts'
import styles from './storage-section.module.css'

/** The storage that the user's images and fonts take, and the library to manage them. */
export function StorageSection({ storage }: { storage: Pick<Storage, 'value' | 'total'> }) {
  const [api, viewer, site] = [useApi(), useViewer(), useSite()]
  const [shown, setShown] = useState(storage)
  const manage = async () => {
    if (!viewer) return
    await openMediaLibrary({ api, viewer, site })
    const { storage: now } = await api.call(mediaContracts.list, { query: { per_page: 1 } }).catch(() => ({ storage }))
    setShown(now)
  }
  return (
    <div className={styles.storage}>
      <StorageMeter value={shown.value} total={shown.total} label="Images and fonts you have uploaded" />
      <Button onClick={() => void manage()}>Manage images</Button>
    </div>
  )
}
