import { isUntitled } from '../../../rules/deck-url.ts'

/** The title as lists show it: 'deck' is the name of a deck that nobody has named yet. */
export function deckTitle(title: string): string {
  return isUntitled(title) || title.trim() === '' ? 'Untitled deck' : title
}
