import type { MessageChannel } from './message-channel.ts'

/** A message for the pages of a deck's collaborators; see api/deck-channel/messages.ts. */
export interface DeckMessage {
  readonly type: string
}

/** Sends messages to the pages of a deck's collaborators. */
export type DeckChannel = MessageChannel<DeckMessage>
