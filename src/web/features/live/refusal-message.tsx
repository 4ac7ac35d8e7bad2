import type { LiveRefusal } from '../../../api/stream/messages.ts'
import { messages } from '../../../rules/messages.ts'
import { signInPath } from '../../data/return-path.ts'

/** Why a page may no longer follow. For a signed-out user it links to the sign-in page, which returns to this page. */
export function RefusalMessage({ refused }: { refused: LiveRefusal }) {
  const words = messages.live.refused[refused]
  return refused === 'sign-in' ? <a href={signInPath(new URL(window.location.href))}>{words}</a> : words
}
