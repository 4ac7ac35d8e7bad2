/** Name, tagline and sources of the product; every page, mail and document uses these. */
export const product = {
  name: 'Lectern',
  tagline: 'The open, self-hosted home for HTML slide decks',
} as const
