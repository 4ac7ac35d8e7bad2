import type { FastifyReply } from 'fastify'
import type { ContentHosts } from '../../server/content/content-hosts.ts'
import { frameAddress } from '../../server/content/frame-address.ts'
import type { FrameView } from '../../server/content/frame-source.ts'
import { frameSandbox } from '../../server/content/policies.ts'
import type { FrameGrant } from '../../server/content/ticket.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { newReadingTicket } from '../deck-analytics/reading-ticket.ts'
import { notesAt } from '../decks/content-queries.ts'
import { deckState } from '../decks/deck-state.ts'
import type { ViewCounter } from '../decks/view-counter.ts'
import type { Pages } from '../pages/pages.ts'
import type { PageDocument } from '../pages/send-page.ts'
import type { DeckFrames } from './frame-source.ts'
import type { Outlines } from './outlines.ts'
import type { DeckDocument, DeckDocuments, OutlineSlide, ShownFrame } from './page-data.ts'
import { isReader, type Visit } from './visit.ts'

/** What the pages around decks are made of. */
export interface DeckPagesOptions {
  readonly services: Services
  readonly pages: Pages
  readonly hosts: () => ContentHosts
  readonly frames: DeckFrames
  readonly outlines: Outlines
  readonly views: ViewCounter
  /** The fingerprint of the player's build. */
  readonly build: string
  readonly documents: DeckDocuments
}

/** The frame that shows a deck in a view. Notes are in its document only where that is said. Throws 404 for the trash. */
export function frameFor(
  options: DeckPagesOptions,
  { loaded }: Pick<Visit, 'loaded'>,
  view: Omit<FrameView, 'notes' | 'grant'> & { readonly notes?: boolean },
): ShownFrame {
  const { services, frames, hosts, build } = options
  if (loaded.deck.trashed_at !== null) throw new HttpError(404, 'Not found')
  const now = services.now().getTime()
  const place = { keys: services.keys, hosts: hosts(), build, now }
  const address = frameAddress(frames.of(loaded), { notes: false, ...view, grant: grantOf(loaded) }, place)
  return { ...address, sandbox: frameSandbox(address.ownOrigin, view.mode) }
}

/** Why somebody who may see a deck may: the deck's people need no link, and nobody does for a public deck. */
function grantOf({ deck, role, link }: Visit['loaded']): FrameGrant {
  if (deckState(deck) === 'suspended') return 'suspended'
  if (role === null && link !== null) return { tokenId: link.tokenId, passwordVersion: link.passwordVersion }
  return role === null && deck.visibility === 'all' ? 'public' : 'role'
}

/** A page around a deck, for the shell that all pages share. */
export function pageOf(document: DeckDocument, policy: PageDocument['policy'] = {}): PageDocument {
  const { meta, head, data } = document
  const body: PageDocument['body'] = document.hasFrame
    ? (nonce, behindFrame) => document.body(nonce, behindFrame)
    : document.body('', '')
  return { meta, head, data, body, entry: 'deck.ts', policy }
}

/** Sends a page around a deck. */
export async function sendDeckPage(
  { pages }: DeckPagesOptions,
  { request, reply, loaded }: Visit,
  document: DeckDocument,
  policy: PageDocument['policy'] = {},
): Promise<FastifyReply> {
  // The URL holds the link's token: never in a Referer.
  return pages.send(request, reply, { ...pageOf(document, policy), quiet: loaded.link !== null })
}

/** The notes of the slides that audiences see, by slide id. Whether somebody may read them is to be asked before. */
export async function notesOf(
  { services }: DeckPagesOptions,
  { deck }: Visit['loaded'],
  outline: readonly OutlineSlide[],
): Promise<Record<string, string>> {
  const notes = await notesAt(services.database.read, deck.id, deck.version)
  return Object.fromEntries(outline.flatMap(({ id }) => (notes[id] ? [[id, notes[id]]] : [])))
}

/** What lets a page tell how far it is read; null for people who work on the deck: they are no readers. */
export function readingOf({ services }: DeckPagesOptions, { loaded }: Visit, slides: number): string | null {
  if (!isReader(loaded) || slides === 0) return null
  const { id: deckId, version } = loaded.deck
  return newReadingTicket(services.keys, { deckId, version, slides }, services.now().getTime())
}
