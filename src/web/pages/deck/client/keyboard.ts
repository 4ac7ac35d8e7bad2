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

/** Minimum time between two steps of a held key, in ms: the port is rate limited. */
const STEP_INTERVAL = 40

function usesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, textarea, select, summary, [contenteditable], [role="dialog"]') !== null
  )
}

/**
 * Sends the page's navigation keys to the deck, unless a focused control handles them or the page is scrolled: then
 * they scroll the page.
 */
export function followKeys(view: Pick<DeckView, 'move'>): void {
  let last = 0
  const moveOf = (event: KeyboardEvent): Move | undefined =>
    event.shiftKey && event.key === ' ' ? 'prev' : moves[event.key]
  const step = (event: KeyboardEvent, to: Move): void => {
    if (event.repeat && event.timeStamp - last < STEP_INTERVAL) return
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

/** Returns the keys pressed before this script ran (recorded by shell.ts), and stops recording. */
function takeEarlyKeys(): readonly KeyboardEvent[] {
  const page = window as { earlyKeys?: KeyboardEvent[] | null }
  const earlyKeys = page.earlyKeys ?? []
  page.earlyKeys = null
  return earlyKeys
}

/** Focuses the deck once it is ready, unless another element is focused or the page is scrolled. */
export function focusDeck(view: DeckView): void {
  view.onReady(() => {
    const busy = document.activeElement && document.activeElement !== document.body
    if (!busy && window.scrollY === 0) view.frame.focus({ preventScroll: true })
  })
}
