import { messages } from '../../rules/messages.ts'

/** Awaits a lazily loaded part of the editor. Rejects with an Error whose message can be shown. */
export function loadPart<T>(part: Promise<T>): Promise<T> {
  return part.catch(() => {
    throw new Error(messages.deck.partLoadFailed)
  })
}
