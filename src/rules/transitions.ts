import type { Option } from './options.ts'

/** How one slide gives way to the next. */
export const transitions: readonly Option[] = [
  { id: 'slide', title: 'Slide', tooltip: 'The next slide pushes this one away.' },
  { id: 'linear', title: 'Linear', tooltip: 'The older name of Slide.', deprecated: true },
  { id: 'fade', title: 'Fade', tooltip: 'One slide fades into the next.' },
  { id: 'none', title: 'None', tooltip: 'The next slide is simply there.' },
  { id: 'default', title: 'Convex', tooltip: 'Slides stand on the outside of a drum.' },
  { id: 'concave', title: 'Concave', tooltip: 'Slides stand on the inside of a drum.' },
  { id: 'zoom', title: 'Zoom', tooltip: 'The next slide grows out of this one.' },
  { id: 'cube', title: 'Cube', tooltip: 'Slides are the sides of a cube.', deprecated: true },
  { id: 'page', title: 'Page', tooltip: 'Slides turn like pages.', deprecated: true },
]

/** How one slide's background gives way to the next. */
export const backgroundTransitions: readonly Option[] = [
  { id: 'slide', title: 'Slide', tooltip: 'Backgrounds move with their slides.' },
  { id: 'fade', title: 'Fade', tooltip: 'One background fades into the next.' },
  { id: 'none', title: 'None', tooltip: 'The next background is simply there.' },
  { id: 'convex', title: 'Convex', tooltip: 'Backgrounds stand on the outside of a drum.' },
  { id: 'concave', title: 'Concave', tooltip: 'Backgrounds stand on the inside of a drum.' },
  { id: 'zoom', title: 'Zoom', tooltip: 'The next background grows out of this one.' },
]

/** The transitions of new decks. */
export const defaultTransition = 'slide'
export const defaultBackgroundTransition = 'slide'

/** How a transition is written for reveal.js: 'default' is its convex; linear is slide; cube and page have our own styles. */
export function revealTransition(id: string): string {
  if (id === 'default') return 'convex'
  return id === 'linear' ? 'slide' : id
}

/** How an element of a slide appears or goes. The id is its reveal.js class; '' is fade in. */
export const fragmentStyles: readonly Option[] = [
  { id: '', title: 'Fade in', tooltip: 'Appears in its place.' },
  { id: 'fade-down', title: 'Fade down', tooltip: 'Appears from above.' },
  { id: 'fade-up', title: 'Fade up', tooltip: 'Appears from below.' },
  { id: 'fade-right', title: 'Fade right', tooltip: 'Appears from the left.' },
  { id: 'fade-left', title: 'Fade left', tooltip: 'Appears from the right.' },
  { id: 'fade-out', title: 'Fade out', tooltip: 'Is there at first and goes.' },
  { id: 'current-visible', title: 'Current visible', tooltip: 'Appears and goes with the next step.' },
]

/** The choices of the auto-slide interval, in seconds. */
export const autoSlideSeconds = [2, 4, 6, 8, 10, 15, 20, 30, 40] as const

/** Whether an auto-slide interval can be stored: 0 (off) or one of the choices, in ms. */
export function isAutoSlideInterval(milliseconds: number): boolean {
  return milliseconds === 0 || autoSlideSeconds.some((seconds) => seconds * 1000 === milliseconds)
}

/** The classes that reveal.js gives to slides itself: hidden from people, and not to be set by them. */
export const reservedSlideClasses: readonly string[] = [
  ...['past', 'present', 'future', 'disabled', 'overflowing'],
  ...['has-dark-background', 'has-light-background'],
]

/** The classes that blocks get from the deck's format and from the player: not to be set by people. */
export const reservedBlockClasses: readonly string[] = [
  ...['block', 'fragment', 'visible', 'current-fragment'],
  ...reservedSlideClasses,
]
