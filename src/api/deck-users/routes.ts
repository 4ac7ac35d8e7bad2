import { messages } from '../../rules/messages.ts'
import { roleIsAdmin } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { deckJson } from '../decks/deck-json.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { updateDeck } from '../decks/queries.ts'
import { type Context, type Route, route } from '../route.ts'
import { announcePerson } from './announce.ts'
import { becomeEditor, changeRole, leaveDeck, removePerson } from './change-people.ts'
import { deckUsersContracts as contracts } from './contract.ts'
import { personJson } from './deck-user-json.ts'
import { invitePerson } from './invite.ts'
import { lockAs, signedIn } from './lock-as-admin.ts'
import { type DeckPerson, peopleOfDeck, personOfDeck, recordSeen } from './queries.ts'

/** Invitations that were not accepted yet are for the deck's admins. */
function isListedFor({ role }: Pick<LoadedDeck, 'role'>, { active }: DeckPerson): boolean {
  return active || roleIsAdmin(role)
}

/** For whom people are shown. */
function readerOf({ services, user }: Pick<Context, 'services' | 'user'>) {
  return { readerId: signedIn(user).id, presence: services.deckPresence }
}

async function list({ db, loaded, services, user }: Context<typeof contracts.list>) {
  const people = (await peopleOfDeck(db, loaded)).filter((person) => isListedFor(loaded, person))
  const reader = readerOf({ services, user })
  return {
    results: people.map((person) => personJson(person, loaded, reader)),
    total: people.length,
    collaborative: loaded.deck.collaborative,
  }
}

async function read({ db, loaded, params, services, user }: Context<typeof contracts.read>) {
  const person = await personOfDeck(db, loaded, params.user_id)
  if (!person || !isListedFor(loaded, person)) throw new HttpError(404, messages.access.notFound)
  return personJson(person, loaded, readerOf({ services, user }))
}

async function invite(context: Context<typeof contracts.invite>) {
  const { loaded, row } = await invitePerson(context)
  const person = await personOfDeck(
    context.db,
    loaded,
    row.user_id === null ? `invited-${row.id}` : String(row.user_id),
  )
  if (!person) throw new HttpError(404, messages.access.notFound)
  announcePerson(context, loaded.deck.id, 'collaboration:user-added', person)
  return personJson(person, loaded, readerOf(context))
}

/** The answer to a change of a person. */
function changed(
  { loaded, person }: { readonly loaded: LoadedDeck; readonly person: DeckPerson },
  context: Pick<Context, 'services' | 'user'>,
) {
  return personJson(person, loaded, readerOf(context))
}

/** Handlers of the routes for the people of a deck. */
export const deckUsersRoutes: readonly Route[] = [
  route(contracts.makeCollaborative, async (context) => {
    const { deck, owner } = await lockAs(context, 'make-collaborative')
    const enabled = deck.collaborative ? deck : await updateDeck(context.db, deck.id, { collaborative: true })
    return deckJson(enabled, owner)
  }),
  route(contracts.list, list),
  route(contracts.read, read),
  route(contracts.invite, invite),
  route(contracts.change, async (context) => changed(await changeRole(context), context)),
  route(contracts.remove, removePerson),
  route(contracts.leave, leaveDeck),
  route(contracts.becomeEditor, async (context) => changed(await becomeEditor(context), context)),
  route(contracts.updateLastSeen, async ({ db, loaded, services, user }) => {
    await recordSeen(db, loaded.deck, signedIn(user).id, services.now())
    return undefined
  }),
]
