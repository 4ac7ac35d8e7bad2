import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { contract } from '../contract.ts'
import { linkToken } from '../inputs.ts'

const params = z.object({ id: z.string() })

/** JSON text of the stream's state: publisher_id (null while nobody presents), the reveal indices, and how it is shown. */
const stream = z.object({ state: z.string() })

/** The calls about a deck's live stream. */
export const streamContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/decks/:id/stream',
    summary: 'Where the presentation of a deck is, as a JSON string in `state`.',
    permission: 'deck:read-stream',
    rate: 'read',
    params,
    query: z.object({ token: linkToken }),
    output: stream,
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/decks/:id/stream',
    summary:
      'Moves the presentation of a deck: stores the state (a JSON string) and passes it on to everybody who follows.',
    permission: 'deck:present',
    rate: 'stream',
    params,
    body: z.object({ state: z.string().max(limits.live.stateBytes) }),
    bodyLimit: limits.live.stateBytes,
    output: stream,
  }),
}
