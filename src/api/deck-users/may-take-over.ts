import type { Services } from '../../server/services.ts'

/** Whether a user may become the active editor of a deck at once: the current one is offline or idle. */
export function mayTakeOver(
  { deckPresence }: Pick<Services, 'deckPresence'>,
  deckId: number,
  present: number,
): boolean {
  return deckPresence.of(deckId, present)?.status !== 'viewing'
}
