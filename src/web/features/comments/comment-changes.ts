import { isApiError } from '../../../api/api-error.ts'
import { commentsContracts } from '../../../api/comments/contract.ts'
import { commentMessages } from '../../../rules/comment-messages.ts'
import { messages } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import type { Store } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import type { CommentDrafts } from './comment-drafts.ts'
import { type Comment, commentOf, inPlaceOf, successorOf } from './comment-state.ts'
import type { CommentsState } from './comments-view.ts'
import { refusalOf, sentText } from './new-comments.ts'

/** Ignores a 404: another user, or another page of this user, has deleted the comment first. Rethrows other errors. */
function unlessGone(error: unknown): void {
  if (!isApiError(error) || error.status !== 404) throw error
}

/** Options of CommentChanges. */
interface Options {
  readonly collaboration: Collaboration
  readonly state: Store<CommentsState>
  readonly drafts: CommentDrafts
  /** Called with a comment that was deleted here. `next`: the first of its replies, which takes its place. */
  onDeleted(id: number, next: Comment | null): void
}

/** Edits, resolves and deletes comments that the server has. All of it is shown at once, and taken back if it fails. */
export class CommentChanges {
  readonly #options: Options
  readonly #leaving = new Map<number, ReturnType<typeof setTimeout>>()
  /** Comments with a change that is not saved, as they are on the server. */
  readonly #before = new Map<number, Comment>()

  constructor(options: Options) {
    this.#options = options
    globalThis.addEventListener?.('pagehide', this.#deleteNow)
  }

  #saved(id: number | null): Comment | undefined {
    return this.#options.state.get().saved.find((one) => one.id === id)
  }

  #setSaved(comment: Comment): void {
    this.#options.state.set((state) => {
      const saved = state.saved.map((one) => (one.id === comment.id ? comment : one))
      return { ...state, saved }
    })
  }

  #setLeaving(leaving: ReadonlySet<number>): void {
    this.#options.state.set((state) => ({ ...state, leaving }))
  }

  #paramsOf(id: number) {
    return { id: String(this.#options.collaboration.page.deckId), comment_id: String(id) }
  }

  /** Changes the message of one of the user's comments. False for a blank or too long one. */
  edit({ id }: Comment, text: string): boolean {
    const message = sentText(text)
    if (message === null) return false
    const comment = this.#saved(id)
    if (id === null || !comment) return true
    if (comment.message === message) this.#options.drafts.set(-id, '')
    else {
      if (!this.#before.has(id)) this.#before.set(id, comment)
      void this.save({ ...comment, message })
    }
    return true
  }

  /** Sends the message of a changed comment, also again after it has failed. */
  async save(comment: Comment): Promise<void> {
    const { id, message } = comment
    if (id === null) return
    this.#setSaved({ ...comment, save: 'saving' })
    try {
      const { api } = this.#options.collaboration.page
      const params = this.#paramsOf(id)
      const answer = await api.call(commentsContracts.change, { params, body: { comment: { message } } })
      this.#endEdit(answer.id)
      this.#setSaved({ ...commentOf(answer), key: comment.key })
    } catch (error) {
      // Its draft stays, for the next page.
      this.#setSaved({ ...(this.#saved(id) ?? comment), save: 'failed', failure: refusalOf(error) })
    }
  }

  #endEdit(id: number): void {
    this.#before.delete(id)
    this.#options.drafts.set(-id, '')
  }

  /** Gives up the change of a comment. */
  discard(id: number): void {
    const before = this.#before.get(id)
    this.#endEdit(id)
    if (before) this.#setSaved(before)
  }

  /** Deletes a comment, unless it is kept within some seconds. */
  remove(id: number): void {
    if (this.#leaving.has(id)) return
    this.#leaving.set(
      id,
      setTimeout(() => void this.#delete(id), timings.notification),
    )
    this.#setLeaving(new Set([...this.#options.state.get().leaving, id]))
  }

  /** Takes back a deletion. */
  keep(id: number): void {
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
    this.#setLeaving(new Set([...this.#options.state.get().leaving].filter((one) => one !== id)))
  }

  /** Notes what the server has of comments, whose own changes may be given up. */
  heard(stored: readonly Comment[]): void {
    for (const one of stored) if (one.id !== null && this.#before.has(one.id)) this.#before.set(one.id, one)
  }

  /** Notes that a comment is gone. `next`: the first of its replies, which takes its place. */
  forget(id: number, next: Comment | null): void {
    this.#before.delete(id)
    this.keep(id)
    const before = next?.id ? this.#before.get(next.id) : undefined
    if (!next || !before) return
    const { parentId, pin, resolvedBy } = next
    this.#before.set(next.id ?? 0, { ...before, parentId, pin, resolvedBy })
  }

  async #delete(id: number): Promise<void> {
    const { collaboration, state, onDeleted } = this.#options
    const { api, notify } = collaboration.page
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
    try {
      await api.call(commentsContracts.remove, { params: this.#paramsOf(id) }).catch(unlessGone)
      onDeleted(id, successorOf(state.get().saved, id))
    } catch {
      this.keep(id)
      notify(messages.collaboration.commentNotDeleted, 'negative')
    }
  }

  /** Resolves a thread, or opens it again; shown at once. */
  async resolve(root: Comment, resolved: boolean): Promise<void> {
    const { api, notify, userId } = this.#options.collaboration.page
    if (root.id === null) return
    const shown = { ...root, resolvedBy: resolved ? userId : null }
    this.#setSaved(shown)
    try {
      const params = this.#paramsOf(root.id)
      const answer = await api.call(commentsContracts.resolve, { params, body: { comment: { resolved } } })
      const stored = { ...commentOf(answer), key: root.key }
      this.heard([stored])
      this.#setSaved(inPlaceOf(this.#saved(root.id), stored))
    } catch {
      if (this.#before.get(root.id) === shown) this.#before.set(root.id, root)
      const now = this.#saved(root.id)
      // What came from the server meanwhile stays as it is.
      if (now === shown) this.#setSaved(root)
      else if (now && now.save !== 'saved')
        this.#setSaved({ ...now, resolvedBy: (this.#before.get(root.id) ?? root).resolvedBy })
      notify(resolved ? commentMessages.notResolved : commentMessages.notReopened, 'negative')
    }
  }

  /** Deletes at once what is about to be deleted: the page ends. */
  readonly #deleteNow = (): void => {
    for (const id of [...this.#leaving.keys()]) void this.#delete(id)
  }

  close(): void {
    globalThis.removeEventListener?.('pagehide', this.#deleteNow)
    this.#deleteNow()
  }
}
