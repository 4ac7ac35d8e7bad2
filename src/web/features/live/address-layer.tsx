import { useLayoutEffect, useRef } from 'react'
import type { AddressScreen, AddressScreenOptions } from './address-screen.ts'

/** Shows the live address over a presenting page. Its code is loaded when it is first shown. */
export function AddressLayer(props: AddressScreenOptions & { onClosed: () => void }) {
  const { url, hint } = props
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  // A layout effect: its cleanup runs while the screen is still in the page and has the focus.
  useLayoutEffect(() => {
    let screen: AddressScreen | null = null
    let over = false
    import('./address-screen.ts').then(
      ({ addressScreen }) => {
        if (over || !container.current) return
        screen = addressScreen({ url, hint, onClose: () => latest.current.onClose() })
        screen.show(container.current)
      },
      // If its code cannot be loaded, closes it, so that the presentation's state matches what is shown.
      () => latest.current.onClose(),
    )
    return () => {
      over = true
      screen?.remove(() => latest.current.onClosed())
    }
  }, [url, hint])
  return <div ref={container} />
}
