import { accountMessages } from '../../rules/account-messages.ts'
import { invalid } from '../../server/http/http-error.ts'
import { trashDeck } from '../decks/change-state.ts'
import { moveDeck } from '../decks/move-deck.ts'
import { lockDeck } from '../decks/queries.ts'
import { heirOf } from '../decks/return-to-team.ts'
import type { Context } from '../route.ts'
import { removeMember } from '../teams/change-memberships.ts'
import { auditMember, keepAnOwner, type LockedMember, lockForChange } from './change-member.ts'
import type { teamUsersContracts } from './contract.ts'
import { teamDecksOf } from './queries.ts'

type Remove = Context<typeof teamUsersContracts.remove>

/**
 * Moves the member's decks of the team to the acting manager, or to that manager's trash, where they can be recovered.
 * Those of a manager who leaves go to the trash of an owner. Returns their ids.
 */
async function giveUpDecks({ body, db, services, user }: Remove, { team, member }: LockedMember): Promise<number[]> {
  const { decks: choice } = body.user
  const decks = await teamDecksOf(db, team.id, member.user_id)
  if (choice === undefined && decks.some((deck) => deck.trashed_at === null)) {
    throw invalid('decks', accountMessages.team.decksUndecided)
  }
  if (choice === 'move' && member.user_id === user.id) throw invalid('decks', accountMessages.team.decksToSelf)
  const heirId = member.user_id === user.id ? await heirOf(db, team.id, user.id) : user.id
  for (const { id } of decks) {
    const deck = await lockDeck(db, services.database.kind, id)
    if (!deck) continue
    const moved = heirId === null ? deck : await moveDeck(services, db, deck, heirId)
    if (choice !== 'move') await trashDeck(services, db, moved)
  }
  return decks.map(({ id }) => id)
}

/** Ends a membership, and decides on the member's decks of the team. The account and its personal decks stay. */
export async function removeTeamMember(context: Remove): Promise<undefined> {
  const { body, db, params, services } = context
  const locked = await lockForChange(context, params.id)
  const { team, member } = locked
  await keepAnOwner(db, member)
  const decks = await giveUpDecks(context, locked)
  await removeMember(db, services, team, member)
  const detail = { role: member.role, decks: body.user.decks ?? null, count: decks.length }
  await auditMember(context, 'member.remove', member, detail)
  context.afterCommit(() => {
    services.accessChanges.notify({ userId: member.user_id })
    for (const deckId of decks) services.accessChanges.notify({ deckId })
  })
  return undefined
}
