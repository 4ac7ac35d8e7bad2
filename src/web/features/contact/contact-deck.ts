/** The deck that a message is about, in the fields of the message. */
export interface ContactDeck {
  readonly deck_id: number
  readonly deck_title: string
  readonly deck_url: string
}

/** The deck named in an address (`?deck_id=…&deck_title=…&deck_url=…`), as help links on deck pages carry it; null without one. */
export function contactDeckFrom(query: URLSearchParams): ContactDeck | null {
  const id = Number(query.get('deck_id'))
  if (!Number.isSafeInteger(id) || id <= 0) return null
  return { deck_id: id, deck_title: query.get('deck_title') ?? '', deck_url: query.get('deck_url') ?? '' }
}

/** The address of the contact page about a deck. */
export function contactPath(deck: ContactDeck): string {
  const { deck_id, deck_title, deck_url } = deck
  return `/contact?${new URLSearchParams({ deck_id: String(deck_id), deck_title, deck_url })}`
}
