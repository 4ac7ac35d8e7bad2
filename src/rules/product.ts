/** What the product is called and where its sources are; every page, mail and document takes the name from here. */
export const product = {
  name: 'Lectern',
  tagline: 'The open, self-hosted home for HTML slide decks',
} as const
