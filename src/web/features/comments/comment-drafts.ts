import { createStore, type Store } from '../../../ui/store.ts'
import { draftsKey, storageOf } from './has-drafts.ts'

/**
 * The texts in the forms of a deck's comments: of replies by the comment that they reply to, of changed comments by
 * their negative id, of a new one by 0.
 */
export interface CommentDrafts {
  /** Counts the drafts that were moved to another form. */
  readonly moves: Store<number>
  get(to: number): string
  /** A blank text removes the draft. */
  set(to: number, text: string): void
  /** Adds a draft to that of another form, below its text. False without one. */
  move(from: number, to: number): boolean
  /** The comments that drafts belong to. */
  comments(): readonly number[]
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** What is stored of drafts, and where. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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
export function openCommentDrafts(
  deckId: number,
  userId: number,
  storage: DraftStorage | null = storageOf('sessionStorage'),
): CommentDrafts {
  const key = draftsKey(deckId, userId)
  let drafts: ReadonlyMap<number, string> = readDrafts(storage, key)
  const changes = createStore(drafts)
  const moves = createStore(0)
  const filled = () => [...drafts].filter(([, text]) => text.trim() !== '')
  const put = (to: number, text: string): void => {
    // Blanks stay in their form only.
    const others = [...drafts].filter(([other]) => other !== to)
    drafts = new Map(text === '' ? others : [...others, [to, text]])
  }
  const changed = (): void => {
    try {
      if (filled().length > 0) storage?.setItem(key, JSON.stringify(filled()))
      else storage?.removeItem(key)
    } catch {
      // Full or blocked: the drafts stay on this page.
    }
    changes.set(drafts)
  }
  const get = (to: number): string => drafts.get(to) ?? ''
  return {
    moves,
    get,
    set: (to, text) => {
      put(to, text)
      changed()
    },
    move: (from, to) => {
      const text = get(from)
      put(from, '')
      const isFilled = text.trim() !== ''
      if (isFilled) put(to, get(to).trim() === '' ? text : `${get(to)}\n\n${text}`)
      changed()
      if (isFilled) moves.set((count) => count + 1)
      return isFilled
    },
    comments: () => [...new Set(filled().flatMap(([to]) => (to === 0 ? [] : Math.abs(to))))],
    subscribe: changes.subscribe,
  }
}
