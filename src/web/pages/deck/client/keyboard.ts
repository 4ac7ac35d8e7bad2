import type { Move } from '../../../../player/messages.ts'
import type { DeckView } from './deck-view.ts'

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'prev',
  PageDown: 'next',
  Home: 'first',
  End: 'last',
  ' ': 'next',
  n: 'next',
  p: 'prev',
}

/** Least time between two steps of a held key, in ms: the port takes no more. */
const STEP_EVERY = 40

function usesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, textarea, select, summary, [contenteditable], [role="dialog"]') !== null
  )
}

/**
 * Keys that move the deck do so wherever the focus is: in the frame by itself, on the page by way of the port. Controls
 * of the page keep their own keys, and a page that is scrolled down keeps those that scroll it.
 */
export function followKeys(view: Pick<DeckView, 'move'>): void {
  let last = 0
  const moveOf = (event: KeyboardEvent): Move | undefined =>
    event.shiftKey && event.key === ' ' ? 'prev' : moves[event.key]
  const step = (event: KeyboardEvent, to: Move): void => {
    if (event.repeat && event.timeStamp - last < STEP_EVERY) return
    last = event.timeStamp
    view.move(to)
  }
  for (const event of takeEarlyKeys()) {
    const to = moveOf(event)
    if (to) step(event, to)
  }
  window.addEventListener('keydown', (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    const to = moveOf(event)
    if (!to || !plain || event.defaultPrevented || usesKeys(event.target) || window.scrollY > 0) return
    event.preventDefault()
    step(event, to)
  })
}

/** The keys that were pressed on the page before this script was there (shell.ts); none are kept any more. */
function takeEarlyKeys(): readonly KeyboardEvent[] {
  const page = window as { earlyKeys?: KeyboardEvent[] | null }
  const kept = page.earlyKeys ?? []
  page.earlyKeys = null
  return kept
}

/** Gives the deck the keyboard once it is ready, unless somebody is already busy elsewhere on the page. */
export function focusDeck(view: DeckView): void {
  view.onReady(() => {
    const busy = document.activeElement && document.activeElement !== document.body
    if (!busy && window.scrollY === 0) view.frame.focus({ preventScroll: true })
  })
}
