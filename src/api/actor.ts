import type { Actor, DeckFacts } from '../rules/permissions.ts'
import type { UserRow } from '../server/http/session.ts'
import { deckState } from './decks/deck-state.ts'
import type { LoadedDeck } from './decks/load-deck.ts'

/** What decisions about a user depend on. */
export const actorColumns = ['id', 'plan', 'team_id', 'membership_role', 'active', 'operator'] as const
export type ActorRow = Pick<UserRow, (typeof actorColumns)[number]>

/** A user's facts for the permission matrix. `user` is null for a visitor. */
export function actorOf(user: ActorRow | null): Actor {
  return {
    userId: user?.id ?? null,
    plan: user?.plan ?? 'free',
    teamId: user?.team_id ?? null,
    teamRole: user?.membership_role ?? null,
    active: user?.active ?? false,
    operator: user?.operator ?? false,
  }
}

/** A loaded deck's facts for the permission matrix. */
export function deckFacts(
  loaded: Omit<LoadedDeck, 'owner' | 'theme' | 'fonts'> & { readonly owner: Pick<UserRow, 'plan'> },
  userId: number | null,
): DeckFacts {
  const { deck, owner, team, role } = loaded
  return {
    ownerId: deck.user_id,
    ownerPlan: owner.plan,
    teamId: team?.id ?? null,
    // An ended team's decks could otherwise be neither private nor public.
    teamAllowsPublic: team === null || team.plan !== 'enterprise' || team.allow_public_decks,
    visibility: deck.visibility,
    state: deckState(deck),
    shareNotes: deck.share_notes,
    publicComments: deck.public_comments,
    role,
    activeEditor: userId !== null && (deck.editor_user_id ?? deck.user_id) === userId,
    link: loaded.link?.state ?? 'none',
  }
}
