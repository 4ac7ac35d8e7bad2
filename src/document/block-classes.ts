import { fragmentStyles } from './fragment-styles.ts'

/** The class names that blocks, their text and fragments are written with: the deck's own vocabulary, free to everybody. */
export const blockClasses: readonly string[] = [
  'block',
  'block-content',
  'block-line',
  'block-head',
  'block-hit',
  'block-link',
  'caption',
  'fragment',
  ...fragmentStyles.filter((name) => name !== ''),
]
