import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSite, useViewer } from '../data/session-context.tsx'
import { dismissWarning, isDismissed } from './warning-dismissal.ts'
import styles from './warning-message.module.css'

/** The operator's message for signed-in users, until dismissed in this browser. */
export function WarningMessage() {
  const viewer = useViewer()
  const { warning } = useSite()
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(warning !== null && !isDismissed(warning)), [warning])
  if (!viewer || !warning || !shown) return null
  return (
    <section className={styles.warning} aria-label="Message">
      <p>{warning}</p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        className={styles.close}
        onClick={() => {
          dismissWarning(warning)
          setShown(false)
        }}
      />
    </section>
  )
}
