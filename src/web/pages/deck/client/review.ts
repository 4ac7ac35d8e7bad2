import { limits } from '../../../../rules/limits.ts'
import type { DeckView } from './deck-view.ts'
import { find } from './page-script-data.ts'

/** In windows narrower than this the words stand below the slide; one class says so for everything on the page. */
function followWidth(): void {
  const small = window.matchMedia(`(width < ${limits.ui.reviewSmallBelow}px)`)
  const show = (): void => void document.documentElement.classList.toggle('small', small.matches)
  small.addEventListener('change', show)
  show()
}

/** Marks the slide that is shown among the words of all, and keeps it in sight where the list has a place of its own. */
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
