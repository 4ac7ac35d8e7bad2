import type { ForkedFrom } from '../decks/contract.ts'
import { originalsOf } from '../decks/list-queries.ts'
import { hostTeamOf } from '../pages/host-team-of.ts'
import { siteOf } from '../pages/site-of.ts'
import type { DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, frameFor, notesOf } from './page-answer.ts'
import type { DeckPage, ShownFrame } from './page-data.ts'
import { capabilitiesOf, shownDeck, viewerOf } from './page-parts.ts'

/** The original of a fork. Read at every request, since it may have become private. */
async function originalOf({ services }: DeckPagesOptions, { loaded }: DeckRequest): Promise<ForkedFrom | null> {
  return (await originalsOf(services.database.read, [loaded.deck])).get(loaded.deck.id) ?? null
}

/** The page's data from the rows of deck, owner and original, and from the viewer. Without the frame. */
export async function partsOf(options: DeckPagesOptions, deckRequest: DeckRequest, kudoed: boolean) {
  const { services } = options
  const user = deckRequest.signedIn?.user ?? null
  return {
    baseUrl: services.settings.baseUrl,
    site: await siteOf(services),
    team: hostTeamOf(deckRequest.request),
    deck: shownDeck(deckRequest.loaded, kudoed),
    forkedFrom: await originalOf(options, deckRequest),
    viewer: user && (await viewerOf(services, user)),
    capabilities: capabilitiesOf(deckRequest.loaded, user, services.settings),
    token: deckRequest.loaded.link?.token ?? null,
  }
}

export function frameOf(options: DeckPagesOptions, deckRequest: DeckRequest): ShownFrame {
  return frameFor(options, deckRequest, { mode: 'show', autoplay: true })
}

/** The page's data that depends on the deck's version only. */
export async function textOf(
  options: DeckPagesOptions,
  { loaded }: DeckRequest,
): Promise<Pick<DeckPage, 'outline' | 'notes'>> {
  const outline = await options.outlines(loaded.deck)
  // This page has no presenter, so only share_notes decides.
  const notes = loaded.deck.share_notes ? await notesOf(options, loaded, outline) : {}
  return { outline, notes: Object.keys(notes).length > 0 ? notes : null }
}
