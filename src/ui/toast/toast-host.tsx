import { AlertCircle, CheckCircle2, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { retryText } from '../../rules/toasts.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { useMarkPage } from '../mark-page.ts'
import { useStore } from '../store.ts'
import styles from './toast-host.module.css'
import { dismissToast, pauseToasts, resumeToasts, type Toast, toasts } from './toast-store.ts'

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

function ToastItem({ shown }: { shown: Toast }) {
  const Icon = icons[shown.kind]
  const { action } = shown
  return (
    <li className={classNames(styles.toast, styles[shown.kind])} data-kind={shown.kind}>
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
            dismissToast(shown.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        className={styles.close}
        label="Close message"
        icon={<X />}
        tooltip={false}
        onClick={() => dismissToast(shown.id)}
      />
    </li>
  )
}

/** Props of ToastHost. */
export interface ToastHostProps {
  /** Whether the next toasts stand at the upper edge of the window; asked when the first of them is shown. */
  standsAtTop?: () => boolean
}

/** Renders the toasts. Mounted once per app; screen readers announce them, errors immediately. */
export function ToastHost({ standsAtTop }: ToastHostProps) {
  const all = useStore(toasts)
  const isShown = all.length > 0
  const [place, setPlace] = useState({ isShown, isTop: false })
  if (place.isShown !== isShown) setPlace({ isShown, isTop: isShown && standsAtTop?.() === true })
  useMarkPage('toasts', isShown && !place.isTop)
  useEffect(() => {
    const hiddenOrShown = () => (document.hidden ? pauseToasts() : resumeToasts())
    document.addEventListener('visibilitychange', hiddenOrShown)
    return () => document.removeEventListener('visibilitychange', hiddenOrShown)
  }, [])
  return (
    <section
      className={classNames(styles.host, place.isTop && styles.top)}
      aria-label="Notifications"
      aria-live="polite"
      data-notifications
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
    >
      <ul className={styles.list}>
        {all.map((shown) => (
          <ToastItem key={shown.id} shown={shown} />
        ))}
      </ul>
    </section>
  )
}
