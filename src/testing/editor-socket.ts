import { io, type Socket } from 'socket.io-client'
import {
  type ChannelMessage,
  type ClientEvents,
  type EventAnswer,
  editorNamespace,
  type ServerEvents,
  type SubscribeAnswer,
  type SubscribeMessage,
  type UserState,
} from '../api/deck-channel/messages.ts'
import type { CollaboratorRole } from '../rules/permissions.ts'
import { portOf } from './live-socket.ts'
import type { TestApp, TestPerson } from './test-app.ts'
import { waitFor } from './wait-for.ts'

/** Acknowledgment timeout in ms, for machines with busy cores. */
const patience = 45_000

/** A test socket of the editor namespace, which records what it receives. */
export interface EditorTestSocket {
  readonly socket: Socket<ServerEvents, ClientEvents>
  readonly messages: ChannelMessage[]
  /** The last received state of a user. */
  stateOf(userId: number): UserState | undefined
  closed(): boolean
  subscribe(deckId: number, slideId?: string | null, more?: Partial<SubscribeMessage>): Promise<SubscribeAnswer>
  /** Sends an event and returns whether it had an effect. */
  emit(event: string, body?: unknown): Promise<boolean>
  close(): void
}

/** Makes a user a collaborator. */
export async function addCollaborator(
  app: TestApp,
  deckId: number,
  { user }: TestPerson,
  role: CollaboratorRole = 'editor',
): Promise<void> {
  const row = { deck_id: deckId, user_id: user.id, role, active: true, status: 'disconnected' as const }
  await app.services.database.write
    .insertInto('deck_users')
    .values({ ...row, created_at: new Date() })
    .execute()
}

/** Opens a socket of a user; resolves when it is connected or refused. */
export async function openEditorSocket(app: TestApp, person: TestPerson): Promise<EditorTestSocket> {
  const base = new URL(app.services.settings.baseUrl)
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${await portOf(app)}${editorNamespace}`, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true },
    extraHeaders: { host: base.host, origin: base.origin, cookie: person.cookieHeader() },
  })
  const messages: ChannelMessage[] = []
  let closed = false
  socket.on('message', (message) => void messages.push(message))
  socket.on('connect_error', () => {
    closed = true
  })
  socket.on('disconnect', () => {
    closed = true
  })
  await waitFor(() => socket.connected || closed)
  return {
    ...{ socket, messages, closed: () => closed },
    stateOf: (userId) =>
      messages.findLast(
        (message): message is ChannelMessage & UserState & { type: 'collaboration:user-state' } =>
          message.type === 'collaboration:user-state' && message.user_id === userId,
      ),
    subscribe: (deck_id, slide_id = null, more = {}) =>
      socket.timeout(patience).emitWithAck('subscribe', { deck_id, user_id: person.user.id, slide_id, ...more }),
    emit: async (event, body = {}) => {
      const answer = (await socket.timeout(patience).emitWithAck(event as 'active', body as object)) as EventAnswer
      return answer.ok
    },
    close: () => void socket.disconnect(),
  }
}
