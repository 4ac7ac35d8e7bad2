import { randomBytes } from 'node:crypto'
import { slideIds } from '../../document/structure.ts'
import { PictureTooSlow } from '../../server/chromium/picture-too-slow.ts'
import { GiveUp } from '../../server/jobs/give-up.ts'
import type { PictureOptions, Services } from '../../server/services.ts'
import { currentSlides, structureAt } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckState } from '../decks/deck-state.ts'
import { freshHtml } from '../decks/fresh-content.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import { notePerhapsUnused, putFile } from '../unused-files/own-files.ts'

/** px. Large enough for a preview elsewhere on the web, small enough for eight on a page. */
const size = { width: 640, height: 467 }

/** A slide as a document of its own, and what answers for the files it names. */
export interface SlideDocument extends PictureOptions {
  readonly html: string
}

/** Makes the document of one slide of a deck. It belongs to the player, and is handed in where the parts are joined. */
export type SlideDocumentMaker = (deck: DeckRow, slideHtml: string) => SlideDocument

async function firstSlide(services: Services, deck: DeckRow, plan: Parameters<typeof contentRules>[1]) {
  const { read } = services.database
  const stored = await structureAt(read, deck.id, deck.version)
  const [first] = stored ? slideIds(stored.structure) : []
  const [slide] = first ? await currentSlides(read, deck.id, [first]) : []
  return slide ? freshHtml(slide, contentRules(services.settings, plan)) : null
}

/** Draws a deck's picture, shows it from now on, and throws the one before away. */
async function drawThumbnail(services: Services, makeDocument: SlideDocumentMaker, deckId: number): Promise<boolean> {
  const { database, files, pictures } = services
  const loaded = await loadDeckFor(database.read, deckId, null)
  if (!loaded || deckState(loaded.deck) !== 'active') return false
  const { deck, owner } = loaded
  const slide = await firstSlide(services, deck, owner.plan)
  if (slide === null) return false
  const { html, ...options } = makeDocument(deck, slide)
  const picture = await pictures.screenshot(html, size, options).catch(async (error: unknown) => {
    if (error instanceof PictureTooSlow) await giveUpPicture(services, deck)
    throw error instanceof PictureTooSlow ? new GiveUp(`${error.message}; this version is not tried again`) : error
  })
  // The key cannot be guessed and is never used twice: whoever may see a deck is asked at each request.
  const key = `thumbnails/${deck.id}-${randomBytes(12).toString('hex')}.webp`
  await putFile(services, key, picture, 'image/webp')
  const { numUpdatedRows } = await database.transaction(async (trx) => {
    await notePerhapsUnused(trx, [deck.thumbnail_key], services.now())
    return trx
      .updateTable('decks')
      .set({ thumbnail_key: key, thumbnail_version: deck.version })
      .where('id', '=', deck.id)
      .executeTakeFirstOrThrow()
  })
  const useless = numUpdatedRows === 0n ? key : deck.thumbnail_key
  if (useless) await files.delete(useless)
  return numUpdatedRows > 0n
}

/** The version keeps the picture before, or none: each further try would hold up the pictures of everybody else. */
async function giveUpPicture({ database }: Services, deck: DeckRow): Promise<void> {
  await database.write.updateTable('decks').set({ thumbnail_version: deck.version }).where('id', '=', deck.id).execute()
}

/** Says how pictures of decks are drawn. Without `makeDocument` (no player was built) decks keep their placeholders. */
export function defineThumbnailJobs(services: Services, makeDocument: SlideDocumentMaker | null): void {
  services.jobs.define('thumbnail', async ({ payload }) => ({
    drawn: makeDocument !== null && (await drawThumbnail(services, makeDocument, Number(payload.deckId))),
  }))
}
