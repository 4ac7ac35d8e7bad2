import { z } from 'zod'
import { contract } from '../contract.ts'
import { linkToken } from '../inputs.ts'

const params = z.object({ id: z.string() })

/** Routes for deck thumbnails. */
export const thumbnailsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/thumbnail',
    summary: 'Returns the thumbnail of a deck: its first slide, or its colors and title until that is rendered.',
    permission: 'deck:see-picture',
    rate: 'read',
    params,
    query: z.object({ v: z.string().max(20).optional(), token: linkToken }),
    output: 'stream',
    otherSites: true,
  }),
  sharing: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/sharing_picture',
    summary: 'Returns the sharing image of a deck: a JPEG of 1200x630, or its colors and title until that is rendered.',
    permission: 'deck:see-picture',
    rate: 'read',
    params,
    query: z.object({ v: z.string().max(20).optional(), token: linkToken }),
    output: 'stream',
    otherSites: true,
  }),
  request: contract({
    method: 'POST',
    path: '/api/v1/decks/:id/thumbnails',
    summary: 'Requests a new thumbnail of a deck.',
    permission: 'deck:thumbnail',
    rate: 'thumbnail',
    params,
    output: 'empty',
  }),
}
