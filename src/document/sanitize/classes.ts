import { limits } from '../../rules/limits.ts'
import { blockClasses } from '../block-classes.ts'
import type { RemovalList } from './removals.ts'

const classPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

/** Classes with a meaning in the product, allowed on every plan. */
const productClasses: ReadonlySet<string> = new Set([
  ...blockClasses,
  ...'r-stack r-stretch r-fit-text r-hstack r-vstack r-frame'.split(' '),
])

/** Classes set by the player. In deck markup they would imitate its controls or corrupt its current slide. */
const playerClasses: ReadonlySet<string> = new Set(
  `past present future disabled overflowing has-dark-background has-light-background reveal slides stack backgrounds
  controls progress playback paused pause-overlay resume-button aria-status speaker-notes speaker-notes-pdf notes show-notes
  slide-background slide-background-content slide-number slide-number-pdf slide-number-a slide-number-b slide-number-delimiter
  visible current-fragment enabled fragmented active focused hover embedded overview center ready kiosk no-hover no-transition
  pdf-page pdf-ready print-pdf reveal-print reveal-viewport reveal-scroll reveal-full-page scroll-page scroll-page-content
  scroll-page-sticky scroll-snap-point scroll-auto-animate-page scrollbar scrollbar-inner scrollbar-playhead scrollbar-slide
  scrollbar-trigger has-parallax-background has-horizontal-slides has-vertical-slides is-vertical-slide has-triggers
  loading-scroll-mode overview-deactivating disable-slide-transitions rtl linear-transition hljs-ln`.split(/\s+/),
)
const playerPrefixes = /^(?:r-overlay|navigate-|reveal-|scroll-)/

/**
 * Sanitizes a class attribute: at most 20 plain names, none of the player's, and none outside the product's list unless
 * the owner may use custom classes. '' if none is left.
 */
export function cleanClasses(value: string, custom: boolean, removals: RemovalList): string {
  const names: string[] = []
  let dropped = false
  for (const name of value.split(/[\t\n\f\r ]+/)) {
    if (name === '') continue
    const reason = classRefusal(name, custom, names.length)
    if (reason === null) names.push(name)
    else {
      dropped = true
      removals.add('class', name, '', reason)
    }
  }
  return !dropped && names.join(' ') === value ? value : names.join(' ')
}

function classRefusal(name: string, custom: boolean, count: number): string | null {
  if (!classPattern.test(name)) return 'class names consist of letters, digits, - and _'
  if (playerClasses.has(name) || playerPrefixes.test(name)) return 'the player uses this name itself'
  if (!custom && !productClasses.has(name)) return 'custom classes are not part of the plan'
  return count >= limits.slide.classes ? 'an element has at most 20 classes' : null
}
