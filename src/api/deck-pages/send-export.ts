import type { FastifyReply } from 'fastify'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { countDeckView, type DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, frameFor, notesOf, sendDeckPage } from './page-answer.ts'
import { shownDeck } from './page-parts.ts'

/** Sends the printable page: each slide is a sheet. `?notes=1` adds the notes for users who may read them. */
export async function sendExport(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { services, documents, outlines } = options
  const { loaded, signedIn, request } = deckRequest
  countDeckView(options, deckRequest)
  const outline = await outlines(loaded.deck)
  const readable = mayReadNotes(loaded, signedIn?.user ?? null)
  const hasNotes = readable && Object.keys(await notesOf(options, loaded, outline)).length > 0
  const withNotes = hasNotes && (request.query as Record<string, unknown>).notes === '1'
  const page = documents.export({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    frame: frameFor(options, deckRequest, { mode: 'print', autoplay: false, notes: withNotes }),
    outline,
    token: loaded.link?.token ?? null,
    notes: hasNotes ? (withNotes ? 'shown' : 'hidden') : 'none',
  })
  return sendDeckPage(options, deckRequest, page)
}
