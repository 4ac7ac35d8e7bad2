import type { LiveRefusal } from '../../../api/stream/messages.ts'
import { messages } from '../../../rules/messages.ts'
import { signInPath } from '../../data/return-path.ts'

/**
 * Why a page may not follow any more. Nothing is tried after a refusal, so for somebody who was signed out the words
 * are the link that leads to signing in and back to this page.
 */
export function RefusedWords({ refused }: { refused: LiveRefusal }) {
  const words = messages.live.refused[refused]
  return refused === 'sign-in' ? <a href={signInPath(new URL(window.location.href))}>{words}</a> : words
}
