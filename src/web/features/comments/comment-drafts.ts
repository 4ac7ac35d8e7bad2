/** The texts in the forms of a deck's comments: of replies by the comment that they reply to, of a new one by 0. */
export interface CommentDrafts {
  get(to: number): string
  /** A blank text removes the draft. */
  set(to: number, text: string): void
}

/** What is stored of drafts, and where. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The tab's storage; null where the browser has none for this page. */
function tabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

const keyOf = (deckId: number, userId: number) => `comment-drafts-${deckId}-${userId}`

function readDrafts(storage: DraftStorage | null, key: string): Map<number, string> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return new Map()
    const isDraft = (one: unknown): one is [number, string] =>
      Array.isArray(one) && typeof one[0] === 'number' && typeof one[1] === 'string'
    return new Map(stored.filter(isDraft))
  } catch {
    return new Map()
  }
}

/**
 * The drafts of a user's comments on a deck, kept for this tab: a hand-over takes users to another page while they write.
 */
export function openCommentDrafts(deckId: number, userId: number, storage = tabStorage()): CommentDrafts {
  const key = keyOf(deckId, userId)
  const drafts = readDrafts(storage, key)
  const store = (): void => {
    try {
      if (drafts.size > 0) storage?.setItem(key, JSON.stringify([...drafts]))
      else storage?.removeItem(key)
    } catch {
      // Full or blocked: the drafts stay on this page.
    }
  }
  return {
    get: (to) => drafts.get(to) ?? '',
    set: (to, text) => {
      if (text.trim() === '') drafts.delete(to)
      else drafts.set(to, text)
      store()
    },
  }
}

/** Whether a comment was being written when the tab's last page of this deck was left: the panel is then open again. */
export function hasCommentDrafts(deckId: number, userId: number, storage = tabStorage()): boolean {
  return readDrafts(storage, keyOf(deckId, userId)).size > 0
}
