import { useEffect, useRef } from 'react'
import type { AddressScreenOptions } from './address-screen.ts'

/** Shows the live address over the whole window of a page that presents. Comes to the browser when it is first shown. */
export function AddressLayer(props: AddressScreenOptions & { onClosed: () => void }) {
  const { url, hint } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    let screen: HTMLElement | null = null
    let over = false
    import('./address-screen.ts').then(
      ({ addressScreen }) => {
        if (over) return
        screen = addressScreen({ url, hint, onClose: () => latest.current.onClose() })
        place.current?.append(screen)
        // The deck's frame must not keep the keys: Escape means something else in there.
        screen.focus({ preventScroll: true })
      },
      // Without the network nothing is shown, and the presentation is not left behind a state that nobody sees.
      () => latest.current.onClose(),
    )
    return () => {
      over = true
      const hadKeys = screen?.contains(document.activeElement)
      screen?.remove()
      if (hadKeys) latest.current.onClosed()
    }
  }, [url, hint])
  return <div ref={place} />
}
