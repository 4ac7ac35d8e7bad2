import { useEffect, useState } from 'react'
import { formatDate, relativeTime } from '../../rules/dates.ts'
import { timings } from '../../rules/timings.ts'
import { createStore, useStore } from './store.ts'

const clock = createStore(Date.now())
let shown = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, renewed every two minutes for all time stamps of the page together. ms since 1970. */
function useNow(): number {
  const now = useStore(clock)
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    setMounted(true)
    if (shown++ === 0) timer = setInterval(() => clock.set(Date.now()), timings.timeRefresh)
    return () => {
      if (--shown === 0) clearInterval(timer)
    }
  }, [])
  // The module's clock is old when the server renders, and when a page is shown long after it was loaded.
  return mounted && Date.now() - now < timings.timeRefresh ? now : Date.now()
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
