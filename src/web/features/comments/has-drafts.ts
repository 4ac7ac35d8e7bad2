/** The browser's storage, or the tab's; null where there is none for this page. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name]
  } catch {
    return null
  }
}

/** Where the tab keeps the drafts of a user's comments on a deck. */
export const draftsKey = (deckId: number, userId: number): string => `comment-drafts-${deckId}-${userId}`

/** Where the browser keeps a user's comments on a deck that were not sent. */
export const unsentKey = (deckId: number, userId: number): string => `unsent-comments-${deckId}-${userId}`

/**
 * Whether a comment was being written when the tab's last page of this deck was left, or one was not sent: the panel is
 * then open again.
 */
export function hasDrafts(deckId: number, userId: number): boolean {
  const drafts = storageOf('sessionStorage')?.getItem(draftsKey(deckId, userId))
  return Boolean(drafts ?? storageOf('localStorage')?.getItem(unsentKey(deckId, userId)))
}
