import type { BatchesMessage } from '../../../../api/batches/messages.ts'
import { messages } from '../../../../rules/messages.ts'
import { timings } from '../../../../rules/timings.ts'
import { breakpoints } from '../../../../ui/breakpoints.ts'
import { contentRefresh } from './content-refresh.ts'
import { createDeckSwap } from './deck-swap.ts'
import type { DeckView } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'
import { refreshReview } from './review-content.ts'
import type { ReviewStream } from './review-stream.ts'
import { showToast } from './toast.ts'

/** Sets a class in windows where the texts are below the slide. */
function followWidth(): void {
  const small = window.matchMedia(`(width < ${breakpoints.medium}px)`)
  const show = (): void => void document.documentElement.classList.toggle('small', small.matches)
  small.addEventListener('change', show)
  show()
}

/** Marks the current slide in the list of texts, and scrolls to it if the list is scrollable. */
function markSlide(view: DeckView): void {
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

/** Joins the channel of the deck's collaborators, once the deck is shown: who is there, and the deck as it is written. */
async function joinCollaborators(view: DeckView, data: PageScriptData): Promise<void> {
  const root = find('[data-collaboration-root]')
  if (!root || !data.collaboration) return
  const swap = createDeckSwap(view, data.frameOrigin ?? '')
  const refresh = contentRefresh({
    shown: () => data.version ?? 0,
    slideCount: () => data.slides?.length ?? 1,
    refresh: () => refreshReview(swap, data),
    onRefreshed: () => stream?.reloaded(),
  })
  // A frame that cannot load the code for changes is replaced by one with the newest content.
  view.onError((code) => {
    if (code === 'slides-failed') refresh.renew()
  })
  const waiting: BatchesMessage[] = []
  let stream: ReviewStream | null = null
  const { openReviewPanel } = await import('./review-panel.tsx')
  openReviewPanel({
    ...{ root, view, data, collaboration: data.collaboration },
    onJoined: (version) => refresh.want(version),
    // The batch comes a moment later, and is lost if it does not.
    onSaved: (version) => setTimeout(() => refresh.want(version), timings.batchLate),
    onRole: refresh.renew,
    onBatches: (message) => (stream ? stream.receive(message) : waiting.push(message)),
  })
  const { openReviewStream } = await import('./open-review-stream.ts')
  stream = openReviewStream(view, data, refresh)
  for (const message of waiting) stream.receive(message)
}

/** Makes the review work: the list of texts, and the panel of the deck's collaborators. */
export function enableReview(view: DeckView, data: PageScriptData): void {
  followWidth()
  markSlide(view)
  joinCollaborators(view, data).catch(() => showToast(messages.deck.partLoadFailed, 'negative'))
}
