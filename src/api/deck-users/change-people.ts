import { messages } from '../../rules/messages.ts'
import { peopleMessages } from '../../rules/people-messages.ts'
import { type DeckAction, decideDeck } from '../../rules/permissions.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { type LoadedDeck, loadDeckFor } from '../decks/load-deck.ts'
import { type DeckRow, updateDeck } from '../decks/queries.ts'
import type { Context } from '../route.ts'
import { userById } from '../users/queries.ts'
import { announce, announcePerson } from './announce.ts'
import type { deckUsersContracts } from './contract.ts'
import { activeEditorOf } from './deck-user-json.ts'
import { type Acting, check, lockAs, signedIn } from './lock-as-admin.ts'
import { mayTakeOver } from './may-take-over.ts'
import { countPeople, type DeckPerson, type DeckUserRow, deletePeople, personOfDeck, updatePerson } from './queries.ts'

/** A collaborator of a locked deck. */
interface LockedPerson {
  readonly loaded: LoadedDeck
  readonly person: DeckPerson
  readonly row: DeckUserRow
}

/** Locks the deck and reads a collaborator. Throws 404 for unknown people and 403 for the owner. */
async function lockPerson(
  acting: Acting,
  action: Extract<DeckAction, 'change-role' | 'remove-collaborator'>,
  id: string,
): Promise<LockedPerson> {
  const loaded = await lockAs(acting, action)
  const person = await personOfDeck(acting.db, loaded, id)
  if (!person) throw new HttpError(404, messages.access.notFound)
  check(acting, loaded, action, { currentRole: person.role })
  if (!person.row) throw new HttpError(403, messages.access.forbidden)
  return { loaded, person, row: person.row }
}

/** Makes the owner the active editor again, if it was this user. */
async function endEditing(db: Db, deck: DeckRow, userId: number | null): Promise<DeckRow> {
  if (userId === null || activeEditorOf(deck) !== userId || userId === deck.user_id) return deck
  return updateDeck(db, deck.id, { editor_user_id: null })
}

/** Announces the active editor, after the commit. */
function announceEditor(context: Parameters<typeof announce>[0], deck: DeckRow): void {
  announce(context, deck.id, { type: 'collaboration:editor-changed', user_id: activeEditorOf(deck) })
}

/** Deletes the row of a collaborator, whose access and editing end, and announces it. */
async function endCollaboration(context: Acting & Parameters<typeof announce>[0], locked: LockedPerson): Promise<void> {
  const { db, services } = context
  const { loaded, row } = locked
  const { id } = loaded.deck
  await deletePeople(db, [row.id])
  const deck = await endEditing(db, loaded.deck, row.user_id)
  context.afterCommit(() => services.accessChanges.notify({ deckId: id }))
  if (row.user_id !== null) announce(context, id, { type: 'collaboration:user-removed', user_id: row.user_id })
  if (deck !== loaded.deck) announceEditor(context, deck)
}

/** Writes the audit entry of a change of a deck's person. */
async function auditPerson(
  { db, services, request, user }: Acting,
  action: string,
  { deck_id, user_id }: Pick<DeckUserRow, 'deck_id' | 'user_id'>,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = { actorId: user?.id ?? null, action, resource: `deck:${deck_id}` }
  await audit(db, services, request, { ...entry, detail: { account: user_id, ...detail } })
}

/** Changes a collaborator's role. A new viewer no longer is the active editor. */
export async function changeRole(context: Context<typeof deckUsersContracts.change>) {
  const { body, db, params, services } = context
  const { role } = body.user
  const { loaded, person, row } = await lockPerson(context, 'change-role', params.user_id)
  const { editors } = await countPeople(db, loaded.deck, row.id)
  // An unchanged role is accepted, even if it could not be given any more.
  if (role !== row.role) check(context, loaded, 'change-role', { currentRole: row.role, newRole: role, editors })
  await updatePerson(db, row.id, { role })
  const deck = role === 'viewer' ? await endEditing(db, loaded.deck, row.user_id) : loaded.deck
  if (role !== row.role) {
    await auditPerson(context, 'deck.role', row, { from: row.role, to: role })
    context.afterCommit(() => services.accessChanges.notify({ deckId: deck.id }))
    announcePerson(context, deck.id, 'collaboration:user-updated', { ...person, role })
    if (deck !== loaded.deck) announceEditor(context, deck)
  }
  return { loaded: { ...loaded, deck }, person: { ...person, role } }
}

/** Removes a collaborator, or withdraws an invitation. */
export async function removePerson(context: Context<typeof deckUsersContracts.remove>): Promise<undefined> {
  const locked = await lockPerson(context, 'remove-collaborator', context.params.user_id)
  await endCollaboration(context, locked)
  await auditPerson(context, 'deck.remove', locked.row, { role: locked.row.role })
  return undefined
}

/** Ends the signed-in user's own collaboration. */
export async function leaveDeck(context: Context<typeof deckUsersContracts.leave>): Promise<undefined> {
  const user = signedIn(context.user)
  const loaded = await lockAs(context, 'leave')
  const person = await personOfDeck(context.db, loaded, String(user.id))
  if (!person?.row) throw new HttpError(404, messages.access.notFound)
  await endCollaboration(context, { loaded, person, row: person.row })
  await auditPerson(context, 'deck.leave', person.row, { role: person.role })
  return undefined
}

/** Throws 422 for a person who may not edit: a viewer, a suspended account, a deactivated member of the deck's team. */
async function checkSuccessor(db: Db, deckId: number, userId: number): Promise<void> {
  const loaded = await loadDeckFor(db, deckId, userId)
  const successor = await userById(db, String(userId))
  const mayEdit =
    loaded && successor && decideDeck('become-editor', actorOf(successor), deckFacts(loaded, userId)) === 'allow'
  if (!mayEdit) throw invalid('user_id', peopleMessages.mayNotEdit)
}

/**
 * Makes a person the active editor. Users take over themselves where the current editor lets them; the active editor
 * also hands over to others. Throws 409 while the current editor continues.
 */
export async function becomeEditor(context: Context<typeof deckUsersContracts.becomeEditor>) {
  const { db, params, services } = context
  const user = signedIn(context.user)
  const loaded = await lockAs(context, 'become-editor')
  const person = await personOfDeck(db, loaded, params.user_id)
  const userId = person?.user?.id
  if (!person || userId === undefined) throw new HttpError(404, messages.access.notFound)
  const { deck } = loaded
  const present = activeEditorOf(deck)
  if (userId !== user.id && present !== user.id) throw new HttpError(403, messages.access.forbidden)
  if (userId !== user.id) await checkSuccessor(db, deck.id, userId)
  if (present === userId) return { loaded, person }
  if (present !== user.id && !mayTakeOver(services, deck.id, present)) {
    throw new HttpError(409, peopleMessages.editorBusy)
  }
  const changed = await updateDeck(db, deck.id, { editor_user_id: userId })
  await auditPerson(context, 'deck.editor', { deck_id: deck.id, user_id: userId }, { from: present })
  announceEditor(context, changed)
  return { loaded: { ...loaded, deck: changed }, person }
}
