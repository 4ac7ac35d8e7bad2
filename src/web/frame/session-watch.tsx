import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './session-watch.module.css'

/** How a session ended, and what gets another. */
export interface SessionEnd {
  readonly title: string
  readonly description: string
  /** Label and path of the link to where the user gets another session. */
  readonly action: string
  readonly href: string
}

const expiry: SessionEnd = {
  title: messages.session.expired,
  description: 'You have been signed out. Sign in again in a new tab, then come back: everything here waits for you.',
  ...{ action: 'Sign in in a new tab', href: '/users/sign_in' },
}

/** Props of SessionWatch. */
export interface SessionWatchProps {
  /**
   * Asks the server whether the user is still signed in; false if signing in again is needed. Throws if the call fails,
   * since the answer is unknown then.
   */
  check: () => Promise<boolean>
  /** Set after a call was refused with 401: checks at once instead of at the next interval. */
  doubtful?: boolean
  /** How the session ended, unless it expired. */
  end?: SessionEnd | undefined
}

/**
 * Checks the session every minute, and whenever the window is focused. If it has ended, shows a dialog until the user has
 * signed in again in another tab. Unsaved work on the page is not lost meanwhile.
 */
export function SessionWatch({ check, doubtful = false, end = expiry }: SessionWatchProps) {
  const [expired, setExpired] = useState(false)
  const [checking, setAsking] = useState(false)
  const latest = useRef(check)
  latest.current = check
  const recheck = useCallback(async () => {
    setAsking(true)
    try {
      setExpired(!(await latest.current()))
    } catch {
      // Offline, or the server is restarting: the next check decides.
    } finally {
      setAsking(false)
    }
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void recheck(), timings.sessionCheck)
    return () => clearInterval(timer)
  }, [recheck])
  useEffect(() => {
    if (doubtful) void recheck()
  }, [doubtful, recheck])
  useEffect(() => {
    if (!expired) return
    const onVisible = () => !document.hidden && void recheck()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
    }
  }, [expired, recheck])
  return (
    <Dialog
      open={expired}
      onClose={() => undefined}
      mustAnswer
      opensItself
      title={end.title}
      description={end.description}
      actions={
        <>
          <a className={styles.link} href={end.href} target="_blank" rel="noopener">
            {end.action}
          </a>
          <Button variant="primary" busy={checking} onClick={() => void recheck()}>
            Retry
          </Button>
        </>
      }
    />
  )
}
