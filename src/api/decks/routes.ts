import type { Removal } from '../../document/sanitize/removals.ts'
import { isReservedDeckSlug } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { answerLookup } from '../answer-lookup.ts'
import type { ServerMessage } from '../deck-channel/messages.ts'
import { pageOf } from '../paging.ts'
import { enforce } from '../permission.ts'
import { type Context, route } from '../route.ts'
import { teamById } from '../teams/queries.ts'
import { bringToTeam, changeVisibility, destroyDeck, recoverDeck, trashDeck } from './change-state.ts'
import { notesAt, originalOf } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import { decksContracts } from './contract.ts'
import { createDeck, forkDeck } from './create-deck.ts'
import { deckJson } from './deck-json.ts'
import { deckList } from './deck-list.ts'
import { listDecksOf } from './list-decks.ts'
import { originalsOf, ownDecks } from './list-queries.ts'
import { type DeckOwner, deckOwner, isOwnedBy, type LoadedDeck, loadDeckAt } from './load-deck.ts'
import { mayReadNotes } from './may-read-notes.ts'
import { newerThan } from './newer-version.ts'
import { type DeckRow, deckBySaveId, isKudoed, slugIsTaken } from './queries.ts'
import { dataOf, readContent } from './read-content.ts'
import { type Saved, saveDeck } from './save-deck.ts'

/** Retention of slide originals, in ms. */
const originalsRetention = 30 * 24 * 60 * 60 * 1000
/** Maximum number of decks in the HTML list. */
const fragmentSize = 1000

/** The owner of a user's own deck. */
async function ownerOf(db: Db, deck: DeckRow, user: UserRow): Promise<DeckOwner> {
  return deckOwner(user, await teamById(db, deck.team_id))
}

type DeckAndOwner = Pick<LoadedDeck, 'deck' | 'owner'>

async function fullJson(db: Db, loaded: LoadedDeck, user: UserRow | null) {
  const { deck, owner } = loaded
  const notes = mayReadNotes(loaded, user) ? await notesAt(db, deck.id, deck.version) : {}
  return shownJson(db, { deck, owner }, user, notes)
}

/** A deck as JSON, with the user's like and the fork's original. */
async function shownJson(
  db: Db,
  { deck, owner }: DeckAndOwner,
  user: UserRow | null,
  notes: Record<string, string> = {},
) {
  const kudoed = await isKudoed(db, deck.id, user?.id ?? null)
  return deckJson(deck, owner, { notes, kudoed, forkedFrom: (await originalsOf(db, [deck])).get(deck.id) })
}

function savedJson(saved: Saved, owner: DeckOwner) {
  const removed: Record<string, Removal[]> = {}
  for (const [id, list] of Object.entries(saved.removed)) removed[id] = [...list]
  return { ...deckJson(saved.deck, owner, { notes: saved.notes }), removed, cleaned: { ...saved.cleaned } }
}

/** Notifies listeners, who then check their access again. */
function notifyAccessChange(services: Services, deckId: number): void {
  services.accessChanges.notify({ deckId })
}

/** Notifies the pages of the deck's collaborators of a newer version. */
function announceSave({ deckChannel }: Services, { id, version }: DeckRow, userId: number): void {
  const message: ServerMessage = { type: 'collaboration:deck-saved', user_id: userId, version }
  deckChannel.send(id, message)
}

/** The user of a route that requires sign-in. */
function signedIn(user: HostedUser | null): HostedUser {
  if (!user) throw new HttpError(401, messages.session.needed)
  return user
}

const ownList = async (c: { db: Db; user: UserRow; query: { trashed?: boolean } }) => {
  const trashed = c.query.trashed ?? false
  const { rows: decks } = await ownDecks(c.db, c.user, trashed, { page: 1, perPage: fragmentSize })
  return deckList(decks, c.user, trashed)
}

/** Answers whether a slug is reserved or used by another own deck. */
async function lookup({ query, db, user }: Context<typeof decksContracts.lookup>) {
  const slug = query.slug ?? query.id ?? ''
  if (slug === '') throw invalid('slug', messages.form.required)
  const taken = isReservedDeckSlug(slug) || (await slugIsTaken(db, user.id, slug, query.except))
  return answerLookup(taken, query.answer)
}

