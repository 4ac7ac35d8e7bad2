import { useEffect, useState } from 'react'
import { parseTimer, startTimer, type TalkTimer } from './talk-timer.ts'

function readTimer(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function storeTimer(key: string, timer: TalkTimer): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(timer))
  } catch {
    // Without storage the timer restarts on reload.
  }
}

/** A timer of this window that survives a reload. */
export function useTalkTimer(
  deckId: number,
): [TalkTimer, (change: (timer: TalkTimer, now: number) => TalkTimer) => void] {
  const key = `lectern:talk-timer:${deckId}`
  const [timer, setTimer] = useState(() => parseTimer(readTimer(key)) ?? startTimer(Date.now()))
  useEffect(() => storeTimer(key, timer), [key, timer])
  return [timer, (change) => setTimer((now) => change(now, Date.now()))]
}

/** The time in ms since 1970, updated at the start of each second. */
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
