import type { Pin } from '../../../document/pins.ts'
import { type Comment, type Thread, threadsOf, threadsWith } from './comment-state.ts'

/** Which comments are shown: all, or those of the current slide. */
export type CommentsTab = 'all' | 'slide'

/** The comments of a deck as one page shows them; immutable. */
export interface CommentsState {
  readonly tab: CommentsTab
  /** Whether resolved threads are left out. */
  readonly openOnly: boolean
  /** The current slide; null in an empty deck. */
  readonly slideId: string | null
  readonly status: 'loading' | 'ready' | 'failed'
  /** The saved comments of the tab, oldest first. */
  readonly saved: readonly Comment[]
  /** Own new comments that are not saved yet, on all slides. */
  readonly unsaved: readonly Comment[]
  readonly hasEarlier: boolean
  readonly earlier: 'idle' | 'loading' | 'failed'
  /** Comments that are deleted unless the user takes it back. */
  readonly leaving: ReadonlySet<number>
  /** Comments that the user writes a reply to or changes: their form is open, or has a text. */
  readonly written: readonly number[]
  /** The comment that the page's URL leads to, until it was shown. */
  readonly linked: LinkedComment | null
}

/** A comment that is looked for: 'gone' if the deck has none with this id. */
export interface LinkedComment {
  readonly id: number
  readonly status: 'loading' | 'found' | 'gone' | 'failed'
}

/** What a new comment will be pinned to. `label`: its words, or what its block is. */
export interface PinDraft {
  readonly pin: Pin
  readonly label: string
}

/** What the list is restricted to. */
export type Filter = Pick<CommentsState, 'tab' | 'slideId' | 'openOnly'>

/** Whether a comment is one of the shown tab, resolved or not. */
export function isInTab({ tab, slideId }: Filter, comment: Pick<Comment, 'slideHash'>): boolean {
  return tab === 'all' || comment.slideHash === slideId
}

/** Whether a comment is listed. */
export function isShown(filter: Filter, comment: Comment): boolean {
  return isInTab(filter, comment) && !(filter.openOnly && comment.resolvedBy !== null)
}

/**
 * The threads of the tab, oldest first, with comments that are not saved yet. A resolved thread that would be left out
 * stays while the user writes in it. Own replies that are not saved are listed without their comment, too, if it is not
 * loaded.
 */
export function shownThreads(state: CommentsState): readonly Thread[] {
  const sent = state.unsaved.flatMap(({ parentId }) => parentId ?? [])
  const held = threadsWith(state.saved, [...state.written, ...sent])
  const saved = state.saved.filter((comment) => (held.has(comment) ? isInTab : isShown)(state, comment))
  const roots = new Set(saved.map(({ id }) => id))
  const unsaved = state.unsaved.filter((comment) => isInTab(state, comment))
  const alone = (comment: Comment) =>
    comment.parentId === null || roots.has(comment.parentId) ? comment : { ...comment, parentId: null }
  return threadsOf([...saved, ...unsaved.map(alone)])
}
