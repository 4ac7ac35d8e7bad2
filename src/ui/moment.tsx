import { useEffect } from 'react'
import { formatDate, relativeTime } from '../rules/dates.ts'
import { timings } from '../rules/timings.ts'
import { createStore, useStore } from './store.ts'

/** Counts up every two minutes, for all time stamps of the page together. */
const ticks = createStore(0)
let shown = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time in ms since 1970, renewed every two minutes. */
function useNow(): number {
  useStore(ticks)
  useEffect(() => {
    if (shown++ === 0) timer = setInterval(() => ticks.set((count) => count + 1), timings.timeRefresh)
    return () => {
      if (--shown === 0) clearInterval(timer)
    }
  }, [])
  return Date.now()
}

/** Props of Moment: an ISO date or ms since 1970. */
export interface MomentProps {
  time: string | number
  /** 'relative' as '5 hours ago' with the date as its tooltip; 'absolute' as 'Mar 2nd, 2015'. */
  form?: 'relative' | 'absolute'
}

/** A time stamp. */
export function Moment({ time, form = 'relative' }: MomentProps) {
  const now = useNow()
  const date = formatDate(time)
  return (
    // What the server wrote can be a moment older than what the browser would write; both are right.
    <time
      dateTime={new Date(time).toISOString()}
      title={form === 'relative' ? date : undefined}
      suppressHydrationWarning
    >
      {form === 'relative' ? relativeTime(time, now) : date}
    </time>
  )
}
