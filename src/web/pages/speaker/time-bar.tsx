import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../../rules/format-duration.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../../ui/stored-value.ts'
import { MAX_MINUTES, type Pace, paceOf, plannedMinutes } from './pace.ts'
import { elapsed, restartTimer, toggleTimer } from './talk-timer.ts'
import styles from './time-bar.module.css'
import { useNow, useTalkTimer } from './use-talk-timer.ts'

export interface TimeBarProps {
  deckId: number
  /** Index of the current slide from 0, and the number of slides. */
  slide: number
  slides: number
}

/** Describes the pace. */
export function paceText({ state, by }: Pace): string {
  if (state === 'on-time') return 'On time'
  const time = formatDuration(by)
  if (state === 'over') return `${time} over time`
  return state === 'ahead' ? `${time} ahead` : `${time} behind`
}

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** The talk's elapsed time, its pace, and the time of day. */
export function TimeBar({ deckId, slide, slides }: TimeBarProps) {
  const [timer, change] = useTalkTimer(deckId)
  const now = useNow()
  const key = `lectern:planned-minutes:${deckId}`
  const [minutes, setMinutes] = useState(() => plannedMinutes(readStored(key) ?? ''))
  const elapsedMs = elapsed(timer, Math.max(now, timer.since ?? 0))
  const pace = paceOf({ planned: minutes * 60_000, elapsed: elapsedMs, slide, slides })
  const running = timer.since !== null
  return (
    <div className={styles.times}>
      <div className={styles.timer} data-running={running}>
        <button
          type="button"
          className={styles.elapsed}
          aria-label={`${formatDuration(elapsedMs)} elapsed. Restart the timer`}
          title="Restart the timer"
          data-timer
          onClick={() => change(restartTimer)}
        >
          {formatDuration(elapsedMs)}
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
          max={MAX_MINUTES}
          placeholder="–"
          value={minutes === 0 ? '' : minutes}
          aria-label="Planned minutes"
          onChange={(event) => {
            const planned = plannedMinutes(event.target.value)
            setMinutes(planned)
            writeStored(key, planned === 0 ? null : String(planned))
          }}
          onKeyDown={(event) => {
            // Leaves the field: the next key is for the slides.
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <span>min</span>
      </label>
      {pace && (
        <span className={styles.pace} data-pace={pace.state}>
          {paceText(pace)}
        </span>
      )}
      <time className={styles.clock} data-clock>
        {clockTime.format(now)}
      </time>
    </div>
  )
}
