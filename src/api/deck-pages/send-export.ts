import type { FastifyReply } from 'fastify'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { type DeckPagesOptions, frameFor, notesOf, sendDeckPage } from './page-answer.ts'
import { shownDeck } from './page-parts.ts'
import { countVisit, type Visit } from './visit.ts'

/** All slides one below the other, each a page when it is printed; with the notes (`?notes=1`) for those who may read them. */
export async function sendExport(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents, outlines } = options
  const { loaded, signedIn, request } = seen
  countVisit(options, seen)
  const outline = await outlines(loaded.deck)
  const readable = mayReadNotes(loaded, signedIn?.user ?? null)
  const hasNotes = readable && Object.keys(await notesOf(options, loaded, outline)).length > 0
  const withNotes = hasNotes && (request.query as Record<string, unknown>).notes === '1'
  const page = documents.export({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, seen, { mode: 'print', autoplay: false, notes: withNotes }),
    outline,
    token: loaded.link?.token ?? null,
    notes: hasNotes ? (withNotes ? 'shown' : 'hidden') : 'none',
  })
  return sendDeckPage(options, seen, page)
}
