/** Classes that reveal.js sets on slides. Users neither see nor set them. */
export const reservedSlideClasses: readonly string[] = [
  ...['past', 'present', 'future', 'disabled', 'overflowing'],
  ...['has-dark-background', 'has-light-background'],
]

/** Classes set on blocks by the deck format and the player; users cannot set them. */
export const reservedBlockClasses: readonly string[] = [
  ...['block', 'fragment', 'visible', 'current-fragment'],
  ...reservedSlideClasses,
]
