import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../../ui/local-settings.ts'
import { MOST_MINUTES, type Pace, paceOf, plannedMinutes } from './pace.ts'
import { elapsed, readableTime, restartTimer, toggleTimer } from './talk-timer.ts'
import styles from './time-bar.module.css'
import { useNow, useTalkTimer } from './use-talk-timer.ts'

export interface TimeBarProps {
  deckId: number
  /** Index of the current slide from 0, and how many there are. */
  slide: number
  slides: number
}

/** What the pace is called. */
export function paceWords({ state, by }: Pace): string {
  if (state === 'on-time') return 'On time'
  const time = readableTime(by)
  if (state === 'over') return `${time} over time`
  return state === 'ahead' ? `${time} ahead` : `${time} behind`
}

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** How long the talk has been going, how it keeps to its plan, and what time it is. */
export function TimeBar({ deckId, slide, slides }: TimeBarProps) {
  const [timer, change] = useTalkTimer(deckId)
  const now = useNow()
  const key = `lectern:planned-minutes:${deckId}`
  const [minutes, setMinutes] = useState(() => plannedMinutes(readStored(key) ?? ''))
  const passed = elapsed(timer, Math.max(now, timer.since ?? 0))
  const pace = paceOf({ planned: minutes * 60_000, elapsed: passed, slide, slides })
  const running = timer.since !== null
  return (
    <div className={styles.times}>
      <div className={styles.timer} data-running={running}>
        <button
          type="button"
          className={styles.elapsed}
          aria-label={`${readableTime(passed)} elapsed. Restart the timer`}
          title="Restart the timer"
          data-timer
          onClick={() => change(restartTimer)}
        >
          {readableTime(passed)}
        </button>
        <IconButton
          label={running ? 'Stop the timer' : 'Start the timer'}
          icon={running ? <Pause /> : <Play />}
          onClick={() => change(toggleTimer)}
        />
      </div>
      <label className={styles.planned}>
        <span>of</span>
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_MINUTES}
          placeholder="–"
          value={minutes === 0 ? '' : minutes}
          aria-label="Planned minutes"
          onChange={(event) => {
            const planned = plannedMinutes(event.target.value)
            setMinutes(planned)
            writeStored(key, planned === 0 ? null : String(planned))
          }}
          onKeyDown={(event) => {
            // Back to the slides: the next key is meant for them.
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <span>min</span>
      </label>
      {pace && (
        <span className={styles.pace} data-pace={pace.state}>
          {paceWords(pace)}
        </span>
      )}
      <time className={styles.clock} data-clock>
        {clockTime.format(now)}
      </time>
    </div>
  )
}
