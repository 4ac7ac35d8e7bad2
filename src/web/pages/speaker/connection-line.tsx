import { Users, WifiOff } from 'lucide-react'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'
import { retryText } from '../../../rules/toasts.ts'
import { ConnectionTrouble } from '../../features/live/connection-trouble.tsx'
import { RefusalMessage } from '../../features/live/refusal-message.tsx'
import styles from './connection-line.module.css'

/** The number of followers, or the connection's problem. */
export function ConnectionLine({ live, onTakeOver }: { live: LiveSnapshot | null; onTakeOver: () => void }) {
  if (!live) return null
  if (live.refused) {
    return (
      <p className={styles.offline} role="alert">
        <WifiOff aria-hidden /> <RefusalMessage refused={live.refused} />
      </p>
    )
  }
  const isUp = live.connection === 'connected' || live.connection === 'reconnected'
  // A socket that seems open may have lost its server: then moves get no answer.
  if (isUp ? live.unanswered : live.connection === 'disconnected' && live.status === 'none') {
    return (
      <p className={styles.offline} data-connection="lost">
        <WifiOff aria-hidden /> <span className={styles.brief}>{messages.live.reconnecting}</span>
      </p>
    )
  }
  if (!isUp) {
    return (
      <p className={styles.offline} role="status" data-connection="lost">
        <WifiOff aria-hidden />
        {live.connection === 'reconnect_failed' ? (
          <span>
            <ConnectionTrouble />
          </span>
        ) : (
          messages.connection.lost
        )}
        <span className={styles.retry} aria-live="off">
          {retryText((live.reconnectIn ?? 0) * 1000)}
        </span>
      </p>
    )
  }
  return (
    <>
      <p className={styles.followers} data-subscribers title="People who follow live">
        <Users aria-hidden /> <span>{live.subscribers}</span>
        <span className="spoken-only">{live.subscribers === 1 ? ' person follows' : ' people follow'}</span>
      </p>
      {!live.publishing && (
        <button type="button" className={styles.takeOver} onClick={onTakeOver}>
          Somebody else presents. Present here
        </button>
      )}
    </>
  )
}
