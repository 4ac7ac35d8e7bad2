import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSite, useViewer } from '../data/session-context.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { readStored, writeStored } from '../ui/local-settings.ts'
import styles from './warning-message.module.css'

/** The id of the message that is current; a person who dismissed this one sees the next. */
export const warningId = 23

const key = 'lectern:warning'

/** A line from the people who run the instance, for signed-in people, until it is dismissed in this browser. */
export function WarningMessage() {
  const viewer = useViewer()
  const { warning } = useSite()
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(readStored(key) !== String(warningId)), [])
  if (!viewer || !warning || !shown) return null
  return (
    <section className={styles.warning} aria-label="Message">
      <p>{warning}</p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        className={styles.close}
        onClick={() => {
          writeStored(key, String(warningId))
          setShown(false)
        }}
      />
    </section>
  )
}
