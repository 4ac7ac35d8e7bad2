import type { LiveRefusal } from '../../../api/stream/messages.ts'
import { messages } from '../../../rules/messages.ts'
import { signInPath } from '../../data/return-path.ts'

/** What a refused page knows of where it stands. */
export interface RefusedPlace {
  /** Whether the page was opened by a link, which may have been removed or got another password. */
  readonly byLink: boolean
  /** The deck's address. */
  readonly deck: string
  /** The page's own. */
  readonly here: URL
}

/** The link on a refused page: to the deck only while its visitor may see it. */
export function wayOn(refused: LiveRefusal, { byLink, deck, here }: RefusedPlace): { label: string; href: string } {
  if (refused === 'full') return { label: 'To the deck', href: deck }
  if (refused === 'sign-in') return { label: 'Sign in', href: signInPath(here) }
  // A link with a new password asks for it.
  if (refused === 'invalid' || byLink) return { label: messages.live.reload, href: here.href }
  return { label: 'Explore decks', href: '/explore' }
}
