import { textOf } from '../../document/slide-text.ts'
import { slideIds } from '../../document/structure.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { afterSave } from '../decks/after-save.ts'
import { beginSlides, endSlides, sizeOfAll, slidesAt, structureAt, writeStructure } from '../decks/content-queries.ts'
import { type DeckRow, lockDeck, updateDeck } from '../decks/queries.ts'
import { findRevision, recordRevision } from './queries.ts'

/** What restoring needs to know. */
export interface Restore {
  readonly deckId: number
  readonly revisionId: number
  readonly userId: number
}

/**
 * Gives a deck the content of a revision, as a save of its own: version and history go on. Slides that are the same
 * stay as they are. Throws 404 when the deck has no such revision.
 */
export async function restoreRevision(services: Services, trx: Db, restore: Restore): Promise<DeckRow> {
  const deck = await lockDeck(trx, services.database.kind, restore.deckId)
  const revision = deck && (await findRevision(trx, deck.id, restore.revisionId))
  const old = revision && (await structureAt(trx, deck.id, revision.version))
  if (!deck || !revision || !old) throw new HttpError(404, messages.access.notFound)
  const version = deck.version + 1
  const wanted = await slidesAt(trx, deck.id, revision.version)
  const present = await slidesAt(trx, deck.id, deck.version)
  const is = new Map(present.map((slide) => [slide.slide_id, slide]))
  const willBe = new Map(wanted.map((slide) => [slide.slide_id, slide]))
  const isSame = (a: (typeof wanted)[number], b: (typeof wanted)[number] | undefined) =>
    b !== undefined && a.html === b.html && a.notes === b.notes
  const gone = present.filter((slide) => !isSame(slide, willBe.get(slide.slide_id)))
  const back = wanted.filter((slide) => !isSame(slide, is.get(slide.slide_id)))
  await endSlides(
    trx,
    deck.id,
    gone.map((slide) => slide.slide_id),
    version,
  )
  const rows = back.map((slide) => ({ ...slide, text: textOf(slide.html) }))
  await beginSlides(trx, deck.id, rows, version)
  await writeStructure(trx, deck.id, old.structure, version)
  const now = services.now()
  await recordRevision(trx, { deckId: deck.id, userId: restore.userId, version, now, apart: true })
  const restored = await updateDeck(trx, deck.id, {
    version,
    updated_at: now,
    slide_count: slideIds(old.structure).length,
    content_bytes: sizeOfAll(wanted),
  })
  await afterSave(services, trx, deck, restored)
  return restored
}
