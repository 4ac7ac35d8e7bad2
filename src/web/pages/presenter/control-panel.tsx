import { ExternalLink, Play, Users } from 'lucide-react'
import type { ApiClient } from '../../../api/client.ts'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { LiveSnapshot } from '../../../realtime/live/client.ts'
import { messages } from '../../../rules/messages.ts'
import { retryText } from '../../../rules/toasts.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { areaFailed } from '../../features/live/area-failed.ts'
import { ConnectionTrouble } from '../../features/live/connection-trouble.tsx'
import { RefusalMessage } from '../../features/live/refusal-message.tsx'
import type { PresentOptions, StageState } from '../../features/live/stage-state.ts'
import { LiveLink } from './live-link.tsx'
import styles from './presenter-page.module.css'
import type { LiveAddress } from './use-live-address.ts'

export interface ControlPanelProps {
  data: PresenterPageData
  api: ApiClient
  state: StageState
  live: LiveSnapshot | null
  fullscreen: boolean
  onFullscreen: (on: boolean) => void
  shown: LiveAddress
  onOption: <K extends keyof PresentOptions>(key: K, value: boolean) => void
  onStart: () => void
  onSpeakerView: () => void
}

/** Options labeled inversely: a stored `true` means shown, the label says hide. */
const options: readonly { readonly key: keyof PresentOptions; readonly label: string; readonly hint: string }[] = [
  { key: 'present_controls', label: 'Hide controls', hint: 'No arrows on the slides' },
  { key: 'present_notes', label: 'Hide notes', hint: 'The audience does not see your notes' },
  { key: 'present_upsizing', label: 'Disable upsizing', hint: 'Slides stay at their own size on large screens' },
]

function Connection({ live }: { live: LiveSnapshot | null }) {
  if (live?.refused) {
    return (
      <p className={styles.offline} role="alert">
        <RefusalMessage refused={live.refused} />
      </p>
    )
  }
  if (live?.status === 'connection_lost') {
    return (
      <p className={styles.offline} role="status">
        {live.connection === 'reconnect_failed' ? <ConnectionTrouble /> : messages.connection.lost}.{' '}
        <span aria-live="off">{retryText((live.reconnectIn ?? 0) * 1000)}</span>
      </p>
    )
  }
  if (live?.unanswered) {
    return (
      <p className={styles.offline} role="status">
        {messages.live.reconnecting}
      </p>
    )
  }
  const count = live?.subscribers ?? 0
  return (
    <p className={styles.followers} data-subscribers>
      <Users aria-hidden />
      {count === 1 ? '1 person follows' : `${count} people follow`}
    </p>
  )
}

/** The panel before the presentation starts, and whenever the presenter reopens it. */
export function ControlPanel(props: ControlPanelProps) {
  const { data, api, state, live, fullscreen, onFullscreen, onOption, shown, onStart, onSpeakerView } = props
  const { deck } = data
  return (
    <aside className={styles.panel} aria-label="Presenter" data-panel>
      <header>
        <p>Present</p>
        <h1 title={deck.title}>{deck.title}</h1>
        <AreaBoundary text={areaFailed}>
          <Connection live={live} />
        </AreaBoundary>
      </header>
      <a
        className={styles.speaker}
        href={deck.speakerPath}
        target="_blank"
        rel="noopener"
        data-speaker-link
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onSpeakerView()
        }}
      >
        <span>
          <strong>Speaker view</strong>
          <small>Notes, timer and the next slide, in a window of your own or on your phone</small>
        </span>
        <ExternalLink aria-hidden />
      </a>
      <AreaBoundary text={areaFailed}>
        <LiveLink {...{ data, api, shown }} />
      </AreaBoundary>
      <div className={styles.options}>
        <Switch
          label="Fullscreen"
          hint="When the presentation starts"
          checked={fullscreen}
          onChange={(event) => onFullscreen(event.target.checked)}
        />
        {options.map(({ key, label, hint }) => (
          <Switch
            key={key}
            label={label}
            hint={key === 'present_notes' && !deck.sharesNotes ? 'This deck does not share its notes' : hint}
            checked={!state[key]}
            onChange={(event) => onOption(key, !event.target.checked)}
          />
        ))}
      </div>
      <footer>
        <Button variant="lamp" size="l" wide icon={<Play />} onClick={onStart} data-start>
          Start presentation
        </Button>
        <a className={styles.leave} href={deck.path}>
          End and go back to the deck
        </a>
      </footer>
    </aside>
  )
}
