import { useEffect, useState } from 'react'
import { parseTimer, startTimer, type TalkTimer } from './talk-timer.ts'

function kept(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, timer: TalkTimer): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(timer))
  } catch {
    // Where nothing is stored, the timer begins anew with its page.
  }
}

/** A timer of this window that goes on when the page is loaded again by mistake. */
export function useTalkTimer(
  deckId: number,
): [TalkTimer, (change: (timer: TalkTimer, now: number) => TalkTimer) => void] {
  const key = `lectern:talk-timer:${deckId}`
  const [timer, setTimer] = useState(() => parseTimer(kept(key)) ?? startTimer(Date.now()))
  useEffect(() => keep(key, timer), [key, timer])
  return [timer, (change) => setTimer((now) => change(now, Date.now()))]
}

/** The time in ms since 1970, told anew at the beginning of each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = (): void => {
      setNow(Date.now())
      timer = setTimeout(tick, 1000 - (Date.now() % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  return now
}
