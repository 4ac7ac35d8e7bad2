import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import type { Context } from '../route.ts'
import { sendTo } from './announce.ts'
import { channelUser } from './deck-user-json.ts'
import { deletePeople, personOfDeck } from './queries.ts'

/** The user who accepted an invitation to this address, which proves access to its mails. */
interface Accepting {
  readonly userId: number
  readonly email: string
}

/**
 * Makes a user a collaborator of all decks to which the address is invited. An invitation to the instance or a team does
 * it too. Returns the ids of the decks.
 */
export async function acceptDecks(
  trx: Db,
  services: Services,
  request: Context['request'],
  { userId, email }: Accepting,
): Promise<number[]> {
  const waiting = await trx
    .selectFrom('deck_users')
    .innerJoin('decks', 'decks.id', 'deck_users.deck_id')
    .select(['deck_users.id', 'deck_users.deck_id', 'deck_users.role', 'decks.user_id as owner_id'])
    .where('deck_users.user_id', 'is', null)
    .where('deck_users.email', '=', email)
    .orderBy('deck_users.id')
    .execute()
  if (waiting.length === 0) return []
  const known = await trx.selectFrom('deck_users').select('deck_id').where('user_id', '=', userId).execute()
  const collaborates = new Set(known.map((row) => row.deck_id))
  const needless = waiting.filter(({ deck_id, owner_id }) => owner_id === userId || collaborates.has(deck_id))
  await deletePeople(
    trx,
    needless.map(({ id }) => id),
  )
  const joined = waiting.filter((row) => !needless.includes(row))
  for (const { id, deck_id, role } of joined) {
    await trx
      .updateTable('deck_users')
      .set({ user_id: userId, email: null, active: true })
      .where('id', '=', id)
      .execute()
    const entry = { actorId: userId, action: 'deck.join', resource: `deck:${deck_id}`, detail: { role } }
    await audit(trx, services, request, entry)
  }
  return joined.map(({ deck_id }) => deck_id)
}

/** Announces a user who has joined these decks on the pages that have them open. Call it after the commit. */
export async function announceAccepted(services: Services, deckIds: readonly number[], userId: number): Promise<void> {
  const db = services.database.read
  for (const deckId of deckIds) {
    const loaded = await loadDeckFor(db, deckId, null)
    const person = loaded && (await personOfDeck(db, loaded, String(userId)))
    const user = person && channelUser(person)
    if (user) sendTo(services, deckId, { type: 'collaboration:user-added', user })
  }
}

/** Deletes the waiting people with these addresses, when their account is deleted. */
export async function forgetInvited(trx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const rows = await trx
    .selectFrom('deck_users')
    .select('id')
    .where('user_id', 'is', null)
    .where('email', 'in', addresses)
    .execute()
  await deletePeople(
    trx,
    rows.map(({ id }) => id),
  )
}
