import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../ui/local-settings.ts'
import { useSite, useViewer } from '../data/session-context.tsx'
import styles from './warning-message.module.css'

/** The id of this message among dismissible ones. */
const warningId = 23

const key = 'lectern:warning'

/** The operator's message for signed-in users, until dismissed in this browser. */
export function WarningMessage() {
  const viewer = useViewer()
  const { warning } = useSite()
  const [shown, setShown] = useState(false)
  // Includes the text, so that a new message is shown again.
  const dismissed = `${warningId} ${warning}`
  useEffect(() => setShown(readStored(key) !== dismissed), [dismissed])
  if (!viewer || !warning || !shown) return null
  return (
    <section className={styles.warning} aria-label="Message">
      <p>{warning}</p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        className={styles.close}
        onClick={() => {
          writeStored(key, dismissed)
          setShown(false)
        }}
      />
    </section>
  )
}
