import { shownTitle } from '../../rules/deck-url.ts'
import { type ExportType, exportFormat } from '../../rules/export-formats/index.ts'
import type { DeckRow } from '../decks/queries.ts'

/** The name of a downloaded file: the deck's title in plain letters, else its address. */
export function fileNameOf(deck: Pick<DeckRow, 'id' | 'title' | 'slug'>, type: ExportType): string {
  const plain = shownTitle(deck.title)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 _-]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const name = plain.slice(0, 80).trim() || deck.slug || `deck-${deck.id}`
  return `${name}.${exportFormat(type).extension}`
}
