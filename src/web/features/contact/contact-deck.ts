/** The deck that a contact message is about, as fields of the message. */
export interface ContactDeck {
  readonly deck_id: number
  readonly deck_title: string
  readonly deck_url: string
}

/** The deck in a URL's query (`?deck_id=…&deck_title=…&deck_url=…`), as in help links of deck pages; null without one. */
export function contactDeckFrom(query: URLSearchParams): ContactDeck | null {
  const id = Number(query.get('deck_id'))
  if (!Number.isSafeInteger(id) || id <= 0) return null
  return { deck_id: id, deck_title: query.get('deck_title') ?? '', deck_url: query.get('deck_url') ?? '' }
}

/** The path of the contact page for a deck. */
export function contactPath(deck: ContactDeck): string {
  const { deck_id, deck_title, deck_url } = deck
  return `/contact?${new URLSearchParams({ deck_id: String(deck_id), deck_title, deck_url })}`
}
