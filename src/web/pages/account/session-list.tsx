import { useState } from 'react'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { genericError } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { flashNegative, flashPositive } from '../../../ui/flash/flash-store.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useApi } from '../../data/session-context.tsx'
import { deviceName } from './device-name.ts'
import type { OwnSession } from './load-account.ts'
import styles from './session-list.module.css'

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          {deviceName(session.user_agent)}
          {session.current && <span className={styles.current}>This one</span>}
        </p>
        <p className={styles.facts}>
          {session.address} · last seen <Moment time={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button size="s" onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The places where one is signed in, each to be ended. */
export function SessionList({ sessions: first }: { sessions: readonly OwnSession[] }) {
  const api = useApi()
  const [shown, setShown] = useState({ first, sessions: first })
  if (shown.first !== first) setShown({ first, sessions: first })
  const { sessions } = shown
  const end = async (call: Promise<unknown>, left: (session: OwnSession) => boolean) => {
    try {
      await call
      setShown((now) => ({ ...now, sessions: now.sessions.filter(left) }))
      flashPositive('Signed out there')
    } catch {
      flashNegative(genericError())
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
