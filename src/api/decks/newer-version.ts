import type { z } from 'zod'
import type { Db } from '../../server/db/open-database.ts'
import type { Settings } from '../../server/env.ts'
import { slidesChangedSince, structureAt } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import type { newerVersion } from './contract.ts'
import { deckJson } from './deck-json.ts'
import type { LoadedDeck } from './load-deck.ts'
import type { DeckChanges, DeckRow } from './queries.ts'
import { sanitizedHtml, sanitizedStructure } from './sanitized-content.ts'

type NewerJson = z.input<typeof newerVersion>

/** The column values of a deck's next version, made by this user. */
export function nextVersion(deck: DeckRow, userId: number, now: Date): DeckChanges {
  const version = deck.version + 1
  const since = deck.saved_by === userId ? (deck.saved_by_since ?? version) : version
  return { version, updated_at: now, saved_by: userId, saved_by_since: since }
}

/** Whether this user made every version after `since`. */
function madeAllSince(deck: DeckRow, userId: number, since: number): boolean {
  if (since >= deck.version) return true
  return deck.saved_by === userId && deck.saved_by_since !== null && deck.saved_by_since <= since + 1
}

async function saverOf(db: Db, { deck, owner }: LoadedDeck) {
  const { saved_by: id } = deck
  if (id === null) return null
  if (id === owner.id) return { id, username: owner.username, name: owner.name }
  const saver = await db.selectFrom('users').select(['id', 'username', 'name']).where('id', '=', id).executeTakeFirst()
  return saver ?? null
}

/**
 * The changes since a client's version, with the current deck. The result contains notes, so it is only for users who
 * may edit the deck.
 */
export async function newerThan(
  db: Db,
  settings: Settings,
  loaded: LoadedDeck,
  userId: number,
  since: number,
): Promise<NewerJson> {
  const { deck, owner } = loaded
  const slides = await slidesChangedSince(db, deck.id, since)
  const stored = await structureAt(db, deck.id, deck.version)
  const moved = stored !== null && stored.since > since
  const rules = contentRules(settings, owner.plan)
  const { notes: _notes, ...json } = deckJson(deck, owner)
  return {
    version: deck.version,
    own: madeAllSince(deck, userId, since),
    saved_by: await saverOf(db, loaded),
    deck: json,
    slides: {
      ...(moved ? { structure: sanitizedStructure(stored, rules) as NewerJson['slides']['structure'] } : {}),
      changed: Object.fromEntries(slides.map((slide) => [slide.slide_id, sanitizedHtml(slide, rules)])),
      notes: Object.fromEntries(slides.map((slide) => [slide.slide_id, slide.notes])),
    },
  }
}
