import type { PageScriptData } from './page-script-data.ts'

/** The URL of an API call for the deck, with the private link's token if the page was opened by one. */
export function deckCallUrl({ deckId, share }: PageScriptData, what: string): string {
  const token = share?.deck.token
  return `/api/v1/decks/${deckId}/${what}.json${token ? `?token=${encodeURIComponent(token)}` : ''}`
}
