import type { Services } from '../../server/services.ts'
import type { ServerMessage } from '../deck-channel/messages.ts'
import { channelUser } from './deck-user-json.ts'
import type { DeckPerson } from './queries.ts'

/** The parts of a context that send messages after the commit. */
export interface Announcing {
  readonly services: Pick<Services, 'deckChannel'>
  afterCommit(work: () => void): void
}

/** Sends a message to the pages of a deck's collaborators. Call it after the commit. */
export function sendTo({ deckChannel }: Announcing['services'], deckId: number, message: ServerMessage): void {
  deckChannel.send(deckId, message)
}

/** Sends a message to the pages of a deck's collaborators, after the commit. */
export function announce({ services, afterCommit }: Announcing, deckId: number, message: ServerMessage): void {
  afterCommit(() => sendTo(services, deckId, message))
}

/** Announces a collaborator after the commit. Pending invitations are not announced. */
export function announcePerson(
  context: Announcing,
  deckId: number,
  type: 'collaboration:user-added' | 'collaboration:user-updated',
  person: DeckPerson,
): void {
  const user = channelUser(person)
  if (user?.active) announce(context, deckId, { type, user })
}
