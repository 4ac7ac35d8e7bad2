import type { FastifyReply } from 'fastify'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { ContentHosts } from '../../server/content/content-hosts.ts'
import { frameAddress } from '../../server/content/frame-address.ts'
import type { FrameView } from '../../server/content/frame-source.ts'
import type { FrameGrant } from '../../server/content/frame-token.ts'
import { frameSandbox } from '../../server/content/policies.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { createReadingToken } from '../deck-analytics/reading-token.ts'
import { notesAt } from '../decks/content-queries.ts'
import { deckState } from '../decks/deck-state.ts'
import type { ViewCounter } from '../decks/view-counter.ts'
import type { Pages } from '../pages/pages.ts'
import type { PageDocument } from '../pages/send-page.ts'
import { type DeckRequest, isReader } from './deck-request.ts'
import type { DeckFrames } from './frame-source.ts'
import type { Outlines } from './outlines.ts'
import type { DeckPageDocument, DeckPageDocuments, OutlineSlide, ShownFrame } from './page-data.ts'

/** Dependencies of the deck pages. */
export interface DeckPagesOptions {
  readonly services: Services
  readonly pages: Pages
  readonly hosts: () => ContentHosts
  readonly frames: DeckFrames
  readonly outlines: Outlines
  readonly views: ViewCounter
  /** The fingerprint of the player's build. */
  readonly build: string
  readonly documents: DeckPageDocuments
}

/** The frame of a deck in a view. Its document contains notes only with `view.notes`. Throws 404 for a trashed deck. */
export function frameFor(
  options: DeckPagesOptions,
  { loaded }: Pick<DeckRequest, 'loaded'>,
  view: Omit<FrameView, 'notes' | 'grant'> & { readonly notes?: boolean },
): ShownFrame {
  const { services, frames, hosts, build } = options
  if (loaded.deck.trashed_at !== null) throw new HttpError(404, 'Not found')
  const now = services.now().getTime()
  const context = { keys: services.keys, hosts: hosts(), build, now }
  const address = frameAddress(frames.of(loaded), { notes: false, ...view, grant: grantOf(loaded) }, context)
  const slide = slideSizeOf(loaded.deck.slide_size)
  return { ...address, sandbox: frameSandbox(address.ownOrigin, view.mode), slide }
}

/** The ground of access for the frame's token: role, link or public. */
function grantOf({ deck, role, link }: DeckRequest['loaded']): FrameGrant {
  if (deckState(deck) === 'suspended') return 'suspended'
  if (role === null && link !== null) return { tokenId: link.tokenId, passwordVersion: link.passwordVersion }
  return role === null && deck.visibility === 'all' ? 'public' : 'role'
}

/** Converts a deck document to a page for the shared shell. */
export function pageOf(document: DeckPageDocument, policy: PageDocument['policy'] = {}): PageDocument {
  const { meta, head, data } = document
  const body: PageDocument['body'] = document.hasFrame
    ? (nonce, behindFrame) => document.body(nonce, behindFrame)
    : document.body('', '')
  return { meta, head, data, body, entry: 'deck.ts', policy }
}

/** Sends a deck document as a page. */
export async function sendDeckPage(
  { pages }: DeckPagesOptions,
  { request, reply, loaded }: DeckRequest,
  document: DeckPageDocument,
  policy: PageDocument['policy'] = {},
): Promise<FastifyReply> {
  // The URL may contain the link's token, which must not be sent as Referer.
  return pages.send(request, reply, { ...pageOf(document, policy), quiet: loaded.link !== null })
}

/** The notes of visible slides, by slide id. The caller checks access. */
export async function notesOf(
  { services }: DeckPagesOptions,
  { deck }: DeckRequest['loaded'],
  outline: readonly OutlineSlide[],
): Promise<Record<string, string>> {
  const notes = await notesAt(services.database.read, deck.id, deck.version)
  return Object.fromEntries(outline.flatMap(({ id }) => (notes[id] ? [[id, notes[id]]] : [])))
}

/** The page's reading token. Null for the owner and collaborators, whose views are not counted. */
export function readingOf({ services }: DeckPagesOptions, { loaded }: DeckRequest, slides: number): string | null {
  if (!isReader(loaded) || slides === 0) return null
  const { id: deckId, version } = loaded.deck
  return createReadingToken(services.keys, { deckId, version, slides }, services.now().getTime())
}
