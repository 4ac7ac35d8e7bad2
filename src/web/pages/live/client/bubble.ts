import type { LiveRefusal } from '../../../../api/stream/messages.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { timings } from '../../../../rules/timings.ts'
import { retryText } from '../../../../rules/toasts.ts'
import { find } from '../../deck/client/page-script-data.ts'
import { type BubbleText, bubbleText } from '../bubble-text.ts'
import { refusedLink } from '../refused-link.ts'

/** Updates the audience's bubble with the stream. Returns a function that reports a failed start of the deck. */
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

  const expand = (on: boolean): void => {
    bubble.dataset.open = String(on)
    bubble.setAttribute('aria-expanded', String(on))
  }
  const expandBriefly = (): void => {
    clearTimeout(timer)
    expand(true)
    timer = setTimeout(() => expand(shown?.open ?? false), timings.liveBubble)
  }
  const update = (): void => {
    const snapshot = stream.snapshot()
    wasConnected ||= snapshot.connection === 'connected' || snapshot.connection === 'reconnected'
    const next = snapshot.refused ? null : bubbleText({ ...snapshot, wasConnected, failure }, deckNow())
    bubble.hidden = next === null
    if (next && (next.title !== shown?.title || next.open !== shown.open)) {
      clearTimeout(timer)
      if (next.open) expand(true)
      else expandBriefly()
    }
    shown = next
    title.textContent = next?.title ?? ''
    line.textContent = next?.line ?? ''
  }
  bubble.addEventListener('click', () => {
    if (!shown || shown.open) return
    if (bubble.dataset.open === 'true') expand(false)
    else expandBriefly()
  })
  stream.subscribe(update)
  update()
  return (message) => {
    failure = message
    update()
  }
}

/** Shows a lost connection after a delay, with the time to the next attempt. */
export function showLostConnection(stream: LiveStream): void {
  const notice = find('[data-lost]')
  const trouble = find('[data-lost-trouble]')
  const update = (): void => {
    const { status, reconnectIn, refused, connection } = stream.snapshot()
    if (notice && trouble) {
      notice.hidden = status !== 'connection_lost' || refused !== null
      // After many attempts, shows how to get help instead.
      trouble.hidden = notice.hidden || connection !== 'reconnect_failed'
      set(notice, '[data-lost-words]', notice.hidden || !trouble.hidden ? '' : messages.connection.lost)
      set(notice, '[data-lost-line]', notice.hidden ? '' : retryText((reconnectIn ?? 0) * 1000))
    }
  }
  find('[data-retry]')?.addEventListener('click', () => stream.retryNow())
  stream.subscribe(update)
  update()
}

/** The page's actions when the follower is refused. */
export interface RefusedPage {
  /** Whether the page was opened by a link, which may have been removed or got a new password. */
  readonly byLink: boolean
  /** Removes the deck from the page. */
  readonly close: () => void
  /** Loads the current deck and shows it. Rejects if it could not be loaded. */
  readonly reopen: () => Promise<void>
}

/** The hint below the reason: what the user can do, and that the page returns automatically. */
function refusedHint(refused: LiveRefusal, byLink: boolean): string {
  if (refused === 'hidden' || refused === 'upgrade') {
    const link = byLink ? `${messages.live.refusedHint[refused]} ` : ''
    return link + messages.live.refusedReturns
  }
  return messages.live.refusedHint[refused] ?? ''
}

/**
 * Replaces the deck by a message if following is refused. Reasons: the deck was made private or deleted, or the link
 * was removed or got a new password. When the stream is accepted again, the deck returns.
 */
export function closeWhenRefused(stream: LiveStream, { byLink, close, reopen }: RefusedPage): void {
  const card = find('[data-refused]')
  const link = card?.querySelector('a')
  const deck = link?.href ?? ''
  let returning = false
  const end = (refused: LiveRefusal): void => {
    if (!card?.hidden) return
    close()
    document.documentElement.classList.add('live-ended')
    card.hidden = false
    set(card, '[data-refused-words]', messages.live.refused[refused])
    set(card, '[data-refused-hint]', refusedHint(refused, byLink))
    if (!link) return
    const target = refusedLink(refused, { byLink, deck, here: new URL(window.location.href) })
    link.href = target.href
    link.textContent = target.label
    link.focus({ preventScroll: true })
  }
  const returnToDeck = async (): Promise<void> => {
    returning = true
    try {
      await reopen()
      if (card) card.hidden = true
      document.documentElement.classList.remove('live-ended')
    } catch {
      setTimeout(update, timings.liveReturn)
    }
    returning = false
  }
  const update = (): void => {
    const { refused, connection } = stream.snapshot()
    const isUp = connection === 'connected' || connection === 'reconnected'
    if (refused) end(refused)
    else if (card && !card.hidden && isUp && !returning) void returnToDeck()
  }
  stream.subscribe(update)
  update()
}

function set(parent: HTMLElement, selector: string, text: string): void {
  const element = parent.querySelector(selector)
  // Written only if changed, since screen readers announce each write.
  if (element && element.textContent !== text) element.textContent = text
}
