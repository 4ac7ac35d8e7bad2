import { route } from '../route.ts'
import { thumbnailsContracts } from './contract.ts'
import { placeholderPicture } from './placeholder.ts'

/** What answers the calls about the pictures of decks. */
export const thumbnailsRoutes = [
  route(thumbnailsContracts.read, async (c) => {
    const { deck, link } = c.loaded
    const file = deck.thumbnail_key ? await c.services.files.get(deck.thumbnail_key) : null
    // The address names the picture's version; without it, or with another, browsers should ask again soon.
    const settled = file !== null && c.query.v === String(deck.thumbnail_version)
    const isPublic = deck.visibility === 'all' && deck.trashed_at === null
    // Sites that embed a public deck show its picture, whose address oEmbed gave them; mail programs show that of a link.
    if (isPublic || link?.state === 'open') c.reply.header('cross-origin-resource-policy', 'cross-origin')
    // Never for shared caches: they would show it after the deck went private.
    c.reply.header('cache-control', `private, max-age=${settled ? 86_400 : 60}`)
    if (file) return { type: file.type, body: file.body }
    return { type: 'image/svg+xml', body: placeholderPicture(deck) }
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
