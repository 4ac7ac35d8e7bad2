import type { FirstWord } from './messages.ts'

/** Keys that were pressed before the player was there. */
export interface EarlyKeys {
  /** Ends the watching. Call it in the same task in which the player starts: from then on the keys are the player's. */
  end(): EarlySteps
}

/** What came of the keys so far. */
export interface EarlySteps {
  /** Index of the slide that they led to; null when they led nowhere. */
  readonly at: number | null
  /** The keys that count later, in order. */
  readonly kept: readonly KeyboardEvent[]
}

/** Steps between slides that a deck without stacks and steps within slides knows, by `KeyboardEvent.key`. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }

/** More keys than anybody presses while a deck loads. */
const MOST_KEPT = 50

function stepOf(event: KeyboardEvent | undefined): number {
  return (event && !event.shiftKey && steps[event.key]) || 0
}

/** Slides that show the same without the player: no stack, no steps, no background, no movement of their own. */
function isPlain(slide: Element | undefined): slide is Element {
  if (!slide || slide.querySelector('section, .fragment')) return false
  return !slide.getAttributeNames().some((name) => /^data-(background|auto|visibility)/.test(name))
}

/**
 * Watches the keyboard until the player is there. Between two plain slides a key shows the next one at once, as soon as
 * the slides are there; every other key, and all that follow it, are kept for the player, which knows what they mean.
 */
export function watchEarlyKeys(): EarlyKeys {
  let at: number | null = null
  const kept: KeyboardEvent[] = []

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
  const obey = (): void => {
    // What has not been parsed to its end may still turn out to be a stack.
    if (document.readyState === 'loading' || document.documentElement.classList.contains('elsewhere')) return
    for (let by = stepOf(kept[0]); by !== 0 && show(by); by = stepOf(kept[0])) kept.shift()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (kept.length < MOST_KEPT && !event.ctrlKey && !event.metaKey && !event.altKey) kept.push(event)
    obey()
  }
  document.addEventListener('keydown', onKeyDown)
  document.addEventListener('readystatechange', obey, { once: true })
  return {
    end: () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('readystatechange', obey)
      return { at, kept }
    },
  }
}

/** Tells the page around the frame that keys count from now on, so that it gives the frame the keyboard. */
export function callForKeys(): void {
  const word: FirstWord = { lectern: 'here' }
  if (window.parent !== window) window.parent.postMessage(word, '*')
}
