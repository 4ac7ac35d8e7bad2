/**
 * reveal.js classes of fragment styles. The editor offers the first seven ('' is fade in); the others are parsed and
 * kept.
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

/** The editor offers this many of fragmentStyles, from the first. */
export const offeredFragmentStyles = 7
