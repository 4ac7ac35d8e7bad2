import { type FollowJobsAnswer, followJobsMessage } from '../../api/job-channel/messages.ts'
import { timings } from '../../rules/timings.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket, SocketSession } from '../../server/sockets/app-socket.ts'
import type { Sockets } from '../../server/sockets/create-socket-server.ts'
import { everyPause, withTimeout } from '../periodic.ts'

/** ms over which a stopping server spreads its clients' reconnects. */
const reconnectSpread = 2_000

/** The rooms of users in the editor namespace: pages that wait for an import or export of their user. */
export class JobRooms {
  readonly #services: Services
  readonly #sockets: Sockets
  readonly #rooms = new Map<number, Set<AppSocket>>()
  readonly #ends: (() => void)[] = []

  constructor(services: Services, sockets: Sockets) {
    this.#services = services
    this.#sockets = sockets
  }

  start(): void {
    const { accessChanges, jobProgress } = this.#services
    this.#ends.push(
      jobProgress.subscribe((userId, message) => {
        for (const socket of this.#rooms.get(userId) ?? []) socket.emitEvent('job', message)
      }),
      accessChanges.subscribe((change) => {
        if ('userId' in change) void this.#check(change.userId)
      }),
      everyPause(timings.liveAccessCheck, async () => {
        for (const userId of [...this.#rooms.keys()]) await this.#check(userId)
      }),
    )
  }

  stop(): void {
    for (const end of this.#ends) end()
    for (const sockets of this.#rooms.values())
      for (const socket of sockets) socket.emitEvent('retry_after', { ms: Math.round(Math.random() * reconnectSpread) })
  }

  /** The session of a socket that asks for its user's room; null: it asks for something else. */
  connect(socket: AppSocket, auth: Readonly<Record<string, unknown>>): SocketSession | null {
    if (!followJobsMessage.safeParse(auth.subscribe).success) return null
    let userId: number | null = null
    const join = async (): Promise<void> => {
      const signedIn = await findSignedIn(this.#services, socket.origin).catch(() => null)
      // It may be closed by now.
      if (signedIn && socket.raw) {
        userId = signedIn.user.id
        this.#rooms.set(userId, (this.#rooms.get(userId) ?? new Set()).add(socket))
      }
      const ticket = this.#sockets.reconnectTokens.issue(socket.origin.address, socket.origin.reconnectToken)
      const answer: FollowJobsAnswer = userId === null ? { ok: false } : { ok: true, ticket }
      socket.emitEvent('subscribed', answer)
    }
    return {
      opening: join(),
      onEvent: (_event, _body, answer) => answer?.({ ok: false }),
      onClose: () => {
        if (userId !== null) this.#leave(userId, socket)
      },
    }
  }

  #leave(userId: number, socket: AppSocket): void {
    const room = this.#rooms.get(userId)
    room?.delete(socket)
    if (room?.size === 0) this.#rooms.delete(userId)
  }

  /** Disconnects the pages of a user whose session has ended. */
  async #check(userId: number): Promise<void> {
    for (const socket of [...(this.#rooms.get(userId) ?? [])]) {
      const found = withTimeout(findSignedIn(this.#services, socket.origin))
      const isIn = await found.then(
        (signedIn) => signedIn?.user.id === userId,
        // The database does not answer: the next check decides.
        () => true,
      )
      if (!isIn) socket.disconnect()
    }
  }
}
