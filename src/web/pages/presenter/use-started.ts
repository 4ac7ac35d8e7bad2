import { useEffect, useState } from 'react'

/** Class of the root element while the presentation runs. */
const startedClass = 'presentation-started'

/** Whether the presentation was started on this page, and whether in fullscreen. */
export function useStarted(focusDeck: () => void) {
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
      // If the browser refuses fullscreen, the presentation starts in the window.
      if (fullscreen && !document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {})
      focusDeck()
    },
    leave: () => {
      setStarted(false)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
  }
}
