import type { Option } from './options.ts'

/** How a fragment appears and disappears. The id is the reveal.js class; '' is fade in. */
export interface FragmentStyle extends Option {
  /**
   * CSS properties of the hidden fragment from which it appears, for the editor's preview. They equal those in
   * reveal.js's style sheet and blocks/fragment-styles.css.
   */
  readonly before?: Readonly<Record<string, string>>
  /**
   * The step that hides the fragment. `own`: it is visible until its step. `next`: until the step after it. Missing:
   * never.
   */
  readonly leaves?: 'own' | 'next'
}

/**
 * The fragment styles that the editor offers. Their CSS, beyond reveal.js's, is in blocks/fragment-styles.css: a style that
 * moves needs a rule for rotated blocks, one that is visible before its step a line in the list. Tests check both.
 */
export const fragmentStyles: readonly FragmentStyle[] = [
  { id: '', title: 'Fade in', tooltip: 'Appears in its place.' },
  { id: 'fade-down', title: 'Fade down', tooltip: 'Appears from above.', before: { translate: '0 -40px' } },
  { id: 'fade-up', title: 'Fade up', tooltip: 'Appears from below.', before: { translate: '0 40px' } },
  { id: 'fade-right', title: 'Fade right', tooltip: 'Appears from the left.', before: { translate: '-40px 0' } },
  { id: 'fade-left', title: 'Fade left', tooltip: 'Appears from the right.', before: { translate: '40px 0' } },
  { id: 'fade-out', title: 'Fade out', tooltip: 'Is there at first and goes.', leaves: 'own' },
  { id: 'current-visible', title: 'Current visible', tooltip: 'Appears and goes with the next step.', leaves: 'next' },
]

/** A fragment style by its class; undefined if not offered. */
export function fragmentStyle(id: string): FragmentStyle | undefined {
  return fragmentStyles.find((style) => style.id === id)
}

/** The classes of all supported fragment styles: those offered, and the others of reveal.js. */
export const fragmentClasses: readonly string[] = [
  ...fragmentStyles.map(({ id }) => id),
  'fade-in',
  'fade-in-then-out',
  'fade-in-then-semi-out',
  'semi-fade-out',
  'grow',
  'shrink',
  'strike',
  'highlight-red',
  'highlight-green',
  'highlight-blue',
  'highlight-current-red',
  'highlight-current-green',
  'highlight-current-blue',
]
