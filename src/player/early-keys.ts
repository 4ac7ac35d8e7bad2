import type { KeysReady } from './messages.ts'

/** Keys pressed before the player has started. */
export interface EarlyKeys {
  /** Stops listening. Call it in the task that starts the player, which handles keys from then on. */
  end(): EarlySteps
}

/** The result of the keys so far. */
export interface EarlySteps {
  /** Index of the slide the keys led to; null if they led to none. */
  readonly at: number | null
  /** Keys the player still has to handle, in order. */
  readonly queued: readonly KeyboardEvent[]
}

/** Slide steps by `KeyboardEvent.key`, for decks without stacks and fragments. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }

/** More keys than a user presses while a deck loads. */
const MAX_QUEUED = 50

function stepOf(event: KeyboardEvent | undefined): number {
  return (event && !event.shiftKey && steps[event.key]) || 0
}

/** Whether a slide looks the same without the player: no stack, fragments, background or auto-animation. */
function isPlain(slide: Element | undefined): slide is Element {
  if (!slide || slide.querySelector('section, .fragment')) return false
  return !slide.getAttributeNames().some((name) => /^data-(background|auto|visibility)/.test(name))
}

/**
 * Handles keys until the player starts. Between two plain slides a key shows the next one at once. Any other key, and
 * all keys after it, are queued for the player.
 */
export function watchEarlyKeys(): EarlyKeys {
  let at: number | null = null
  const queued: KeyboardEvent[] = []

  const show = (by: number): boolean => {
    const slides = Array.from(document.querySelectorAll('.reveal[data-plain-steps] > .slides > section'))
    const [from, to] = [slides[at ?? 0], slides[(at ?? 0) + by]]
    if (!isPlain(from) || !isPlain(to)) return false
    at = (at ?? 0) + by
    document.documentElement.classList.add('stepped')
    from.classList.remove('present')
    to.classList.add('present')
    return true
  }
  const handleQueue = (): void => {
    // While the document is still parsed, a slide may yet turn out to be a stack.
    if (document.readyState === 'loading' || document.documentElement.classList.contains('elsewhere')) return
    for (let by = stepOf(queued[0]); by !== 0 && show(by); by = stepOf(queued[0])) queued.shift()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (queued.length < MAX_QUEUED && !event.ctrlKey && !event.metaKey && !event.altKey) queued.push(event)
    handleQueue()
  }
  document.addEventListener('keydown', onKeyDown)
  document.addEventListener('readystatechange', handleQueue, { once: true })
  return {
    end: () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('readystatechange', handleQueue)
      return { at, queued }
    },
  }
}

/** Notifies the page around the frame that the frame handles keys now, so that it moves the focus into the frame. */
export function requestKeyboardFocus(): void {
  const message: KeysReady = { lectern: 'here' }
  if (window.parent !== window) window.parent.postMessage(message, '*')
}
