import { fragmentClasses } from '../rules/fragment-styles.ts'

/** Class names used by blocks, text and fragments: the deck format's vocabulary, allowed on every plan. */
export const blockClasses: readonly string[] = [
  'block',
  'block-content',
  'block-line',
  'block-head',
  'block-hit',
  'block-link',
  'caption',
  'fragment',
  ...fragmentClasses.filter((name) => name !== ''),
]
