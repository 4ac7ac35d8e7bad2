import type { DeckListName } from '../../rules/deck-lists.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { enforce } from '../permission.ts'
import { readId } from '../read-id.ts'
import { type DeckJson, deckJson } from './deck-json.ts'
import {
  type DeckPage,
  kudoedAmong,
  likedDecks,
  originalsOf,
  ownDecks,
  ownersOf,
  visibleDecks,
} from './list-queries.ts'

/** A page of decks as calls answer it. */
export interface DeckListAnswer {
  readonly results: DeckJson[]
  readonly total: number
  readonly page: number
  readonly per_page: number
}

/** The decks as calls answer them, each with its owner and whether the asker likes it. Without notes. */
export async function decksJson(db: Db, decks: DeckPage['decks'], user: UserRow | null): Promise<DeckJson[]> {
  const owners = await ownersOf(db, decks)
  const kudoed = await kudoedAmong(
    db,
    user?.id ?? null,
    decks.map((deck) => deck.id),
  )
  const originals = await originalsOf(db, decks)
  return decks.flatMap((deck) => {
    const owner = owners.get(deck.user_id)
    return owner ? [deckJson(deck, owner, { kudoed: kudoed.has(deck.id), forkedFrom: originals.get(deck.id) })] : []
  })
}

/** A person by id, or by name; with neither nobody. */
async function findPerson(db: Db, idOrName: string): Promise<UserRow | undefined> {
  const id = readId(idOrName)
  const query = db.selectFrom('users').selectAll().where('active', '=', true)
  // A name may be all digits: then the name counts, as it does in addresses.
  const named = await query.where('username', '=', idOrName.toLowerCase()).executeTakeFirst()
  return named ?? (id === null ? undefined : query.where('id', '=', id).executeTakeFirst())
}

/**
 * One page of a person's list: their decks as far as the asker may see them, or, for the person alone, the decks they
 * like and the trash. Throws 404 when there is no such person, 403 for somebody else's likes or trash.
 */
export async function listDecksOf(
  db: Db,
  idOrName: string,
  user: UserRow | null,
  list: DeckListName,
  page: number,
): Promise<DeckListAnswer> {
  const person = await findPerson(db, idOrName)
  if (!person) throw new HttpError(404, messages.access.notFound)
  const self = user?.id === person.id
  if (!self && list !== 'decks') enforce(user ? 'forbidden' : 'sign-in')
  const wanted = { page: Math.max(1, page), perPage: limits.list.perPage }
  const found = await pageOf(db, person, user, list, wanted)
  const results = await decksJson(db, found.decks, user)
  return { results, total: found.total, page: wanted.page, per_page: wanted.perPage }
}

function pageOf(
  db: Db,
  person: UserRow,
  user: UserRow | null,
  list: DeckListName,
  page: { page: number; perPage: number },
): Promise<DeckPage> {
  if (list === 'kudos') return likedDecks(db, person.id, page)
  if (user?.id === person.id) return ownDecks(db, person.id, list === 'trash', page)
  return visibleDecks(db, person, { userId: user?.id ?? null, teamId: user?.team_id ?? null }, page)
}
