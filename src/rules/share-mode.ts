import type { Visibility } from './permissions.ts'

/** What the share dialog offers. */
export type ShareMode = 'public' | 'upgrade-or-publish' | 'private' | 'internal'

/** What decides how somebody can share a deck. */
export interface ShareFacts {
  readonly isOwner: boolean
  readonly visibility: Visibility
  /** Whether the owner's plan has access links. */
  readonly privateLinks: boolean
}

/** How somebody can share a deck: its owner by access links while it is not public, or not yet; others by its address. */
export function shareMode({ isOwner, visibility, privateLinks }: ShareFacts): ShareMode {
  if (isOwner && visibility !== 'all') return privateLinks ? 'private' : 'upgrade-or-publish'
  return visibility === 'team' ? 'internal' : 'public'
}

/** Whether a deck can be shared at all: nothing leads to one whose owner or address is not known. */
export function isShareable(deck: { readonly username: string; readonly slug: string | null }): boolean {
  return deck.username !== '' && deck.slug !== null && deck.slug !== ''
}
