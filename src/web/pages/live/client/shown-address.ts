import type { Following } from './follow-stream.ts'

/** The address of this page as the presenter hands it out: without what only this browser added to it. */
export function audienceAddress({ origin, pathname }: Location, token: string | null): string {
  return origin + pathname + (token ? `?token=${encodeURIComponent(token)}` : '')
}

/**
 * Shows the live address over the deck while the presenter shows it to everybody. Whoever looks at another slide is not
 * disturbed, and who has closed it sees it again the next time. `token` of the page's link; null without one.
 */
export function shownAddress(token: string | null, focusDeck: () => void): (following: Following) => void {
  let screen: HTMLElement | null = null
  let wanted = false
  let closed = false
  const remove = (): void => {
    if (!screen) return
    const hadKeys = screen.contains(document.activeElement)
    screen.remove()
    screen = null
    if (hadKeys) focusDeck()
  }
  const close = (): void => {
    closed = true
    remove()
  }
  const show = async (): Promise<void> => {
    const { addressScreen } = await import('../../../features/live/address-screen.ts')
    if (!wanted || closed || screen) return
    screen = addressScreen({ url: audienceAddress(window.location, token), hint: null, onClose: close })
    document.querySelector('.stage')?.append(screen)
    screen.focus({ preventScroll: true })
  }
  window.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (screen && !ctrlKey && !metaKey && !altKey && (key === 'Escape' || key.toLowerCase() === 'q')) close()
  })
  return ({ state, roaming }) => {
    const before = wanted
    wanted = state?.address === true && state.publisher_id !== null && !roaming.away
    if (!wanted) closed = false
    if (wanted === before) return
    // Where it does not come, the deck is there all the same.
    if (wanted) show().catch(() => {})
    else remove()
  }
}
