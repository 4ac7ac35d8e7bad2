import { textOf } from '../../document/slide-text.ts'
import { slideIds } from '../../document/structure.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { keepHiding } from '../comments/deleted-slides.ts'
import { movePins } from '../comments/move-pins.ts'
import { afterSave } from '../decks/after-save.ts'
import { beginSlides, endSlides, sizeOfAll, slidesAt, structureAt, writeStructure } from '../decks/content-queries.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { nextVersion } from '../decks/newer-version.ts'
import { type DeckRow, lockDeck, updateDeck } from '../decks/queries.ts'
import { enforceDeck } from '../permission.ts'
import { findRevision, recordRevision } from './queries.ts'

/** Input of a restore. */
export interface Restore {
  readonly deckId: number
  readonly revisionId: number
  readonly user: UserRow
}

/** Locks the deck and checks the permission again: the deck may have been trashed or got another editor meanwhile. */
async function lockForRestoring(services: Services, trx: Db, { deckId, user }: Restore): Promise<DeckRow> {
  const { kind } = services.database
  const loaded = (await lockDeck(trx, kind, deckId)) && (await loadDeckFor(trx, deckId, user.id))
  if (!loaded) throw new HttpError(404, messages.access.notFound)
  enforceDeck('restore-revision', actorOf(user), deckFacts(loaded, user.id))
  return loaded.deck
}

/**
 * Restores a revision's content as a new version with its own revision. Unchanged slides are not written. Throws 404 if
 * the deck has no such revision, and the error of a refused permission.
 */
export async function restoreRevision(services: Services, trx: Db, restore: Restore): Promise<DeckRow> {
  const deck = await lockForRestoring(services, trx, restore)
  const revision = await findRevision(trx, deck.id, restore.revisionId)
  const old = revision && (await structureAt(trx, deck.id, revision.version))
  if (!revision || !old) throw new HttpError(404, messages.access.notFound)
  const version = deck.version + 1
  const wanted = await slidesAt(trx, deck.id, revision.version)
  const present = await slidesAt(trx, deck.id, deck.version)
  const presentById = new Map(present.map((slide) => [slide.slide_id, slide]))
  const wantedById = new Map(wanted.map((slide) => [slide.slide_id, slide]))
  const isSame = (a: (typeof wanted)[number], b: (typeof wanted)[number] | undefined) =>
    b !== undefined && a.html === b.html && a.notes === b.notes
  const gone = present.filter((slide) => !isSame(slide, wantedById.get(slide.slide_id)))
  const back = wanted.filter((slide) => !isSame(slide, presentById.get(slide.slide_id)))
  await endSlides(trx, deck.id, gone, version)
  const rows = back.map((slide) => ({ ...slide, text: textOf(slide.html) }))
  await beginSlides(trx, deck.id, rows, version)
  await movePins(trx, deck.id, rows, version)
  const deleted = gone.filter((slide) => !wantedById.has(slide.slide_id)).map((slide) => slide.slide_id)
  await keepHiding(trx, deck.id, deleted, version)
  await writeStructure(trx, deck.id, old, version)
  const now = services.now()
  await recordRevision(trx, { deckId: deck.id, userId: restore.user.id, version, now, ownRevision: true })
  const restored = await updateDeck(trx, deck.id, {
    ...nextVersion(deck, restore.user.id, now),
    slide_count: slideIds(old.structure).length,
    content_bytes: sizeOfAll(wanted),
  })
  await afterSave(services, trx, deck, restored)
  return restored
}
