import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../api/stream/messages.ts'
import { timings } from '../../rules/timings.ts'

/** How a stream reaches its server; a browser's own unless told otherwise. */
export interface LiveWays {
  /** A socket that connects only when told to, and never by itself again. */
  socket(): Socket<ServerEvents, ClientEvents>
  /** The stream's state as the API gives it; null when it gives none. */
  read(deckId: number, token: string | null): Promise<string | null>
}

/** As a browser reaches it. */
export const browserWays: LiveWays = {
  socket: () =>
    io('/live', {
      path: '/socket.io/',
      transports: ['websocket'],
      // The pauses are our own: Socket.IO's spread is too narrow for a hall of people.
      reconnection: false,
      autoConnect: false,
      // Two streams on one page (tests, previews) are two connections.
      forceNew: true,
    }),
  read: async (deckId, token) => {
    const query = token ? `?token=${encodeURIComponent(token)}` : ''
    const path = `/api/v1/decks/${deckId}/stream.json${query}`
    const answer = await fetch(path, { signal: AbortSignal.timeout(timings.liveAnswer) })
    return answer.ok ? (((await answer.json()) as { state?: string }).state ?? null) : null
  },
}
