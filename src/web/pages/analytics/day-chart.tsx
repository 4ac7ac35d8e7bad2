import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatDate } from '../../../rules/dates.ts'
import { shortDay, topOfScale } from './chart-scale.ts'
import styles from './day-chart.module.css'
import type { Analytics } from './load-analytics.ts'

type Day = Analytics['days'][number]

const counted = (count: number) => `${count} ${count === 1 ? 'reading' : 'readings'}`

/** Describes a day's readings. */
function describeDay({ day, readings, half, whole }: Day): string {
  if (readings === 0) return `${formatDate(day)}: no reading`
  return `${formatDate(day)}: ${counted(readings)}, ${half} to the half, ${whole} to the end`
}

/** The columns, as SVG: inline styles are forbidden by the CSP. */
function Columns({ days, top, chosen }: { days: readonly Day[]; top: number; chosen: number | null }) {
  const width = days.length > 100 ? 1 : 0.72
  const column = (value: number, index: number, className: string | undefined) =>
    value > 0 && (
      <rect
        className={className}
        x={index + (1 - width) / 2}
        y={100 - (value / top) * 100}
        width={width}
        height={(value / top) * 100}
      />
    )
  return (
    <svg
      className={styles.columns}
      viewBox={`0 0 ${days.length} 100`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      {chosen !== null && <rect className={styles.chosen} x={chosen} y="0" width="1" height="100" />}
      {days.map((day, index) => (
        <g key={day.day}>
          {column(day.readings, index, styles.readings)}
          {column(day.whole, index, styles.whole)}
        </g>
      ))}
    </svg>
  )
}

/** The chart's data as a table. */
function Table({ days }: { days: readonly Day[] }) {
  return (
    <details className={styles.table}>
      <summary>The same as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Readings</th>
            <th scope="col">To the half</th>
            <th scope="col">To the end</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDate(day.day)}</th>
              <td>{day.readings}</td>
              <td>{day.half}</td>
              <td>{day.whole}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** The selected day: under the pointer, or moved to by arrow keys. */
function useChosen(count: number) {
  const [chosen, setChosen] = useState<number | null>(null)
  const within = (index: number) => Math.min(count - 1, Math.max(0, index))
  return {
    chosen: chosen === null ? null : within(chosen),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { left, width } = event.currentTarget.getBoundingClientRect()
      setChosen(within(Math.floor(((event.clientX - left) / width) * count)))
    },
    onPointerLeave: () => setChosen(null),
    onBlur: () => setChosen(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : null
      if (step === undefined && to === null) return
      event.preventDefault()
      setChosen((now) => within(to ?? (now ?? count) + (step ?? 0)))
    },
  }
}

/** The readings per day as columns. The dark part counts readings that reached the last slide. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const top = topOfScale(Math.max(...days.map((day) => day.readings)))
  const { chosen, ...handlers } = useChosen(days.length)
  const sum = days.reduce((all, day) => all + day.readings, 0)
  const [first, middle, last] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  const shown = chosen === null ? undefined : days[chosen]
  return (
    <div>
      <p className={styles.readout} aria-live="polite">
        {shown ? describeDay(shown) : `${counted(sum)} in ${days.length} days`}
      </p>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden="true">
          <span>{top}</span>
          <span>{top / 2}</span>
          <span>0</span>
        </div>
        <div
          className={styles.plot}
          role="slider"
          tabIndex={0}
          aria-label="Readings by day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={(chosen ?? days.length - 1) + 1}
          aria-valuetext={describeDay(shown ?? (last as Day))}
          {...handlers}
        >
          <Columns days={days} top={top} chosen={chosen} />
        </div>
        <div className={styles.dates} aria-hidden="true">
          <span>{shortDay(first?.day ?? '')}</span>
          <span>{shortDay(middle?.day ?? '')}</span>
          <span>{shortDay(last?.day ?? '')}</span>
        </div>
      </div>
      <p className={styles.legend} aria-hidden="true">
        <span className={styles.keyReadings} /> Readings <span className={styles.keyWhole} /> to the end
      </p>
      <Table days={days} />
    </div>
  )
}
