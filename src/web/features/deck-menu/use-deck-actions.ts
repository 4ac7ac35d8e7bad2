import { useNavigate } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { shownTitle } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError, messages } from '../../../rules/messages.ts'
import { privateOffer } from '../../../rules/plan-offers.ts'
import { planAllows } from '../../../rules/plans.ts'
import type { Visibility } from '../../../rules/visibilities.ts'
import { askConfirm } from '../../../ui/ask/ask-store.ts'
import { flashNegative, flashPositive } from '../../../ui/flash/flash-store.ts'
import type { DeckJson } from '../../data/deck.ts'
import { useApi, useViewer } from '../../data/session-context.tsx'

/** What a list of decks does when one of them changed. */
export interface DeckListChanges {
  /** It has left this list. */
  onGone: (deck: DeckJson) => void
  onChanged: (deck: DeckJson) => void
  /** A copy was made of it. */
  onForked: (copy: DeckJson) => void
}

/** What the owner of a deck can do with it in a list. */
export interface DeckActions {
  setVisibility(deck: DeckJson, visibility: Visibility): Promise<void>
  /** It was made public from its share dialog. */
  published(deck: DeckJson): void
  fork(deck: DeckJson): Promise<void>
  trash(deck: DeckJson): Promise<void>
  recover(deck: DeckJson): Promise<void>
  destroy(deck: DeckJson): Promise<void>
}

/** Runs a call and says how it went. True when it went well. */
async function told(call: Promise<unknown>, success: string, failure: () => string): Promise<boolean> {
  try {
    await call
    flashPositive(success)
    return true
  } catch {
    flashNegative(failure())
    return false
  }
}

/** Says why a deck can't be private, and leads to the plans. */
function usePlanOffer(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (await askConfirm(privateOffer)) await navigate(privateOffer.address)
  }
}

/** The actions on the own decks: each asks first where something could be lost, then tells how it went. */
export function useDeckActions({ onGone, onChanged, onForked }: DeckListChanges): DeckActions {
  const api = useApi()
  const viewer = useViewer()
  const offerPlan = usePlanOffer()
  const idOf = (deck: DeckJson) => ({ params: { id: String(deck.id) } })
  return {
    async setVisibility(deck, visibility) {
      if (visibility === deck.visibility) return
      if (visibility === 'self' && viewer && !planAllows(viewer.plan, 'privateDecks')) return offerPlan()
      try {
        const answer = await api.call(decksContracts.publish, { ...idOf(deck), body: { visibility } })
        onChanged(answer.deck)
        flashPositive(messages.visibility[visibility])
      } catch (error) {
        if (isApiError(error) && error.message === messages.access.upgrade) return offerPlan()
        flashNegative(messages.deck.visibilityFailed)
      }
    },
    published(deck) {
      onChanged({ ...deck, visibility: 'all' })
    },
    async fork(deck) {
      try {
        const copy = await api.call(decksContracts.fork, { ...idOf(deck), body: {} })
        onForked(copy)
        flashPositive(`A copy of “${shownTitle(deck.title)}” is among your decks`)
      } catch {
        flashNegative(genericError())
      }
    },
    async trash(deck) {
      const question = {
        title: `Move “${shownTitle(deck.title)}” to the trash?`,
        text: `Nobody can open it there. You can recover it for ${limits.deck.trashDays} days.`,
        action: 'Move to trash',
        dangerous: true,
      }
      if (!(await askConfirm(question))) return
      const gone = await told(
        api.call(decksContracts.trash, idOf(deck)),
        messages.deck.trashed,
        () => messages.deck.deleteFailed,
      )
      if (gone) onGone(deck)
    },
    async recover(deck) {
      const question = {
        title: `Recover “${shownTitle(deck.title)}”?`,
        text: 'It comes back to your decks, with the visibility it had.',
        action: 'Recover',
      }
      if (!(await askConfirm(question))) return
      const gone = await told(
        api.call(decksContracts.recover, idOf(deck)),
        messages.deck.recovered,
        () => messages.deck.recoverFailed,
      )
      if (gone) onGone(deck)
    },
    async destroy(deck) {
      const question = {
        title: `Delete “${shownTitle(deck.title)}” for good?`,
        text: 'Its slides and all its revisions are gone afterwards. Nobody can bring them back.',
        action: 'Delete for good',
        dangerous: true,
      }
      if (!(await askConfirm(question))) return
      const gone = await told(
        api.call(decksContracts.destroy, idOf(deck)),
        messages.deck.deleted,
        () => messages.deck.deleteFailed,
      )
      if (gone) onGone(deck)
    },
  }
}
