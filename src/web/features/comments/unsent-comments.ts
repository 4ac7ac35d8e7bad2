import type { Comment } from './comment-state.ts'
import { storageOf, unsentKey } from './has-drafts.ts'

/** A user's new comments on a deck which the server may not have. They outlive their page, and the browser's end. */
export interface UnsentComments {
  all(): readonly Comment[]
  /** Adds a comment, or changes it. */
  put(comment: Comment): void
  remove(keys: readonly string[]): void
}

/** Comments that are kept. Beyond that the oldest are dropped. */
const keptComments = 50

type UnsentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function isComment(one: unknown): one is Comment {
  if (typeof one !== 'object' || one === null) return false
  const { key, id, parentId, userId, name, message, slideHash, pin } = one as Partial<Comment>
  const texts = [key, name, message, slideHash ?? '', pin ? pin.block : '', pin ? pin.quote : '']
  const numbers = [userId, parentId ?? 0, pin ? pin.offset : 0]
  return id === null && texts.every((text) => typeof text === 'string') && numbers.every(Number.isSafeInteger)
}

function read(storage: UnsentStorage | null, key: string): readonly Comment[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isComment) : []
  } catch {
    return []
  }
}

/** The unsent comments of a user on a deck. All tabs of the browser share them. */
export function openUnsentComments(
  deckId: number,
  userId: number,
  storage: UnsentStorage | null = storageOf('localStorage'),
): UnsentComments {
  const key = unsentKey(deckId, userId)
  // Read each time: other tabs write, too.
  const all = () => read(storage, key)
  const write = (comments: readonly Comment[]): void => {
    try {
      if (comments.length > 0) storage?.setItem(key, JSON.stringify(comments.slice(-keptComments)))
      else storage?.removeItem(key)
    } catch {
      // Full or blocked: they stay on this page.
    }
  }
  return {
    all: () => all().map((comment) => ({ ...comment, save: 'failed' })),
    put: (comment) => write([...all().filter((one) => one.key !== comment.key), comment]),
    remove: (keys) => {
      const before = all()
      const left = before.filter((one) => !keys.includes(one.key))
      if (left.length < before.length) write(left)
    },
  }
}
