import { WifiOff } from 'lucide-react'
import { useRef } from 'react'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'
import { RefusedWords } from '../../features/live/refused-words.tsx'
import styles from './presenter-page.module.css'

export interface NoticesProps {
  live: LiveSnapshot | null
  /** The deck could not be started. */
  failed: boolean
  /** The presentation has started: the panel is not there to say it. */
  started: boolean
  onTakeOver: () => void
}

function isUp(live: LiveSnapshot): boolean {
  return live.connection === 'connected' || live.connection === 'reconnected'
}

/** What the presenter has to know of a presentation that does not reach its audience, one thing at a time. */
export function Notices({ live, failed, started, onTakeOver }: NoticesProps) {
  // Before the first connection a page is opening, and not offline.
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
          <RefusedWords refused={live.refused} />
        </p>
      )
    )
  }
  if (!isUp(live)) return started && (wasUp.current || live.status === 'connection_lost') && <OfflineSign />
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

/** A small sign on the screen that everybody looks at: its presenter knows it, and nobody else minds it. */
function OfflineSign() {
  return (
    <p className={styles.offlineSign} role="status" title={messages.connection.lost} data-offline>
      <WifiOff aria-hidden />
      <span className="spoken-only">{messages.connection.lost}</span>
    </p>
  )
}
