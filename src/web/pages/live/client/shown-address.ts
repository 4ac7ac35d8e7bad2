import type { AddressScreen } from '../../../features/live/address-screen.ts'
import type { Following } from './follow-stream.ts'

/** The URL of this page as the presenter shares it, without parameters added in this browser. */
function audienceAddress({ origin, pathname }: Location, token: string | null): string {
  return origin + pathname + (token ? `?token=${encodeURIComponent(token)}` : '')
}

/**
 * Shows the live URL over the deck while the presenter shows it. Not shown to followers on another slide. If the user
 * closes it, it stays closed until the presenter shows it again. `token`: of the page's link, or null.
 */
export function shownAddress(token: string | null, focusDeck: () => void): (following: Following) => void {
  let screen: AddressScreen | null = null
  let wanted = false
  let closed = false
  const remove = (): void => {
    screen?.remove(focusDeck)
    screen = null
  }
  const close = (): void => {
    closed = true
    remove()
  }
  const show = async (): Promise<void> => {
    const { addressScreen } = await import('../../../features/live/address-screen.ts')
    const place = document.querySelector('.stage')
    if (!wanted || closed || screen || !place) return
    screen = addressScreen({ url: audienceAddress(window.location, token), hint: null, onClose: close })
    screen.show(place)
  }
  window.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (screen && !ctrlKey && !metaKey && !altKey && (key === 'Escape' || key.toLowerCase() === 'q')) close()
  })
  return ({ state, roaming }) => {
    const before = wanted
    wanted = state?.address === true && state.publisher_id !== null && !roaming.away
    if (!wanted) closed = false
    if (wanted === before) return
    // If the chunk fails to load, the deck stays visible.
    if (wanted) show().catch(() => {})
    else remove()
  }
}
