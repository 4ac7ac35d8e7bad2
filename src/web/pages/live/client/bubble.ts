import type { LiveRefusal } from '../../../../api/stream/messages.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { retryText } from '../../../../rules/notifications.ts'
import { timings } from '../../../../rules/timings.ts'
import { find } from '../../deck/client/page-script-data.ts'
import { type BubbleText, bubbleText } from '../bubble-text.ts'
import { wayOn } from '../way-on.ts'

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
  const trouble = find('[data-lost-trouble]')
  const update = (): void => {
    const { status, reconnectIn, refused, connection } = stream.snapshot()
    if (notice && trouble) {
      notice.hidden = status !== 'connection_lost' || refused !== null
      // After many tries in vain: what to do about it, instead of what is wrong.
      trouble.hidden = notice.hidden || connection !== 'reconnect_failed'
      set(notice, '[data-lost-words]', notice.hidden || !trouble.hidden ? '' : messages.connection.lost)
      set(notice, '[data-lost-line]', notice.hidden ? '' : retryText((reconnectIn ?? 0) * 1000))
    }
  }
  find('[data-retry]')?.addEventListener('click', () => stream.retryNow())
  stream.subscribe(update)
  update()
}

/** What the page does for those who are refused. */
export interface RefusedPage {
  /** Whether the page was opened by a link, which may have been removed or got another password. */
  readonly byLink: boolean
  /** The deck goes from the page. */
  readonly close: () => void
  /** The deck is shown again as it is now. Rejects when it could not be read. */
  readonly reopen: () => Promise<void>
}

/** What a refused page says below the reason: what its person can do, and that it comes back by itself. */
export function refusedHint(refused: LiveRefusal, byLink: boolean): string {
  if (refused === 'hidden' || refused === 'upgrade') {
    const link = byLink ? `${messages.live.refusedHint[refused]} ` : ''
    return link + messages.live.refusedReturns
  }
  return messages.live.refusedHint[refused] ?? ''
}

/**
 * Ends the page for somebody who may not follow any more (the deck was made private, thrown away, the link removed or its
 * password changed): the deck goes, and what is left says why and leads on. When the stream is back the deck is, too.
 */
export function endWhenRefused(stream: LiveStream, { byLink, close, reopen }: RefusedPage): void {
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
    const way = wayOn(refused, { byLink, deck, here: new URL(window.location.href) })
    link.href = way.href
    link.textContent = way.label
    link.focus({ preventScroll: true })
  }
  const comeBack = async (): Promise<void> => {
    returning = true
    try {
      await reopen()
      if (card) card.hidden = true
      document.documentElement.classList.remove('live-ended')
    } catch {
      setTimeout(hear, timings.liveReturn)
    }
    returning = false
  }
  const hear = (): void => {
    const { refused, connection } = stream.snapshot()
    const isUp = connection === 'connected' || connection === 'reconnected'
    if (refused) end(refused)
    else if (card && !card.hidden && isUp && !returning) void comeBack()
  }
  stream.subscribe(hear)
  hear()
}

function set(parent: HTMLElement, selector: string, text: string): void {
  const element = parent.querySelector(selector)
  // Written only when it is new: it is read aloud each time.
  if (element && element.textContent !== text) element.textContent = text
}
