import type { Visibility } from './visibilities.ts'

/** Variants of the share dialog. */
export type ShareMode = 'public' | 'upgrade-or-publish' | 'private' | 'internal'

/** The facts that decide on the share dialog's variant. */
export interface ShareFacts {
  readonly isOwner: boolean
  readonly visibility: Visibility
  /** Whether the owner's plan includes access links. */
  readonly privateLinks: boolean
}

/** The share dialog's variant: an owner's access links for a non-public deck, if the plan has them; else the deck's URL. */
export function shareMode({ isOwner, visibility, privateLinks }: ShareFacts): ShareMode {
  if (isOwner && visibility !== 'all') return privateLinks ? 'private' : 'upgrade-or-publish'
  return visibility === 'team' ? 'internal' : 'public'
}

/** Whether a deck can be shared: without owner or slug it has no URL. */
export function isShareable(deck: { readonly username: string; readonly slug: string | null }): boolean {
  return deck.username !== '' && deck.slug !== null && deck.slug !== ''
}
