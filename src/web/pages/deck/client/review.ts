import { breakpoints } from '../../../../ui/breakpoints.ts'
import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'

/** Sets a class in windows where the texts are below the slide. */
function followWidth(): void {
  const small = window.matchMedia(`(width < ${breakpoints.medium}px)`)
  const show = (): void => void document.documentElement.classList.toggle('small', small.matches)
  small.addEventListener('change', show)
  show()
}

/** Marks the current slide in the list of texts, and scrolls to it if the list is scrollable. */
export function enableReview(view: DeckView): void {
  followWidth()
  const panel = find('[data-review-panel]')
  view.onPosition(({ h, v }) => {
    for (const item of document.querySelectorAll<HTMLElement>('[data-review-slides] > li')) {
      const isShown = item.dataset.h === String(h) && item.dataset.v === String(v)
      const link = item.querySelector('a')
      if (!isShown) link?.removeAttribute('aria-current')
      else link?.setAttribute('aria-current', 'true')
      const scrolls = panel && panel.scrollHeight > panel.clientHeight && !panel.contains(document.activeElement)
      if (isShown && scrolls) item.scrollIntoView({ block: 'nearest' })
    }
  })
}
