import type { z } from 'zod'
import { newUuid } from '../../document/ids.ts'
import type { Op } from '../../document/ops/op.ts'
import { messages } from '../../rules/messages.ts'
import type { Actor } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { deckFacts } from '../actor.ts'
import { type StoredBatch, storeBatch } from '../batches/queries.ts'
import { enforceDeck } from '../permission.ts'
import { recordRevision } from '../revisions/queries.ts'
import { prepareContentInWorker } from '../sanitize-in-worker.ts'
import { afterSave } from './after-save.ts'
import { checkSettings, settingsIn } from './check-settings.ts'
import { contentRules } from './content-rules.ts'
import { newerVersion, type savedDeck } from './contract.ts'
import { rememberAddress } from './former-addresses.ts'
import type { LoadedDeck } from './load-deck.ts'
import { newerThan, nextVersion } from './newer-version.ts'
import { cleanedSlides, type PreparedContent } from './prepare-content.ts'
import {
  type DeckChanges,
  type DeckRow,
  type EarlierSave,
  findSave,
  lockDeck,
  storeRefusal,
  storeSave,
  updateLockedDeck,
} from './queries.ts'
import { contentOps, settingOps } from './save-ops.ts'
import { type CurrentSlide, writeContent } from './write-content.ts'

type SentSave = z.output<typeof savedDeck>

/** The result of a save. */
export interface Saved {
  readonly deck: DeckRow
  /** The notes that the save wrote. Reading all notes would make saves slower in longer decks. */
  readonly notes: Readonly<Record<string, string>>
  readonly removed: PreparedContent['removed']
  /** Stored HTML by slide id, for slides from which something was removed. */
  readonly cleaned: Readonly<Record<string, string>>
}

/** The result of a save of an existing deck. */
export interface Written extends Saved {
  /** What was stored as its batch; null for a repeated save, and for one that changed nothing. */
  readonly batch: StoredBatch | null
}

/** The parts of the answer that depend only on the request, so that a repeated save gets the same parts. */
export function answeredContent(content: PreparedContent | null): Pick<Saved, 'notes' | 'cleaned'> {
  return content ? { notes: content.notes, cleaned: cleanedSlides(content) } : { notes: {}, cleaned: {} }
}

interface Save {
  readonly loaded: LoadedDeck
  /** The operations of the content; null if it is not broadcast as operations. */
  readonly ops: readonly Op[] | null
  readonly actor: Actor & { readonly userId: number }
  readonly sent: SentSave
  readonly content: PreparedContent | null
  readonly current: readonly CurrentSlide[] | undefined
  readonly isBatch: boolean
  readonly now: Date
}

/** Content that is sanitized already, with its operations. */
export interface ReadyContent {
  readonly content: PreparedContent
  readonly ops: readonly Op[]
  /** The rows of its slides at the save's base version. */
  readonly current: readonly CurrentSlide[]
}

/**
 * Saves settings and content. Everything is validated and sanitized first, then written in one short transaction. The
 * save is durable when this resolves. A repeated save_id changes nothing and returns the first answer. Throws 409 with
 * the newer changes if the base version is stale: the save_id is then used up, since a batch with this id may arrive
 * after its sender has merged the changes and saved them under another id. A forced save overwrites the newer changes,
 * which stay in a revision. `batch`: `sent` is a batch on the newest version, which after a 409 is tried again on the
 * next one; its content may be ready, and is then not in `sent`.
 */
export async function saveDeck(
  services: Services,
  loaded: LoadedDeck,
  actor: Save['actor'],
  sent: SentSave,
  batch?: { readonly ready: ReadyContent | undefined },
): Promise<Written> {
  const ready = batch?.ready
  const rules = contentRules(services.settings, loaded.owner.plan)
  const content = ready?.content ?? (await prepareContentInWorker(sent, rules))
  if (content && sent.version === undefined && !sent.force) throw invalid('version', messages.form.required)
  const ops = ready?.ops ?? (await opsOf(services, loaded, sent, content))
  const isBatch = batch !== undefined
  const save = { loaded, actor, sent, content, ops, current: ready?.current, isBatch, now: services.now() }
  const write = () => services.database.transaction((trx) => commit(services, trx, save))
  // Two decks of one user may request the same slug concurrently. The second transaction is retried and then finds the
  // slug taken.
  const result = await write().catch((error: unknown) => {
    if (isUniqueViolation(error)) return write()
    throw error
  })
  if (result instanceof HttpError) throw result
  return result
}

