import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './session-watch.module.css'

/** Props of SessionWatch. */
export interface SessionWatchProps {
  /** Asks the server whether the person is still signed in. A call that fails says nothing about it: it throws. */
  check: () => Promise<boolean>
  /** A call was refused as if the session had ended: look at once instead of at the next minute. */
  doubtful?: boolean
}

/**
 * Asks every minute, and whenever the window is looked at again, whether the session still lives. When it does not, a
 * popup says so and stays until the person has signed in again (in another tab) or leaves the page: what they were
 * doing is not lost meanwhile.
 */
export function SessionWatch({ check, doubtful = false }: SessionWatchProps) {
  const [expired, setExpired] = useState(false)
  const [asking, setAsking] = useState(false)
  const latest = useRef(check)
  latest.current = check
  const look = useCallback(async () => {
    setAsking(true)
    try {
      setExpired(!(await latest.current()))
    } catch {
      // Offline or a server that restarts: the next look will tell.
    } finally {
      setAsking(false)
    }
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void look(), timings.sessionCheck)
    return () => clearInterval(timer)
  }, [look])
  useEffect(() => {
    if (doubtful) void look()
  }, [doubtful, look])
  useEffect(() => {
    if (!expired) return
    const seen = () => !document.hidden && void look()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', seen)
    }
  }, [expired, look])
  return (
    <Dialog
      open={expired}
      onClose={() => undefined}
      insists
      unasked
      title={messages.session.expired}
      description="You have been signed out. Sign in again in a new tab, then come back: everything here waits for you."
      actions={
        <>
          <a className={styles.link} href="/users/sign_in" target="_blank" rel="noopener">
            Sign in in a new tab
          </a>
          <Button variant="primary" busy={asking} onClick={() => void look()}>
            Retry
          </Button>
        </>
      }
    />
  )
}
