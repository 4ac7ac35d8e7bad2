import type { FastifyReply } from 'fastify'
import { isKudoed } from '../decks/queries.ts'
import { countDeckView, type DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, readingOf, sendDeckPage } from './page-answer.ts'
import { countsOf } from './page-parts.ts'
import { sharedPage } from './shared-page.ts'
import { frameOf, partsOf, textOf } from './show-parts.ts'

/** Sends the deck's own page. */
export async function sendShow(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { loaded, signedIn } = deckRequest
  countDeckView(options, deckRequest)
  const canBeShared = signedIn === null && loaded.link === null && loaded.deck.visibility === 'all'
  if (
    canBeShared &&
    (await options.pages.sendShared(deckRequest.request, deckRequest.reply, await sharedPage(options, deckRequest)))
  ) {
    return deckRequest.reply
  }
  return sendOwn(options, deckRequest)
}

/** Sends a page rendered for one user. */
async function sendOwn(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { loaded, signedIn } = deckRequest
  const kudoed = await isKudoed(options.services.database.read, loaded.deck.id, signedIn?.user.id ?? null)
  const text = await textOf(options, deckRequest)
  const page = options.documents.show({
    ...(await partsOf(options, deckRequest, kudoed)),
    ...text,
    frame: frameOf(options, deckRequest),
    counts: countsOf(loaded),
    reading: readingOf(options, deckRequest, text.outline.length),
  })
  return sendDeckPage(options, deckRequest, page)
}
