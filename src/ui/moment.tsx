import { useEffect } from 'react'
import { formatDate, relativeTime } from '../rules/dates.ts'
import { timings } from '../rules/timings.ts'
import { createStore, useStore } from './store.ts'

/** Increments every two minutes, for all time stamps of the page. */
const ticks = createStore(0)
let shown = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The current time in ms since 1970, updated every two minutes. */
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
  /** 'relative': '5 hours ago' with the date as tooltip; 'absolute': 'Mar 2nd, 2015'. */
  form?: 'relative' | 'absolute'
}

/** A time stamp. */
export function Moment({ time, form = 'relative' }: MomentProps) {
  const now = useNow()
  const date = formatDate(time)
  return (
    // The server's text may be slightly older than the browser's; both are correct.
    <time
      dateTime={new Date(time).toISOString()}
      title={form === 'relative' ? date : undefined}
      suppressHydrationWarning
    >
      {form === 'relative' ? relativeTime(time, now) : date}
    </time>
  )
}
