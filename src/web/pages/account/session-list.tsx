import { useState } from 'react'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { genericError } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import { deviceName } from './device-name.ts'
import type { OwnSession } from './load-account.ts'
import styles from './row-list.module.css'

/** Where a session was used: the teams and hosts. */
function placesText({ places }: OwnSession): string {
  return places.map(({ host, team }) => (team ? `${team} (${host})` : host)).join(', ')
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          {deviceName(session.user_agent)}
          {session.current && <span className={styles.mark}>This one</span>}
        </p>
        <p className={styles.facts}>
          {placesText(session)} · {session.address} · last seen <Moment time={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button size="s" aria-label={`Sign out ${deviceName(session.user_agent)}`} onClick={onEnd}>
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
  const end = async (call: Promise<unknown>, left: (session: OwnSession) => boolean) => {
    try {
      await call
      setShown((now) => ({ ...now, sessions: now.sessions.filter(left) }))
      showSuccess('Signed out there')
    } catch {
      showError(genericError())
    }
  }
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() =>
              void end(
                api.call(sessionsContracts.endOne, { params: { id: session.id } }),
                (other) => other.id !== session.id,
              )
            }
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button onClick={() => void end(api.call(sessionsContracts.endOthers), (session) => session.current)}>
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}
