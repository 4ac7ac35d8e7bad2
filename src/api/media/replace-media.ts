import { textOf } from '../../document/slide-text.ts'
import { footerPartsOf, footerText } from '../../rules/slide-footer.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { afterSave } from '../decks/after-save.ts'
import { beginSlides, currentSlides, endSlides, sizeOf } from '../decks/content-queries.ts'
import { currentMedia } from '../decks/deck-media.ts'
import { loadDeckFor, type PermittedDeck } from '../decks/load-deck.ts'
import { nextVersion } from '../decks/newer-version.ts'
import { type DeckRow, lockDeck, updateDeck } from '../decks/queries.ts'
import { recordRevision } from '../revisions/queries.ts'
import { mediaUrl } from './media-keys.ts'
import { mayOnDeck, mediaUses } from './uses.ts'

/** The keys of the files before and after. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** The result of a replacement. */
export interface Replaced {
  /** Decks that have the new file now. */
  readonly changed: readonly PermittedDeck[]
  /** Decks that the user sees, but may not edit now. */
  readonly unchanged: readonly PermittedDeck[]
  /** The number of the other decks with the old file. */
  readonly others: number
}

/** Replaces a file's URL in markup. A key has only characters that are safe in every attribute. */
function withUrl(html: string, { from, to }: Replacement): string {
  const [before, after] = [mediaUrl(from), mediaUrl(to)]
  return html.split(before).reduce((done, part) => done + (/^[\w-]|^\.\w/.test(part) ? before : after) + part)
}

/** The footer with the new file as its logo, if the old one is. */
function withLogo(footer: string, { from, to }: Replacement): string {
  const parts = footerPartsOf(footer)
  const { logo } = parts
  return logo?.src === mediaUrl(from) ? footerText({ ...parts, logo: { ...logo, src: mediaUrl(to) } }) : footer
}

/** The ids of the deck's current slides with the file. */
async function slidesWith(db: Db, deckId: number, key: string): Promise<string[]> {
  const rows = await currentMedia(db)
    .select('deck_media.slide_id')
    .where('deck_media.deck_id', '=', deckId)
    .where('deck_media.key', '=', key)
    .execute()
  return rows.map(({ slide_id }) => slide_id)
}

/** Begins a version of the slides with the file. Returns the bytes that they gain. */
async function replaceInSlides(trx: Db, deck: DeckRow, ids: readonly string[], replacement: Replacement) {
  const slides = ids.length === 0 ? [] : await currentSlides(trx, deck.id, ids)
  const rows = slides.map(({ size: _size, ...slide }) => {
    const html = withUrl(slide.html, replacement)
    return { ...slide, html, text: textOf(html) }
  })
  const version = deck.version + 1
  await endSlides(trx, deck.id, slides, version)
  await beginSlides(trx, deck.id, rows, version)
  const before = slides.reduce((sum, { size }) => sum + size, 0)
  return rows.reduce((sum, row) => sum + sizeOf(row), 0) - before
}

/** Saves one deck with the new file, as a revision of its own. False if the user may not edit it any more. */
async function replaceInDeck(
  services: Services,
  deckId: number,
  replacement: Replacement,
  user: UserRow,
): Promise<boolean> {
  const { database } = services
  return database.transaction(async (trx) => {
    // Checks again under the lock: another user may have become the editor.
    const loaded = (await lockDeck(trx, database.kind, deckId)) && (await loadDeckFor(trx, deckId, user.id))
    if (!loaded || !mayOnDeck('save', loaded, user)) return false
    const { deck } = loaded
    const ids = await slidesWith(trx, deckId, replacement.from)
    const footer = withLogo(deck.footer, replacement)
    if (ids.length === 0 && footer === deck.footer) return true
    const now = services.now()
    const content_bytes = deck.content_bytes + (await replaceInSlides(trx, deck, ids, replacement))
    // Settings have no revisions.
    if (ids.length > 0) {
      await recordRevision(trx, { deckId, userId: user.id, version: deck.version + 1, now, ownRevision: true })
    }
    const changes = { ...nextVersion(deck, user.id, now), footer, content_bytes }
    await afterSave(services, trx, deck, await updateDeck(trx, deckId, changes))
    return true
  })
}

/**
 * Replaces a file in all decks that the user may edit, each in a transaction and with a revision of its own. Others keep
 * the old file. It can be repeated after an interruption.
 */
export async function replaceMedia(services: Services, replacement: Replacement, user: UserRow): Promise<Replaced> {
  const { visible, others } = await mediaUses(services.database.read, replacement.from, user)
  const [changed, unchanged]: [PermittedDeck[], PermittedDeck[]] = [[], []]
  for (const loaded of visible) {
    const isDone = mayOnDeck('save', loaded, user) && (await replaceInDeck(services, loaded.deck.id, replacement, user))
    ;(isDone ? changed : unchanged).push(loaded)
  }
  return { changed, unchanged, others }
}
