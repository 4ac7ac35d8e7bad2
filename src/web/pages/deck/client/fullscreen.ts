import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'

/**
 * The fullscreen option. Shows the frame in fullscreen where the browser can. Otherwise, and for a modified click, the
 * link opens the fullscreen view at the current slide.
 */
export function enableFullscreen(view: DeckView): void {
  const link = find<HTMLAnchorElement>('[data-fullscreen]')
  const enter = async (): Promise<boolean> => {
    if (!document.fullscreenEnabled) return false
    return view.frame.requestFullscreen().then(
      () => {
        view.frame.focus()
        return true
      },
      () => false,
    )
  }
  const linkWithSlide = (): string => (link ? link.href.replace(/#.*$/, '') + window.location.hash : '')
  link?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void enter().then((entered) => {
      if (entered) return
      if (link.target === '_blank') window.open(linkWithSlide(), '_blank', 'noopener')
      else window.location.assign(linkWithSlide())
    })
  })
  window.addEventListener('keydown', (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key.toLowerCase() === 'f' && plain && !typing) void enter()
  })
}
