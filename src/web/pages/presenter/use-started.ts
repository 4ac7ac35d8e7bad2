import { useEffect, useState } from 'react'

/** The page's root carries this class while the presentation runs. */
export const startedClass = 'presentation-started'

/** Whether the presentation has been started from this page, and whether in fullscreen. */
export function useStarted(giveKeysToDeck: () => void) {
  const [started, setStarted] = useState(false)
  const [fullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    document.documentElement.classList.toggle(startedClass, started)
  }, [started])
  return {
    started,
    fullscreen,
    setFullscreen,
    start: () => {
      setStarted(true)
      // Refused where the browser does not let pages do so: the presentation starts in its window.
      if (fullscreen && !document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {})
      giveKeysToDeck()
    },
    leave: () => {
      setStarted(false)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
  }
}
