import { shownTitle } from '../../rules/deck-url.ts'
import type { DeckRow } from '../decks/queries.ts'

/** The name of a downloaded file: the deck's title in plain letters, else its address. `ending`: with its dot. */
export function fileNameOf(deck: Pick<DeckRow, 'id' | 'title' | 'slug'>, ending: string): string {
  const plain = shownTitle(deck.title)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 _-]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const name = plain.slice(0, 80).trim() || deck.slug || `deck-${deck.id}`
  return `${name}${ending}`
}
