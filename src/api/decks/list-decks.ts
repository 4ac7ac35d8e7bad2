import type { DeckListName } from '../../rules/deck-lists.ts'
import { messages } from '../../rules/messages.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Page } from '../../server/db/read-page.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { pageAnswer } from '../paging.ts'
import { enforce } from '../permission.ts'
import { readId } from '../read-id.ts'
import { type DeckJson, deckJson } from './deck-json.ts'
import {
  kudoedAmong,
  likedDecks,
  listViewer,
  originalsOf,
  ownDecks,
  ownersOf,
  sharedDecks,
  visibleDecks,
} from './list-queries.ts'
import type { DeckRow } from './queries.ts'

/** Decks as JSON, with their owners and the user's likes. Without notes. */
export async function decksJson(db: Db, decks: readonly DeckRow[], user: UserRow | null): Promise<DeckJson[]> {
  const owners = await ownersOf(db, decks)
  const kudoed = await kudoedAmong(
    db,
    user?.id ?? null,
    decks.map((deck) => deck.id),
  )
  const originals = await originalsOf(db, decks)
  return decks.flatMap((deck) => {
    const owner = owners.get(deck.id)
    return owner ? [deckJson(deck, owner, { kudoed: kudoed.has(deck.id), forkedFrom: originals.get(deck.id) })] : []
  })
}

/** Finds an active user by id or username. */
async function findPerson(db: Db, idOrName: string): Promise<UserRow | undefined> {
  const id = readId(idOrName)
  const query = db.selectFrom('users').selectAll().where('active', '=', true)
  // A username may be all digits. It takes precedence over an id, as in URLs.
  const named = await query.where('username', '=', idOrName.toLowerCase()).executeTakeFirst()
  return named ?? (id === null ? undefined : query.where('id', '=', id).executeTakeFirst())
}

/**
 * One page of a user's list: the decks that the requesting user may see. All lists but the first are readable by their
 * user only. Throws 404 for an unknown user, 403 for another user's such list.
 */
export async function listDecksOf(db: Db, idOrName: string, user: UserRow | null, list: DeckListName, page: Page) {
  const person = await findPerson(db, idOrName)
  if (!person) throw new HttpError(404, messages.access.notFound)
  const self = user?.id === person.id
  if (!self && list !== 'decks') enforce(user ? 'forbidden' : 'sign-in')
  const { rows, total } = await readList(db, person, user, list, page)
  const roles = new Map(rows.map(({ id, role }) => [id, role]))
  const decks = await decksJson(db, rows, user)
  return pageAnswer(
    page,
    total,
    decks.map((deck) => ({ ...deck, role: roles.get(deck.id) ?? null })),
  )
}

/** The decks of a list; those that are shared with the user have the user's role. */
interface ListedDecks {
  readonly rows: readonly (DeckRow & { readonly role?: CollaboratorRole })[]
  readonly total: number
}

function readList(db: Db, person: UserRow, user: UserRow | null, list: DeckListName, page: Page): Promise<ListedDecks> {
  if (list === 'shared') return sharedDecks(db, person.id, page)
  if (list === 'kudos') return likedDecks(db, person.id, page)
  if (user?.id === person.id) return ownDecks(db, person, list === 'trash', page)
  return visibleDecks(db, person, listViewer(user), page)
}
