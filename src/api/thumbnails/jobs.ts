import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { escapeText } from '../../document/html.ts'
import { slideIds } from '../../document/structure.ts'
import { PictureTooSlow } from '../../server/chromium/picture-too-slow.ts'
import type { Db } from '../../server/db/open-database.ts'
import { PermanentJobError } from '../../server/jobs/permanent-job-error.ts'
import type { Services } from '../../server/services.ts'
import { currentSlides, structureAt } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckState } from '../decks/deck-state.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import { sanitizedHtml } from '../decks/sanitized-content.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { deckThemeOf } from '../themes/deck-theme.ts'
import type { SlideDocumentMaker } from './slide-document.ts'

/** Size in px: large enough for link previews, small enough for eight on a page. */
const size = { width: 640, height: 467 }

async function firstSlide(services: Services, deck: DeckRow, plan: Parameters<typeof contentRules>[1]) {
  const { read } = services.database
  const stored = await structureAt(read, deck.id, deck.version)
  const [first] = stored ? slideIds(stored.structure) : []
  const [slide] = first ? await currentSlides(read, deck.id, [first]) : []
  return slide ? sanitizedHtml(slide, contentRules(services.settings, plan)) : null
}

/** Renders and stores a deck's thumbnail, and deletes the previous one. */
async function drawThumbnail(services: Services, makeDocument: SlideDocumentMaker, deckId: number): Promise<boolean> {
  const { database, files, pictures } = services
  const loaded = await loadDeckFor(database.read, deckId, null)
  if (!loaded || deckState(loaded.deck) !== 'active') return false
  const { deck, owner } = loaded
  const slide = await firstSlide(services, deck, owner.plan)
  if (slide === null) return false
  const { html, ...options } = makeDocument(deck, slide, deckThemeOf(loaded.theme, services.settings), loaded.fonts)
  const picture = await pictures.screenshot(html, size, options).catch(async (error: unknown) => {
    if (error instanceof PictureTooSlow) await markThumbnailFailed(services, deck)
    throw error instanceof PictureTooSlow
      ? new PermanentJobError(`${error.message}; this version is not tried again`)
      : error
  })
  // Each thumbnail has a random key, since requests check access to the deck, not to the key.
  const key = `thumbnails/${deck.id}-${randomBytes(12).toString('hex')}.webp`
  await putFile(services, key, picture, 'image/webp')
  const { numUpdatedRows } = await database.transaction(async (trx) => {
    await recordPossibleOrphans(trx, [deck.thumbnail_key], services.now())
    return trx
      .updateTable('decks')
      .set({ thumbnail_key: key, thumbnail_version: deck.version })
      .where('id', '=', deck.id)
      .executeTakeFirstOrThrow()
  })
  const orphaned = numUpdatedRows === 0n ? key : deck.thumbnail_key
  if (orphaned) await files.delete(orphaned)
  return numUpdatedRows > 0n
}

/**
 * Skips this version's thumbnail and keeps the previous one. Further attempts would delay the thumbnails of other
 * decks.
 */
async function markThumbnailFailed({ database }: Services, deck: DeckRow): Promise<void> {
  await database.write.updateTable('decks').set({ thumbnail_version: deck.version }).where('id', '=', deck.id).execute()
}

/** Most decks whose thumbnails are drawn again for one change of a font: each takes a second. */
const mostRedrawn = 200

/** The decks of an owner that have a family in their slides or their theme, the last changed first. */
async function decksWithFont(db: Db, { user_id, team_id, family }: FontOwner): Promise<DeckRow[]> {
  const pattern = `%${escapeText(family).replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('decks')
    .selectAll()
    .where(team_id === null ? 'user_id' : 'team_id', '=', team_id ?? user_id ?? 0)
    .where('trashed_at', 'is', null)
    .where('thumbnail_version', 'is not', null)
    .where(
      sql<boolean>`(exists (select 1 from deck_slides where deck_slides.deck_id = decks.id and deck_slides.until is null
        and deck_slides.html like ${pattern} escape '\\') or exists (select 1 from themes where themes.id = decks.theme_id
        and (themes.heading_font like ${pattern} escape '\\' or themes.body_font like ${pattern} escape '\\'
        or themes.css like ${pattern} escape '\\')))`,
    )
    .orderBy('updated_at', 'desc')
    .limit(mostRedrawn)
    .execute()
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

interface FontOwner {
  readonly user_id: number | null
  readonly team_id: number | null
  readonly family: string
}

/** Queues the thumbnails of decks with a font that has changed. Returns their number. */
async function redrawThumbnails({ database, jobs }: Services, font: FontOwner): Promise<number> {
  const decks = await decksWithFont(database.read, font)
  await database.transaction(async (trx) => {
    for (const { id, user_id } of decks)
      await jobs.add(trx, 'thumbnail', { deckId: id }, { dedupeKey: `thumbnail:${id}`, owner: `user:${user_id}` })
  })
  return decks.length
}

/**
 * Registers the job that renders thumbnails. Without `makeDocument` (the player is not built) decks keep placeholders.
 */
export function defineThumbnailJobs(services: Services, makeDocument: SlideDocumentMaker | null): void {
  services.jobs.define('redraw-thumbnails', async ({ payload: { user_id, team_id, family } }) => ({
    queued: await redrawThumbnails(services, {
      ...{ user_id: idOf(user_id), team_id: idOf(team_id) },
      family: String(family),
    }),
  }))
  services.jobs.define('thumbnail', async ({ payload }) => ({
    drawn: makeDocument !== null && (await drawThumbnail(services, makeDocument, Number(payload.deckId))),
  }))
}
