import { useNavigate } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import { deckUsersContracts } from '../../../api/deck-users/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { shownTitle } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError, messages } from '../../../rules/messages.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { planAllows } from '../../../rules/plans.ts'
import type { Visibility } from '../../../rules/visibilities.ts'
import { type ConfirmQuestion, confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { type DeckJson, placeOf } from '../../data/deck.ts'
import { useApi } from '../../data/session-context.tsx'

/** Callbacks of a list of decks. */
export interface DeckListChanges {
  /** The deck left this list. */
  onGone: (deck: DeckJson) => void
  onChanged: (deck: DeckJson) => void
  /** A fork was created. */
  onForked: (copy: DeckJson) => void
}

/** The owner's actions on a deck in a list. */
export interface DeckActions {
  setVisibility(deck: DeckJson, visibility: Visibility): Promise<void>
  /** Called after the deck was made public in its share dialog. */
  published(deck: DeckJson): void
  fork(deck: DeckJson): Promise<void>
  /** Moves a personal deck into the user's team. */
  bringToTeam(deck: DeckJson): Promise<void>
  trash(deck: DeckJson): Promise<void>
  recover(deck: DeckJson): Promise<void>
  destroy(deck: DeckJson): Promise<void>
  /** Ends the user's collaboration on a deck of another user. */
  leave(deck: DeckJson): Promise<void>
}

/** Messages of an action that removes a deck from its list. */
interface Departure {
  question(title: string, visibility: Visibility): ConfirmQuestion
  readonly success: string
  readonly failure: string
}

/** Describes the deck's current visibility: internal decks of a closed team are private. */
const recoveredAs: Readonly<Record<Visibility, string>> = {
  self: 'It is private: others see it only where you have shared it.',
  team: 'It is internal: everyone in your team sees it.',
  all: 'It is public: everyone sees it.',
}

const departures = {
  trash: {
    question: (title) => ({
      title: `Move “${title}” to the trash?`,
      text: `Nobody can open it there. You can recover it for ${limits.deck.trashDays} days.`,
      action: 'Move to trash',
      dangerous: true,
    }),
    success: messages.deck.trashed,
    failure: messages.deck.deleteFailed,
  },
  recover: {
    question: (title, visibility) => ({
      title: `Recover “${title}”?`,
      text: `It comes back to your decks. ${recoveredAs[visibility]}`,
      action: 'Recover',
    }),
    success: messages.deck.recovered,
    failure: messages.deck.recoverFailed,
  },
  destroy: {
    question: (title) => ({
      title: `Delete “${title}” for good?`,
      text: 'Its slides and all its revisions are gone afterwards. Nobody can bring them back.',
      action: 'Delete for good',
      dangerous: true,
    }),
    success: messages.deck.deleted,
    failure: messages.deck.deleteFailed,
  },
  leave: {
    question: (title, visibility) => ({
      title: `Leave “${title}”?`,
      text:
        visibility === 'all'
          ? 'You no longer edit it or read its comments, until you are invited again.'
          : 'You can not open it any more, until you are invited again.',
      action: 'Leave deck',
      dangerous: true,
    }),
    success: 'You left the deck',
    failure: genericError(() => 0),
  },
} satisfies Readonly<Record<string, Departure>>

/** Cannot be undone: the team owns the deck afterward. */
const bringQuestion = (title: string): ConfirmQuestion => ({
  title: `Bring “${title}” into the team?`,
  text: 'It becomes a deck of your team and moves to the team’s address; old links lead there. When you leave the team, it stays.',
  action: 'Bring into the team',
})

/** Shows a dialog that private decks need a plan, with a link to the plans. */
function usePlanOffer(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (await confirmDialog(planOffers.privateDecks)) await navigate(planOffers.privateDecks.address)
  }
}

/** The actions on own decks: each confirms a possible loss, then shows the result. */
export function useDeckActions({ onGone, onChanged, onForked }: DeckListChanges): DeckActions {
  const api = useApi()
  const offerPlan = usePlanOffer()
  const idOf = (deck: DeckJson) => ({ params: { id: String(deck.id) } })
  const leave = async (deck: DeckJson, { question, success, failure }: Departure, call: () => Promise<unknown>) => {
    if (!(await confirmDialog(question(shownTitle(deck.title), deck.visibility)))) return
    try {
      await call()
    } catch {
      return void showError(failure)
    }
    showSuccess(success)
    onGone(deck)
  }
  return {
    async setVisibility(deck, visibility) {
      if (visibility === deck.visibility) return
      if (visibility === 'self' && !planAllows(placeOf(deck).plan, 'privateDecks')) return offerPlan()
      try {
        const answer = await api.call(decksContracts.publish, { ...idOf(deck), body: { visibility } })
        onChanged(answer.deck)
        showSuccess(messages.visibility[visibility])
      } catch (error) {
        if (isApiError(error) && error.message === messages.access.upgrade) return offerPlan()
        showError(messages.deck.visibilityFailed)
      }
    },
    published(deck) {
      onChanged({ ...deck, visibility: 'all' })
    },
    async fork(deck) {
      try {
        const copy = await api.call(decksContracts.fork, { ...idOf(deck), body: {} })
        onForked(copy)
        showSuccess(`A copy of “${shownTitle(deck.title)}” is among your decks`)
      } catch {
        showError(genericError())
      }
    },
    async bringToTeam(deck) {
      if (!(await confirmDialog(bringQuestion(shownTitle(deck.title))))) return
      try {
        onChanged(await api.call(decksContracts.bringToTeam, idOf(deck)))
        showSuccess(messages.deck.broughtToTeam)
      } catch (error) {
        showError(isApiError(error) && error.isUserMessage ? error.message : genericError())
      }
    },
    trash: (deck) => leave(deck, departures.trash, () => api.call(decksContracts.trash, idOf(deck))),
    recover: (deck) => leave(deck, departures.recover, () => api.call(decksContracts.recover, idOf(deck))),
    leave: (deck) => leave(deck, departures.leave, () => api.call(deckUsersContracts.leave, idOf(deck))),
    destroy: (deck) => leave(deck, departures.destroy, () => api.call(decksContracts.destroy, idOf(deck))),
  }
}
