import { randomBytes } from 'node:crypto'
import { slideIds } from '../../document/structure.ts'
import { PictureTooSlow } from '../../server/chromium/picture-too-slow.ts'
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
import { redrawThumbnails } from './redraw-thumbnails.ts'
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

/**
 * Registers the job that renders thumbnails. Without `makeDocument` (the player is not built) decks keep placeholders.
 */
export function defineThumbnailJobs(services: Services, makeDocument: SlideDocumentMaker | null): void {
  services.jobs.define('redraw-thumbnails', async ({ payload }) => ({
    queued: await redrawThumbnails(services, payload),
  }))
  services.jobs.define('thumbnail', async ({ payload }) => ({
    drawn: makeDocument !== null && (await drawThumbnail(services, makeDocument, Number(payload.deckId))),
  }))
}