/** A forced save may restore and append slides, so following clients read the deck again. */
async function opsOf(services: Services, { deck, owner }: LoadedDeck, sent: SentSave, content: PreparedContent | null) {
  if (!content) return []
  if (sent.force) return null
  const rules = contentRules(services.settings, owner.plan)
  return contentOps(services.database.read, content, { deckId: deck.id, version: sent.version ?? deck.version, rules })
}

/** Returns the 409 of a stale save, and does not throw it: its save_id is stored. */
async function commit(services: Services, trx: Db, save: Save): Promise<Written | HttpError> {
  const { sent, content, now } = save
  const deck = await lockDeck(trx, services.database.kind, save.loaded.deck.id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  // Checks again under the lock: another user may have become the editor or trashed the deck since the first check.
  const loaded = { ...save.loaded, deck }
  enforceDeck('save', save.actor, deckFacts(loaded, save.actor.userId))
  const earlier = sent.save_id ? await findSave(trx, deck.id, sent.save_id) : null
  if (earlier && earlier !== 'refused')
    return { ...repeatedSave(deck, earlier), ...answeredContent(content), batch: null }
  const stale = sent.version !== undefined && sent.version !== deck.version
  if (stale && !sent.force) {
    if (sent.save_id && !earlier && !save.isBatch) await storeRefusal(trx, deck.id, sent.save_id, now)
    return conflict(await newerThan(trx, services.settings, loaded, save.actor.userId, sent.version ?? 0))
  }
  if (earlier) throw invalid('save_id', 'A save with this id was refused')
  const changes = await checkSettings(trx, loaded, save.actor, sent, now)
  if (changes.slug && changes.slug !== deck.slug) await rememberAddress(trx, deck, now)
  const changed = await applyContent(trx, deck, { ...save, stale })
  const saved = await updateLockedDeck(trx, deck, { ...changes, ...changed, ...versionAfter(deck, save) })
  const removed = content?.removed ?? {}
  const batch = saved.version === deck.version ? null : await storeBatch(trx, deck.id, batchOf(save, deck, saved), now)
  if (sent.save_id) {
    const { save_id: saveId } = sent
    await storeSave(trx, { deckId: deck.id, saveId, version: saved.version, result: { removed }, now })
  }
  await afterSave(services, trx, deck, saved)
  return { deck: saved, removed, ...answeredContent(content), batch }
}

function batchOf({ ops, sent, actor }: Save, before: DeckRow, saved: DeckRow): StoredBatch {
  const settings = Object.keys(settingsIn(sent)).length > 0 ? settingOps(before, saved) : []
  const all = ops && [...settings, ...ops]
  return { seq: saved.version, batch_id: sent.save_id ?? newUuid(), user_id: actor.userId, ops: all }
}

/** Any change is a new version: frame URLs contain the version, and browsers cache frames. */
function versionAfter(deck: DeckRow, { sent, content, now, actor }: Save): DeckChanges {
  const sentAnything = content !== null || Object.keys(settingsIn(sent)).length > 0
  return sentAnything ? nextVersion(deck, actor.userId, now) : { version: deck.version }
}

async function applyContent(trx: Db, deck: DeckRow, save: Save & { stale: boolean }): Promise<DeckChanges> {
  const { content, sent, now, actor } = save
  if (!content) return {}
  const version = deck.version + 1
  const base = sent.version ?? deck.version
  // Slides change with the version only, and the deck is locked.
  const current = base === deck.version ? save.current : undefined
  const written = await writeContent(trx, content, { deck, version, base, force: sent.force ?? false, now, current })
  if (!written.changed) return {}
  // Overwritten content gets its own revision, even if the same user wrote it a moment ago in another window.
  const ownRevision = save.stale || sent.force === true || written.deleted
  await recordRevision(trx, { deckId: deck.id, userId: actor.userId, version, now, ownRevision })
  return { slide_count: written.slide_count, content_bytes: written.content_bytes }
}

/** The answer to a repeated save_id: the version of the first save, with the present settings. */
function repeatedSave(deck: DeckRow, { version, result }: EarlierSave): Pick<Saved, 'deck' | 'removed'> {
  const { removed } = result as { removed?: Saved['removed'] }
  return { deck: { ...deck, version }, removed: removed ?? {} }
}

/** A 409 with the changes since the client's version, so that it can merge without another request. */
function conflict(newer: Awaited<ReturnType<typeof newerThan>>): HttpError {
  return new HttpError(409, messages.save.stale, { extra: newerVersion.parse(newer) })
}
