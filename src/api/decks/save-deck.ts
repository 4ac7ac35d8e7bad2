import type { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { type Actor, decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { deckFacts } from '../actor.ts'
import { prepareContentAside } from '../clean-aside.ts'
import { enforce } from '../permission.ts'
import { recordRevision } from '../revisions/queries.ts'
import { afterSave } from './after-save.ts'
import { checkSettings, settingsIn } from './check-settings.ts'
import { contentRules } from './content-rules.ts'
import { newerVersion, type savedDeck } from './contract.ts'
import type { LoadedDeck } from './load-deck.ts'
import { newerThan, nextVersion } from './newer-version.ts'
import { cleanedSlides, type PreparedContent } from './prepare-content.ts'
import { type DeckChanges, type DeckRow, earlierSave, lockDeck, rememberSave, updateDeck } from './queries.ts'
import { writeContent } from './write-content.ts'

type SentSave = z.output<typeof savedDeck>

/** What a save answers. */
export interface Saved {
  readonly deck: DeckRow
  /** The notes that the save wrote: reading all of them would make a save of one slide dearer in a longer deck. */
  readonly notes: Readonly<Record<string, string>>
  readonly removed: PreparedContent['removed']
  /** By slide id, the HTML as stored of the slides that something was taken out of. */
  readonly cleaned: Readonly<Record<string, string>>
}

/** What a save answers besides the deck itself. Follows from what was sent, so a repeated save gets the same. */
export function answeredContent(content: PreparedContent | null): Pick<Saved, 'notes' | 'cleaned'> {
  return content ? { notes: content.notes, cleaned: cleanedSlides(content) } : { notes: {}, cleaned: {} }
}

interface Save {
  readonly loaded: LoadedDeck
  readonly actor: Actor & { readonly userId: number }
  readonly sent: SentSave
  readonly content: PreparedContent | null
  readonly now: Date
}

/**
 * Saves settings and content of a deck. Everything is checked and cleaned first, then written in one short
 * transaction: when this resolves it is on the disk. A save_id that was seen before changes nothing and gives the first
 * answer. Throws 409 with what is newer when the deck moved on since the client's version, unless the save is forced;
 * then what was newer stays as a revision.
 */
export async function saveDeck(
  services: Services,
  loaded: LoadedDeck,
  actor: Save['actor'],
  sent: SentSave,
): Promise<Saved> {
  const content = await prepareContentAside(sent, contentRules(services.settings, loaded.owner.plan))
  if (content && sent.version === undefined && !sent.force) throw invalid('version', messages.form.required)
  const save = { loaded, actor, sent, content, now: services.now() }
  const write = () => services.database.transaction((trx) => commit(services, trx, save))
  // Two decks of one person may get the same address at the same moment. Whoever comes second looks again: then the
  // address is taken, as if it had been so all along.
  return write().catch((error: unknown) => {
    if (isUniqueViolation(error)) return write()
    throw error
  })
}

async function commit(services: Services, trx: Db, save: Save): Promise<Saved> {
  const { sent, content, now } = save
  const deck = await lockDeck(trx, services.database.kind, save.loaded.deck.id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  // The deck was loaded before the lock: somebody else may have become its editor since, or thrown it away.
  const loaded = { ...save.loaded, deck }
  enforce(decideDeck('save', save.actor, deckFacts(loaded, save.actor.userId)))
  const repeated = sent.save_id ? await repeatedSave(trx, deck, sent.save_id) : null
  if (repeated) return { ...repeated, ...answeredContent(content) }
  const stale = sent.version !== undefined && sent.version !== deck.version
  if (stale && !sent.force) {
    const newer = await newerThan(trx, services.settings, loaded, save.actor.userId, sent.version ?? 0)
    throw conflict(newer)
  }
  const changes = await checkSettings(trx, loaded, save.actor, sent, now)
  const changed = await applyContent(trx, deck, { ...save, stale })
  const saved = await updateDeck(trx, deck.id, { ...changes, ...changed, ...versionAfter(deck, save) })
  const removed = content?.removed ?? {}
  if (sent.save_id) {
    const { save_id: saveId } = sent
    await rememberSave(trx, { deckId: deck.id, saveId, version: saved.version, result: { removed }, now })
  }
  await afterSave(services, trx, deck, saved)
  return { deck: saved, removed, ...answeredContent(content) }
}

/** A save that sends anything is a new version: the addresses of a deck's frames carry it, and browsers keep them. */
function versionAfter(deck: DeckRow, { sent, content, now, actor }: Save): DeckChanges {
  const sentAnything = content !== null || Object.keys(settingsIn(sent)).length > 0
  return sentAnything ? nextVersion(deck, actor.userId, now) : { version: deck.version }
}

async function applyContent(trx: Db, deck: DeckRow, save: Save & { stale: boolean }): Promise<DeckChanges> {
  const { content, sent, now, actor } = save
  if (!content) return {}
  const version = deck.version + 1
  const base = sent.version ?? deck.version
  const written = await writeContent(trx, content, { deck, version, base, force: sent.force ?? false, now })
  if (!written.changed) return {}
  // What a forced save goes over can be had again, also when the same person wrote it a moment ago in another window.
  const apart = save.stale || sent.force === true || written.dropped
  await recordRevision(trx, { deckId: deck.id, userId: actor.userId, version, now, apart })
  return { slide_count: written.slide_count, content_bytes: written.content_bytes }
}

/** The answer to a save_id that was seen before: the version it made then, with the settings as they are now. */
async function repeatedSave(trx: Db, deck: DeckRow, saveId: string): Promise<Pick<Saved, 'deck' | 'removed'> | null> {
  const earlier = await earlierSave(trx, deck.id, saveId)
  if (!earlier) return null
  const { removed } = earlier.result as { removed?: Saved['removed'] }
  return { deck: { ...deck, version: earlier.version }, removed: removed ?? {} }
}

/** A 409 that carries what the client has not seen, so that it can merge without asking again. */
function conflict(newer: Awaited<ReturnType<typeof newerThan>>): HttpError {
  return new HttpError(409, messages.save.stale, { extra: newerVersion.parse(newer) })
}
