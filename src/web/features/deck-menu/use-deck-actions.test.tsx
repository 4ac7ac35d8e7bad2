// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import type { DeckJson } from '../../data/deck.ts'
import { useDeckActions } from './use-deck-actions.ts'

function RecoverButton({ deck }: { deck: DeckJson }) {
  const ignore = () => undefined
  const { recover } = useDeckActions({ onGone: ignore, onChanged: ignore, onForked: ignore })
  return (
    <button type="button" onClick={() => void recover(deck)}>
      Take back
    </button>
  )
}

// Closing a team makes its internal decks private, those in the trash too.
test.each([
  ['self', 'It is private'],
  ['team', 'It is internal'],
  ['all', 'It is public'],
] as const)('before a deck is recovered, its present visibility is named: %s', async (visibility, text) => {
  const screen = await showScreen(<RecoverButton deck={{ title: 'Moraines', visibility } as DeckJson} />)
  await screen.press('Take back')
  expect(screen.text()).toContain(`It comes back to your decks. ${text}`)
})
