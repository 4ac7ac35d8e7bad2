import { useLayoutEffect, useRef } from 'react'
import type { AddressScreen, AddressScreenOptions } from './address-screen.ts'

/** Shows the live address over the whole window of a page that presents. Comes to the browser when it is first shown. */
export function AddressLayer(props: AddressScreenOptions & { onClosed: () => void }) {
  const { url, hint } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  // Its end comes before the page lets the screen go, while it still has the keys.
  useLayoutEffect(() => {
    let screen: AddressScreen | null = null
    let over = false
    import('./address-screen.ts').then(
      ({ addressScreen }) => {
        if (over || !place.current) return
        screen = addressScreen({ url, hint, onClose: () => latest.current.onClose() })
        screen.show(place.current)
      },
      // Without the network nothing is shown, and the presentation is not left behind a state that nobody sees.
      () => latest.current.onClose(),
    )
    return () => {
      over = true
      screen?.remove(() => latest.current.onClosed())
    }
  }, [url, hint])
  return <div ref={place} />
}
