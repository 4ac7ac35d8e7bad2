import type { CommentAnswer, ThreadAnswer } from '../../../api/comments/contract.ts'
import type { Pin } from '../../../document/pins.ts'
import { limits } from '../../../rules/limits.ts'

/** Whether the server has a comment as it is shown. */
export type SaveState = 'saving' | 'saved' | 'failed'

/** A comment as a page shows it; immutable. */
export interface Comment {
  /** Stays the same when a new comment is saved. */
  readonly key: string
  /** Null until it is saved. */
  readonly id: number | null
  /** The comment that it replies to; null: it is the first of its thread. */
  readonly parentId: number | null
  readonly userId: number
  readonly name: string
  readonly picture: string | null
  readonly message: string
  readonly slideHash: string | null
  readonly pin: Pin | null
  /** The version of the deck in which a new comment was pinned, where changes of others come late. */
  readonly pinVersion?: number
  /** ms since 1970 or an ISO date. */
  readonly createdAt: number | string
  readonly isEdited: boolean
  /** The user who resolved the thread; 0: unknown; null: it is open. */
  readonly resolvedBy: number | null
  readonly save: SaveState
  /** Why it has failed, if the server said so. */
  readonly failure?: string | null
}

/** A comment with its replies, oldest first. */
export interface Thread {
  readonly root: Comment
  readonly replies: readonly Comment[]
}

/** Makes a comment. One that has an id is saved. */
export function newComment(fields: Omit<Comment, 'save'>): Comment {
  return { ...fields, save: fields.id === null ? 'saving' : 'saved' }
}

/** A comment of the API. */
export function commentOf(answer: CommentAnswer): Comment {
  return newComment({
    key: answer.save_id ?? String(answer.id),
    ...{ id: answer.id, userId: answer.user_id, name: answer.name, picture: answer.thumbnail_url },
    ...{ message: answer.message, slideHash: answer.slide_hash, createdAt: answer.created_at },
    ...{ parentId: answer.parent_id, pin: answer.pin, isEdited: answer.updated_at !== null },
    resolvedBy: answer.resolved_at === null ? null : (answer.resolved_by ?? 0),
  })
}

/** The comments of threads of the API. */
export function commentsIn(threads: readonly ThreadAnswer[]): readonly Comment[] {
  return threads.flatMap((thread) => [commentOf(thread), ...thread.replies.map(commentOf)])
}

/** Groups comments to threads, in the order of their first comments. Replies without their comment are left out. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  const replies = Map.groupBy(comments, ({ parentId }) => parentId)
  return (replies.get(null) ?? []).map((root) => ({
    root,
    replies: root.id === null ? [] : (replies.get(root.id) ?? []),
  }))
}

/** The comments of the threads that have one of these. */
export function threadsWith(list: readonly Comment[], ids: readonly number[]): ReadonlySet<Comment> {
  const roots = new Set(list.flatMap(({ id, parentId }) => (id !== null && ids.includes(id) ? (parentId ?? id) : [])))
  return new Set(list.filter(({ id, parentId }) => roots.has(parentId ?? id ?? 0)))
}

/** A comment of the server as it is shown in place of another: an own text that is not saved yet stays. */
export function inPlaceOf(shown: Comment | undefined, stored: Comment): Comment {
  if (!shown || shown.save === 'saved') return stored
  const { key, message, save, failure } = shown
  return { ...stored, key, message, save, failure: failure ?? null }
}

/** Adds comments of the server to a list, oldest first, each once. Own texts that are not saved yet stay. */
export function merged(list: readonly Comment[], added: readonly Comment[]): readonly Comment[] {
  const byId = new Map(list.map((one) => [one.id, one]))
  for (const one of added) byId.set(one.id, inPlaceOf(byId.get(one.id), one))
  return [...byId.values()].sort((one, other) => (one.id ?? 0) - (other.id ?? 0))
}

/** The first reply to a comment as it takes the comment's place; null without one. */
export function successorOf(list: readonly Comment[], id: number): Comment | null {
  const root = list.find((one) => one.id === id)
  const first = list.find(({ parentId }) => parentId === id)
  return root && first ? { ...first, parentId: null, pin: root.pin, resolvedBy: root.resolvedBy } : null
}

/** A list without a deleted comment. `next`: the first of its replies, which takes its place. */
export function withoutComment(list: readonly Comment[], id: number, next: Comment | null): readonly Comment[] {
  return list
    .filter((one) => one.id !== id)
    .map((one) =>
      one.id === next?.id ? inPlaceOf(one, next) : one.parentId === id && next ? { ...one, parentId: next.id } : one,
    )
}

/**
 * The next page of older threads, if all up to `offsetId` are counted. Comments deleted meanwhile move older ones to
 * earlier pages.
 */
export function nextPage(list: readonly Comment[], offsetId: number): number {
  return Math.floor(countUpTo(list, offsetId) / limits.comment.perPage) + 1
}

/** The number of threads up to a comment. */
export function countUpTo(list: readonly Comment[], offsetId: number): number {
  return list.filter(({ id, parentId }) => parentId === null && id !== null && id <= offsetId).length
}

/** Where a list of comments is scrolled to, in px. */
export interface ScrollPlace {
  readonly top: number
  readonly height: number
  readonly shown: number
}

/** Whether a list scrolls to a new comment: unless the user has scrolled up far. */
export function followsNew({ top, height, shown }: ScrollPlace): boolean {
  return height - top - shown <= limits.collaboration.commentAutoScroll
}

/** Who is writing, in words; null for nobody. */
export function typingText(names: readonly string[]): string | null {
  const [first, second, ...others] = names
  if (first === undefined) return null
  if (second === undefined) return `${first} is writing…`
  return others.length === 0 ? `${first} and ${second} are writing…` : 'Several people are writing…'
}
