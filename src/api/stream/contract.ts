import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'
import { linkToken } from '../inputs.ts'

const params = z.object({ id: z.string() })

/**
 * The stream's state as JSON text: publisher_id (null without a presenter), the reveal.js indices, and display
 * options.
 */
const stream = z.object({ state: z.string() })

/** Routes for a deck's live stream. */
export const streamContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/stream',
    summary: 'Returns the position of a deck’s presentation, as a JSON string in `state`.',
    permission: 'deck:read-stream',
    rate: 'read',
    params,
    query: z.object({ token: linkToken }),
    output: stream,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/decks/:id/stream',
    summary: 'Moves a deck’s presentation: stores the state (a JSON string) and broadcasts it to all followers.',
    permission: 'deck:present',
    rate: 'stream',
    params,
    body: z.object({ state: z.string().max(limits.live.stateBytes) }),
    bodyLimit: limits.live.stateBytes,
    output: stream,
  }),
}
