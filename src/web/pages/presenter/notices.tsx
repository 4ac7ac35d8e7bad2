import { WifiOff } from 'lucide-react'
import { useRef } from 'react'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'
import { RefusalMessage } from '../../features/live/refusal-message.tsx'
import styles from './presenter-page.module.css'

export interface NoticesProps {
  live: LiveSnapshot | null
  /** Whether the deck could not be started. */
  failed: boolean
  /** Whether the presentation has started: the panel is then hidden. */
  started: boolean
  onTakeOver: () => void
}

function isUp(live: LiveSnapshot): boolean {
  return live.connection === 'connected' || live.connection === 'reconnected'
}

/** Shows the first problem that keeps the presentation from its audience. */
export function Notices({ live, failed, started, onTakeOver }: NoticesProps) {
  // Before the first connection the page is loading, not offline.
  const wasUp = useRef(false)
  if (live && isUp(live)) wasUp.current = true
  if (failed) {
    return (
      <p className={styles.notice} role="alert">
        {messages.live.startFailed}
        <button type="button" onClick={() => window.location.reload()}>
          {messages.live.reload}
        </button>
      </p>
    )
  }
  if (!live) return null
  if (live.refused !== null) {
    return (
      started && (
        <p className={styles.notice} role="alert" data-refused>
          <RefusalMessage refused={live.refused} />
        </p>
      )
    )
  }
  if (!isUp(live) || live.unanswered) {
    return started && (wasUp.current || live.status === 'connection_lost') && <OfflineBadge />
  }
  return (
    !live.publishing && (
      <p className={styles.notice} role="status">
        {messages.live.takenOver}
        <button type="button" onClick={onTakeOver}>
          {messages.live.presentHere}
        </button>
      </p>
    )
  )
}

/** A small badge: the presenter recognizes it, and it does not distract the audience. */
function OfflineBadge() {
  return (
    <p className={styles.offlineSign} role="status" title={messages.connection.lost} data-offline>
      <WifiOff aria-hidden />
      <span className="spoken-only">{messages.connection.lost}</span>
    </p>
  )
}
