import { messages, suspendedMessage } from '../../rules/messages.ts'
import type { UserRow } from '../../server/http/session.ts'

/** Why an inactive account cannot sign in; only for the user who has proven to own it. */
export function inactiveMessage({ suspension_reason: reason }: Pick<UserRow, 'suspension_reason'>): string {
  return reason === null ? messages.session.deactivated : suspendedMessage(reason)
}
