import { failureText, isApiError } from '../../../api/api-error.ts'
import { type CommentAnswer, commentsContracts } from '../../../api/comments/contract.ts'
import { newUuid } from '../../../document/ids.ts'
import type { Pin } from '../../../document/pins.ts'
import { normalComment } from '../../../rules/comment-text.ts'
import { limits } from '../../../rules/limits.ts'
import type { Store } from '../../../ui/store.ts'
import { type Collaboration, nameIn } from '../collaboration/collaboration.ts'
import { type Comment, newComment } from './comment-state.ts'
import type { CommentsState } from './comments-view.ts'
import type { UnsentComments } from './unsent-comments.ts'

/** What a new comment replies to, or is pinned to. */
export interface SendOptions {
  readonly parent?: Comment | null
  readonly pin?: Pin | null
}

/** The text of a comment as it is sent; null if it is blank or too long. */
export function sentText(text: string): string | null {
  const message = normalComment(text)
  return message === '' || message.length > limits.comment.text ? null : message
}

/** Why the server refused a comment; null if it did not say. */
export function refusalOf(error: unknown): string | null {
  if (!isApiError(error) || !error.isUserMessage || error.status >= 500) return null
  return Object.values(error.fields)[0] ?? failureText(error)
}

/** Options of NewComments. */
interface Options {
  readonly collaboration: Collaboration
  readonly state: Store<CommentsState>
  readonly stored: UnsentComments
  /** Called with a comment that the server has stored. */
  onSaved(answer: CommentAnswer): void
}

/** Sends a user's new comments. Each is kept in the browser until the server has it, or the user gives it up. */
export class NewComments {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get #unsaved(): readonly Comment[] {
    return this.#options.state.get().unsaved
  }

  #show(unsaved: readonly Comment[]): void {
    this.#options.state.set((state) => ({ ...state, unsaved }))
  }

  #change(key: string, changes: Partial<Comment>): void {
    this.#show(this.#unsaved.map((one) => (one.key === key ? { ...one, ...changes } : one)))
    const changed = this.#unsaved.find((one) => one.key === key)
    if (changed) this.#options.stored.put(changed)
  }

  /** Sends a new comment on the current slide, or a reply. */
  send(message: string, { parent = null, pin = null }: SendOptions): void {
    const { page, state } = this.#options.collaboration
    const { people } = state.get()
    const self = people?.find(({ user_id }) => user_id === page.userId)
    const version = pin ? page.pins?.version?.() : undefined
    const comment = newComment({
      ...{ key: newUuid(), id: null, userId: page.userId, name: nameIn(people, page.userId) },
      ...{ picture: self?.thumbnail_url ?? null, message, pin: parent ? null : pin },
      ...{ slideHash: parent ? parent.slideHash : page.slides.current(), parentId: parent?.id ?? null },
      ...{ createdAt: Date.now(), isEdited: false, resolvedBy: null },
      ...(version === undefined ? {} : { pinVersion: version }),
    })
    this.#show([...this.#unsaved, comment])
    // Kept before the answer: the page may end meanwhile.
    this.#options.stored.put(comment)
    void this.#create(comment)
  }

  async #create({ key, message, slideHash, parentId, pin, pinVersion: version }: Comment): Promise<void> {
    const { api, deckId, save } = this.#options.collaboration.page
    const pinned = pin ? { pin: version === undefined ? pin : { ...pin, version } } : {}
    const place = parentId === null ? { slide_hash: slideHash, ...pinned } : { parent_id: parentId }
    const body = { comment: { message, ...place, save_id: key } }
    try {
      // The words must be on the server before a pin to them.
      if (pin) await save()
      this.#options.onSaved(await api.call(commentsContracts.create, { params: { id: String(deckId) }, body }))
    } catch (error) {
      // What it replies to is gone, or takes no more replies: it is sent again as a comment of its own.
      const isAlone = isApiError(error) && error.status === 422 && 'parent_id' in error.fields
      this.#change(key, { save: 'failed', failure: refusalOf(error), ...(isAlone ? { parentId: null } : {}) })
    }
  }

  /** Sends a failed comment again. */
  retry(key: string): void {
    this.#change(key, { save: 'saving', failure: null })
    const comment = this.#unsaved.find((one) => one.key === key)
    if (comment) void this.#create(comment)
  }

  /** Notes that comments with these keys are on the server, or given up. */
  settle(keys: readonly string[]): void {
    const left = this.#unsaved.filter(({ key }) => !keys.includes(key))
    if (left.length < this.#unsaved.length) this.#show(left)
    this.#options.stored.remove(keys)
  }

  /** Makes replies to a deleted comment those of the one that took its place, or comments of their own. */
  replyTo(deleted: number, next: number | null): void {
    for (const { key, parentId } of this.#unsaved) if (parentId === deleted) this.#change(key, { parentId: next })
  }
}