/** Handlers of the deck routes. */
export const decksRoutes = [
  route(decksContracts.read, (c) => fullJson(c.db, c.loaded, c.user)),

  route(decksContracts.create, async (c) => {
    const saved = await createDeck(c.services, c.user, c.body.deck)
    return savedJson(saved, await ownerOf(c.services.database.read, saved.deck, c.user))
  }),

  route(decksContracts.save, async (c) => {
    const user = signedIn(c.user)
    const saved = await saveDeck(c.services, c.loaded, { ...actorOf(user), userId: user.id }, c.body.deck)
    if (saved.deck.visibility !== c.loaded.deck.visibility)
      c.afterCommit(() => notifyAccessChange(c.services, saved.deck.id))
    if (saved.deck.version !== c.loaded.deck.version) c.afterCommit(() => announceSave(c.services, saved.deck, user.id))
    return savedJson(saved, c.loaded.owner)
  }),

  route(decksContracts.madeBy, async (c) => {
    const made = await deckBySaveId(c.db, c.user.id, c.params.save_id)
    if (!made || !isOwnedBy({ deck: made, owner: c.user }, c.user.id))
      throw new HttpError(404, messages.access.notFound)
    return deckJson(made, await ownerOf(c.db, made, c.user), { notes: await notesAt(c.db, made.id, made.version) })
  }),

  route(decksContracts.lookup, lookup),

  route(decksContracts.data, async (c) => {
    const content = await readContent(c.db, c.loaded.deck, contentRules(c.services.settings, c.loaded.owner.plan))
    const notes = mayReadNotes(c.loaded, c.user) ? content.notes : {}
    return { data: dataOf(content), version: content.version, notes: { ...notes } }
  }),

  route(decksContracts.newer, (c) =>
    newerThan(c.db, c.services.settings, c.loaded, signedIn(c.user).id, c.query.since),
  ),

  route(decksContracts.original, async (c) => {
    const after = new Date(c.services.now().getTime() - originalsRetention)
    const original = await originalOf(c.db, c.loaded.deck.id, c.params.slide_id, after)
    if (!original) throw new HttpError(404, messages.access.notFound)
    return original
  }),

  route(decksContracts.publish, async (c) => {
    const visibility = c.body.visibility ?? c.body.deck?.visibility
    if (!visibility) throw invalid('visibility', messages.deck.invalidVisibility)
    const deck = await changeVisibility(c.services, c.db, c.loaded, actorOf(c.user), visibility)
    c.afterCommit(() => notifyAccessChange(c.services, deck.id))
    return { deck: await fullJson(c.db, { ...c.loaded, deck }, c.user) }
  }),

  route(decksContracts.trash, async (c) => {
    const deck = await trashDeck(c.services, c.db, c.loaded.deck)
    c.afterCommit(() => notifyAccessChange(c.services, deck.id))
    return shownJson(c.db, { ...c.loaded, deck }, c.user)
  }),

  route(decksContracts.recover, async (c) => {
    const deck = await recoverDeck(c.services, c.db, c.loaded.deck)
    return shownJson(c.db, { ...c.loaded, deck }, c.user)
  }),

  route(decksContracts.destroy, async (c) => {
    await destroyDeck(c.services, c.db, c.loaded.deck)
    const { thumbnail_key: picture } = c.loaded.deck
    if (picture) c.afterCommit(() => c.services.files.delete(picture))
    c.afterCommit(() => notifyAccessChange(c.services, c.loaded.deck.id))
    return undefined
  }),

  route(decksContracts.bringToTeam, async (c) => {
    const brought = await bringToTeam(c.services, c.db, c.loaded)
    c.afterCommit(() => notifyAccessChange(c.services, brought.deck.id))
    return fullJson(c.db, brought, c.user)
  }),

  route(decksContracts.fork, async (c) => {
    const user = signedIn(c.user)
    const source = { deck: c.loaded.deck, mayReadNotes: mayReadNotes(c.loaded, user) }
    const deck = await forkDeck(c.services, c.db, source, user, c.body.save_id)
    return shownJson(c.db, { deck, owner: await ownerOf(c.db, deck, user) }, user)
  }),

  route(decksContracts.fragment, ownList),
  route(decksContracts.fragmentOutsideApi, ownList),

  route(decksContracts.at, async (c) => {
    const loaded = await loadDeckAt(c.db, c.params.id, c.params.slug, c.user?.id ?? null)
    if (!loaded) throw new HttpError(404, messages.access.notFound)
    enforce(decideDeck('see', actorOf(c.user), deckFacts(loaded, c.user?.id ?? null)))
    return shownJson(c.db, loaded, c.user)
  }),

  route(decksContracts.ofUser, async (c) => {
    if (c.query.list === 'trash' && !c.user) enforce('sign-in')
    return listDecksOf(c.db, c.params.id, c.user, c.query.list, pageOf(c.query))
  }),
]
