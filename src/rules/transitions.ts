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

/**
 * The reveal.js name of a transition: 'default' is 'convex', and 'linear' is 'slide'. Cube and page have our own
 * styles.
 */
export function revealTransition(id: string): string {
  if (id === 'default') return 'convex'
  return id === 'linear' ? 'slide' : id
}

/** Choices of the auto-slide interval, in seconds. */
export const autoSlideSeconds = [2, 4, 6, 8, 10, 15, 20, 30, 40] as const

/** Whether an auto-slide interval is valid: 0 (off) or one of the choices, in ms. */
export function isAutoSlideInterval(milliseconds: number): boolean {
  return milliseconds === 0 || autoSlideSeconds.some((seconds) => seconds * 1000 === milliseconds)
}
