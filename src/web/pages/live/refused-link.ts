import type { LiveRefusal } from '../../../api/stream/messages.ts'
import { messages } from '../../../rules/messages.ts'
import { signInPath } from '../../data/return-path.ts'

/** Facts about a refused page. */
export interface RefusedPlace {
  /** Whether the page was opened by a link, which may have been removed or got a new password. */
  readonly byLink: boolean
  /** The deck's URL. */
  readonly deck: string
  /** The page's own URL. */
  readonly here: URL
}

/** The link of a refused page. It leads to the deck only if the visitor may see it. */
export function refusedLink(
  refused: LiveRefusal,
  { byLink, deck, here }: RefusedPlace,
): { label: string; href: string } {
  if (refused === 'full') return { label: 'To the deck', href: deck }
  if (refused === 'sign-in') return { label: 'Sign in', href: signInPath(here) }
  // Reloading a link with a new password asks for it.
  if (refused === 'invalid' || byLink) return { label: messages.live.reload, href: here.href }
  return { label: 'Explore decks', href: '/explore' }
}
