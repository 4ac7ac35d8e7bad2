import { Readable } from 'node:stream'
import { thumbnailMark } from '../decks/deck-json.ts'
import { deckState } from '../decks/deck-state.ts'
import { type Context, route } from '../route.ts'
import { thumbnailsContracts } from './contract.ts'
import { placeholderPicture } from './placeholder.ts'
import { composeSharingPicture } from './sharing-picture.ts'

type PictureRequest = Pick<Context<typeof thumbnailsContracts.read>, 'loaded' | 'query' | 'reply'>

function setHeaders({ loaded: { deck, link }, query, reply }: PictureRequest, isDrawn: boolean): void {
  // Browsers cache the thumbnail for a day only if the URL has its version.
  const isVersioned = isDrawn && query.v === thumbnailMark(deck)
  const isPublic = deck.visibility === 'all' && deckState(deck) === 'active'
  // Sites that embed a public deck load its thumbnail, whose URL oEmbed returns. Mail clients load the thumbnail of a
  // deck shared by link.
  if (isPublic || link?.state === 'open') reply.header('cross-origin-resource-policy', 'cross-origin')
  // Shared caches must not store it: they would still serve it after the deck became private.
  reply.header('cache-control', `private, max-age=${isVersioned ? 86_400 : 60}`)
}

/** Handlers of the thumbnail routes. */
export const thumbnailsRoutes = [
  route(thumbnailsContracts.read, async (c) => {
    const { deck } = c.loaded
    const file = deck.thumbnail_key ? await c.services.files.get(deck.thumbnail_key) : null
    setHeaders(c, file !== null)
    if (file) return { type: file.type, body: file.body }
    return { type: 'image/svg+xml', body: placeholderPicture(deck) }
  }),

  route(thumbnailsContracts.sharing, async (c) => {
    const { deck } = c.loaded
    const thumbnail = deck.thumbnail_key ? await c.services.files.read(deck.thumbnail_key) : null
    setHeaders(c, thumbnail !== null)
    if (!thumbnail) return { type: 'image/svg+xml', body: placeholderPicture(deck) }
    return { type: 'image/jpeg', body: Readable.from([await composeSharingPicture(thumbnail)]) }
  }),

  route(thumbnailsContracts.request, async (c) => {
    const { deck } = c.loaded
    if (deck.thumbnail_version !== deck.version) {
      const options = { dedupeKey: `thumbnail:${deck.id}`, owner: `user:${deck.user_id}` }
      await c.services.jobs.add(c.db, 'thumbnail', { deckId: deck.id }, options)
    }
    return undefined
  }),
]
