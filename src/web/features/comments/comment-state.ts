import type { CommentAnswer } from '../../../api/comments/contract.ts'
import { limits } from '../../../rules/limits.ts'

/** Whether the server has a comment as it is shown. */
export type SaveState = 'saving' | 'saved' | 'failed'

/** A comment as a page shows it; immutable. */
export interface Comment {
  /** Stays the same when a new comment is saved. */
  readonly key: string
  /** Null until it is saved. */
  readonly id: number | null
  readonly userId: number
  readonly name: string
  readonly picture: string | null
  readonly message: string
  readonly slideHash: string | null
  /** ms since 1970 or an ISO date. */
  readonly createdAt: number | string
  readonly isEdited: boolean
  readonly save: SaveState
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
    isEdited: answer.updated_at !== null,
  })
}

/** Adds comments of the server to a list, oldest first, each once. Own changes that are not saved yet stay. */
export function merged(list: readonly Comment[], added: readonly Comment[]): readonly Comment[] {
  const byId = new Map(list.map((one) => [one.id, one]))
  for (const one of added) if ((byId.get(one.id)?.save ?? 'saved') === 'saved') byId.set(one.id, one)
  return [...byId.values()].sort((one, other) => (one.id ?? 0) - (other.id ?? 0))
}

/**
 * The next page of older comments, if all up to `offsetId` are counted. Comments deleted meanwhile move older ones to
 * earlier pages.
 */
export function nextPage(list: readonly Comment[], offsetId: number): number {
  const loaded = list.filter(({ id }) => id !== null && id <= offsetId).length
  return Math.floor(loaded / limits.comment.perPage) + 1
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
