import { useId, useRef, useState } from 'react'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { genericError } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import { deviceNames } from './device-name.ts'
import type { OwnSession } from './load-account.ts'
import styles from './row-list.module.css'

/** Where a session was used: the teams and hosts. */
function placesText({ places }: OwnSession): string {
  return places.map(({ host, team }) => (team ? `${team} (${host})` : host)).join(', ')
}

interface SessionRowProps {
  session: OwnSession
  /** The device, distinct in the list. */
  device: string
  /** Whether it is being ended. */
  isBusy: boolean
  onEnd: () => void
}

function SessionRow({ session, device, isBusy, onEnd }: SessionRowProps) {
  const id = useId()
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          {device}
          {session.current && <span className={styles.mark}>This one</span>}
        </p>
        <p id={id} className={styles.facts}>
          {placesText(session)} · {session.address} · last seen <Moment time={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button size="s" aria-label={`Sign out ${device}`} aria-describedby={id} busy={isBusy} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The user's sessions, with buttons to end them. */
export function SessionList({ sessions: first }: { sessions: readonly OwnSession[] }) {
  const api = useApi()
  const [shown, setShown] = useState({ first, sessions: first })
  if (shown.first !== first) setShown({ first, sessions: first })
  const { sessions } = shown
  const devices = deviceNames(sessions.map((session) => session.user_agent))
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useFocusFallback(list)
  const [busy, setBusy] = useState<string | null>(null)
  const end = async (id: string, call: () => Promise<unknown>, left: (session: OwnSession) => boolean) => {
    setBusy(id)
    try {
      await call()
      setShown((now) => ({ ...now, sessions: now.sessions.filter(left) }))
      showSuccess('Signed out there')
    } catch {
      showError(genericError())
    }
    setBusy(null)
    keepFocus()
  }
  const endOne = ({ id }: OwnSession) =>
    end(
      id,
      () => api.call(sessionsContracts.endOne, { params: { id } }),
      (other) => other.id !== id,
    )
  const endOthers = () =>
    end(
      'others',
      () => api.call(sessionsContracts.endOthers),
      (session) => session.current,
    )
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Where you are signed in">
        {sessions.map((session, index) => (
          <SessionRow
            key={session.id}
            session={session}
            device={devices[index] ?? ''}
            isBusy={busy === session.id}
            onEnd={() => void endOne(session)}
          />
        ))}
      </ul>
      <div className={styles.section}>
        {sessions.length > 1 && (
          <Button busy={busy === 'others'} onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )}
        <p className={styles.facts}>
          Programs with an API token are not in this list and go on. Delete a token to end its programs.
        </p>
      </div>
    </>
  )
}
