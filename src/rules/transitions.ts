import type { Option } from './options.ts'

/** Slide transitions. */
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

/** Background transitions. */
export const backgroundTransitions: readonly Option[] = [
  { id: 'slide', title: 'Slide', tooltip: 'Backgrounds move with their slides.' },
  { id: 'fade', title: 'Fade', tooltip: 'One background fades into the next.' },
  { id: 'none', title: 'None', tooltip: 'The next background is simply there.' },
  { id: 'convex', title: 'Convex', tooltip: 'Backgrounds stand on the outside of a drum.' },
  { id: 'concave', title: 'Concave', tooltip: 'Backgrounds stand on the inside of a drum.' },
  { id: 'zoom', title: 'Zoom', tooltip: 'The next background grows out of this one.' },
]

/** Transition of new decks. */
export const defaultTransition = 'slide'
export const defaultBackgroundTransition = 'slide'

/** The reveal.js name of a transition: 'default' is its convex; linear is slide; cube and page have our own styles. */
export function revealTransition(id: string): string {
  if (id === 'default') return 'convex'
  return id === 'linear' ? 'slide' : id
}

/** Fragment styles. The id is the reveal.js class; '' is fade in. */
export const fragmentStyles: readonly Option[] = [
  { id: '', title: 'Fade in', tooltip: 'Appears in its place.' },
  { id: 'fade-down', title: 'Fade down', tooltip: 'Appears from above.' },
  { id: 'fade-up', title: 'Fade up', tooltip: 'Appears from below.' },
  { id: 'fade-right', title: 'Fade right', tooltip: 'Appears from the left.' },
  { id: 'fade-left', title: 'Fade left', tooltip: 'Appears from the right.' },
  { id: 'fade-out', title: 'Fade out', tooltip: 'Is there at first and goes.' },
  { id: 'current-visible', title: 'Current visible', tooltip: 'Appears and goes with the next step.' },
]

/** Choices of the auto-slide interval, in seconds. */
export const autoSlideSeconds = [2, 4, 6, 8, 10, 15, 20, 30, 40] as const

/** Whether an auto-slide interval is valid: 0 (off) or one of the choices, in ms. */
export function isAutoSlideInterval(milliseconds: number): boolean {
  return milliseconds === 0 || autoSlideSeconds.some((seconds) => seconds * 1000 === milliseconds)
}

/** Classes set on slides by reveal.js: hidden from users, who cannot set them. */
export const reservedSlideClasses: readonly string[] = [
  ...['past', 'present', 'future', 'disabled', 'overflowing'],
  ...['has-dark-background', 'has-light-background'],
]

/** Classes set on blocks by the deck format and the player; users cannot set them. */
export const reservedBlockClasses: readonly string[] = [
  ...['block', 'fragment', 'visible', 'current-fragment'],
  ...reservedSlideClasses,
]
