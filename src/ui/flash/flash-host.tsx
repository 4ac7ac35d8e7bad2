import { AlertCircle, CheckCircle2, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { retryText } from '../../rules/notifications.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { useStore } from '../store.ts'
import styles from './flash-host.module.css'
import { dismissFlash, type Flash, flashes, holdFlashes, releaseFlashes } from './flash-store.ts'

const icons = { positive: CheckCircle2, negative: AlertCircle, neutral: Info }

/** Seconds until the next attempt, updated while shown. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return <span className={styles.countdown}>{retryText(Math.max(0, until - now))}</span>
}

function FlashItem({ shown }: { shown: Flash }) {
  const Icon = icons[shown.kind]
  const { action } = shown
  return (
    <li className={classNames(styles.flash, styles[shown.kind])} data-kind={shown.kind}>
      <Icon className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>
        {shown.text} {shown.retryAt !== undefined && <Countdown until={shown.retryAt} />}
      </p>
      {action && (
        <Button
          variant="quiet"
          size="s"
          className={styles.action}
          onClick={() => {
            dismissFlash(shown.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        className={styles.close}
        label="Dismiss"
        icon={<X />}
        tooltip={false}
        onClick={() => dismissFlash(shown.id)}
      />
    </li>
  )
}

/** Renders the toasts. Mounted once per app; screen readers announce them, errors immediately. */
export function FlashHost() {
  const all = useStore(flashes)
  useEffect(() => {
    const hiddenOrShown = () => (document.hidden ? holdFlashes() : releaseFlashes())
    document.addEventListener('visibilitychange', hiddenOrShown)
    return () => document.removeEventListener('visibilitychange', hiddenOrShown)
  }, [])
  return (
    <section
      className={styles.host}
      aria-label="Notifications"
      aria-live="polite"
      data-notifications
      onPointerEnter={holdFlashes}
      onPointerLeave={releaseFlashes}
    >
      <ul className={styles.list}>
        {all.map((shown) => (
          <FlashItem key={shown.id} shown={shown} />
        ))}
      </ul>
    </section>
  )
}
