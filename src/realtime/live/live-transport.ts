import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../api/stream/messages.ts'
import { timings } from '../../rules/timings.ts'

/** How a stream reaches its server; replaceable in tests. */
export interface LiveTransport {
  /** A socket that connects only on request and never reconnects by itself. */
  socket(): Socket<ServerEvents, ClientEvents>
  /** The stream's state from the API; null if there is none. */
  read(deckId: number, token: string | null): Promise<string | null>
}

/** The transport of browsers. */
export const browserLiveTransport: LiveTransport = {
  socket: () =>
    io('/live', {
      path: '/socket.io/',
      transports: ['websocket'],
      // We reconnect ourselves: Socket.IO's jitter is too narrow for a lecture hall.
      reconnection: false,
      autoConnect: false,
      // Two streams on one page (tests, previews) need two connections.
      forceNew: true,
    }),
  read: async (deckId, token) => {
    const query = token ? `?token=${encodeURIComponent(token)}` : ''
    const path = `/api/v1/decks/${deckId}/stream.json${query}`
    const answer = await fetch(path, { signal: AbortSignal.timeout(timings.liveAnswer) })
    return answer.ok ? (((await answer.json()) as { state?: string }).state ?? null) : null
  },
}
