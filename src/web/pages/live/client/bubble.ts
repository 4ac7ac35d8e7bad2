import type { LiveStream } from '../../../../realtime/live/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { retryText } from '../../../../rules/notifications.ts'
import { timings } from '../../../../rules/timings.ts'
import { find } from '../../deck/client/page-script-data.ts'
import { type BubbleText, bubbleText } from '../bubble-text.ts'

/** Keeps the audience's bubble true. Gives back what tells it that the deck itself could not be started. */
export function showBubble(stream: LiveStream): (failure: string) => void {
  const bubble = find<HTMLButtonElement>('[data-bubble]')
  const title = bubble?.querySelector<HTMLElement>('[data-bubble-title]')
  const line = bubble?.querySelector<HTMLElement>('[data-bubble-line]')
  if (!bubble || !title || !line) return () => {}
  const deckNow = () => ({ title: title.dataset.deckTitle ?? '', author: line.dataset.author ?? '' })
  let wasConnected = false
  let failure: string | null = null
  let shown: BubbleText | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const unfold = (on: boolean): void => {
    bubble.dataset.open = String(on)
    bubble.setAttribute('aria-expanded', String(on))
  }
  const unfoldForAWhile = (): void => {
    clearTimeout(timer)
    unfold(true)
    timer = setTimeout(() => unfold(shown?.open ?? false), timings.liveBubble)
  }
  const update = (): void => {
    const snapshot = stream.snapshot()
    wasConnected ||= snapshot.connection === 'connected' || snapshot.connection === 'reconnected'
    const next = snapshot.refused ? null : bubbleText({ ...snapshot, wasConnected, failure }, deckNow())
    bubble.hidden = next === null
    if (next && (next.title !== shown?.title || next.open !== shown.open)) {
      clearTimeout(timer)
      if (next.open) unfold(true)
      else unfoldForAWhile()
    }
    shown = next
    title.textContent = next?.title ?? ''
    line.textContent = next?.line ?? ''
  }
  bubble.addEventListener('click', () => {
    if (!shown || shown.open) return
    if (bubble.dataset.open === 'true') unfold(false)
    else unfoldForAWhile()
  })
  stream.subscribe(update)
  update()
  return (words) => {
    failure = words
    update()
  }
}

/** Says that the connection is lost once it has been for a while, with the time to the next try. */
export function showLostConnection(stream: LiveStream): void {
  const notice = find('[data-lost]')
  const update = (): void => {
    const { status, reconnectIn, refused } = stream.snapshot()
    if (notice) {
      notice.hidden = status !== 'connection_lost' || refused !== null
      set(notice, '[data-lost-words]', notice.hidden ? '' : messages.connection.lost)
      set(notice, '[data-lost-line]', notice.hidden ? '' : retryText((reconnectIn ?? 0) * 1000))
    }
  }
  find('[data-retry]')?.addEventListener('click', () => stream.retryNow())
  stream.subscribe(update)
  update()
}

/**
 * Ends the page for somebody who may not follow any more (the deck was made private, the link removed or its password
 * changed): the deck goes, and what is left says why and leads on.
 */
export function endWhenRefused(stream: LiveStream, closeDeck: () => void): void {
  const card = find('[data-refused]')
  const end = (): void => {
    const { refused } = stream.snapshot()
    if (!refused || !card?.hidden) return
    closeDeck()
    document.documentElement.classList.add('live-ended')
    card.hidden = false
    set(card, '[data-refused-words]', messages.live.refused[refused])
    set(card, '[data-refused-hint]', messages.live.refusedHint[refused] ?? '')
    card.querySelector('a')?.focus({ preventScroll: true })
  }
  stream.subscribe(end)
  end()
}

function set(parent: HTMLElement, selector: string, text: string): void {
  const element = parent.querySelector(selector)
  // Written only when it is new: it is read aloud each time.
  if (element && element.textContent !== text) element.textContent = text
}
