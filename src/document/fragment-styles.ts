/**
 * The classes of reveal.js that say how a fragment comes. The first seven are offered in the editor
 * ('' is fade in); the others are read and kept.
 */
export const fragmentStyles: readonly string[] = [
  '',
  'fade-down',
  'fade-up',
  'fade-right',
  'fade-left',
  'fade-out',
  'current-visible',
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

/** How many of fragmentStyles, from the first, the editor offers. */
export const offeredFragmentStyles = 7
