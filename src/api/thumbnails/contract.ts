import { z } from 'zod'
import { contract } from '../contract.ts'
import { linkToken } from '../inputs.ts'

const params = z.object({ id: z.string() })

/** The calls about the pictures of decks. */
export const thumbnailsContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/thumbnail',
    summary: 'The picture of a deck: its first slide, or its colours and title until that was drawn.',
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
    summary:
      'The picture of a deck for links on other sites: a JPEG of 1200x630, or its colours and title until it was drawn.',
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
    summary: 'Asks for a new picture of a deck.',
    permission: 'deck:thumbnail',
    rate: 'thumbnail',
    params,
    output: 'empty',
  }),
}
