import { isApiError } from '../../../api/api-error.ts'
import type { CommentAnswer } from '../../../api/comments/contract.ts'
import { commentsContracts } from '../../../api/comments/contract.ts'
import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { commentMessages } from '../../../rules/comment-messages.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import type { Collaboration } from '../collaboration/collaboration.ts'
import { linkedComment } from '../collaboration/linked-comment.ts'
import { CommentChanges } from './comment-changes.ts'
import { type CommentDrafts, openCommentDrafts } from './comment-drafts.ts'
import {
  type Comment,
  commentOf,
  commentsIn,
  countUpTo,
  merged,
  nextPage,
  threadsWith,
  withoutComment,
} from './comment-state.ts'
import { type CommentsState, type CommentsTab, type Filter, isInTab, isShown, type PinDraft } from './comments-view.ts'
import { NewComments, type SendOptions, sentText } from './new-comments.ts'
import { TypingSignal } from './typing-signal.ts'
import { openUnsentComments } from './unsent-comments.ts'

/** Slides passed within this time are not asked for, in ms. */
const slidePause = 200

const models = new WeakMap<Collaboration, CommentsModel>()

/** The comments of a page. They stay while its panel is collapsed. */
export function commentsOf(collaboration: Collaboration): CommentsModel {
  const existing = models.get(collaboration)
  if (existing) return existing
  const model = new CommentsModel(collaboration)
  models.set(collaboration, model)
  return model
}

/** Loads and sends the comments of a deck, and follows those of others. */
export class CommentsModel {
  readonly state: Store<CommentsState>
  readonly drafts: CommentDrafts
  readonly typing: TypingSignal
  readonly changes: CommentChanges
  /** What the next comment is pinned to. */
  readonly pinDraft = createStore<PinDraft | null>(null)
  /** The key of the thread under the pointer, or with the focus. */
  readonly current = createStore<string | null>(null)
  readonly #collaboration: Collaboration
  readonly #params: { readonly id: string }
  #offsetId: number | undefined
  #turn = 0
  /** Comments that came while a list was read, and all that were deleted. */
  readonly #fresh = new Set<number>()
  readonly #gone = new Set<number>()
  readonly #new: NewComments
  /** The comments of open forms. */
  readonly #forms = new Map<object, number>()
  #slideTimer: ReturnType<typeof setTimeout> | undefined

  constructor(collaboration: Collaboration) {
    const { page } = collaboration
    this.#collaboration = collaboration
    this.#params = { id: String(page.deckId) }
    this.drafts = openCommentDrafts(page.deckId, page.userId)
    this.typing = new TypingSignal(collaboration)
    const stored = openUnsentComments(page.deckId, page.userId)
    this.state = createStore<CommentsState>({
      ...{ tab: 'all', openOnly: false, slideId: page.slides.current(), status: 'loading', saved: [] },
      ...{ unsaved: stored.all(), hasEarlier: false, earlier: 'idle', leaving: new Set(), linked: null },
      written: this.drafts.comments(),
    })
    const { drafts, state } = this
    collaboration.onClose(drafts.subscribe(() => this.#noteWritten()))
    this.#new = new NewComments({ collaboration, state, stored, onSaved: (one) => this.#onAdded(one) })
    const onDeleted = (id: number, next: Comment | null) => this.#drop(id, next)
    this.changes = new CommentChanges({ collaboration, state, drafts, onDeleted })
    collaboration.onMessage((message) => this.#onMessage(message))
    collaboration.onClose(collaboration.state.subscribe(this.#reloadAfterLoss()))
    collaboration.onClose(page.slides.subscribe(() => this.#onSlide()))
    collaboration.onClose(() => this.#close())
    void this.load().then(() => this.#findDrafts())
    const linked = linkedComment()
    if (linked !== null) void this.openLinked(linked)
  }

  #change(changes: Partial<CommentsState>): void {
    this.state.set((state) => ({ ...state, ...changes }))
  }

  /** What others wrote while the connection was lost is read once it is back. */
  #reloadAfterLoss(): () => void {
    let wasConnected = this.#collaboration.state.get().connected
    let hasJoined = wasConnected
    return () => {
      const { connected } = this.#collaboration.state.get()
      if (connected && !wasConnected && hasJoined) void this.load()
      hasJoined ||= connected
      wasConnected = connected
    }
  }

  #query() {
    const { tab, slideId, openOnly } = this.state.get()
    const slide = tab === 'slide' && slideId !== null ? { slide_hash: slideId } : {}
    return { ...slide, ...(openOnly ? ({ state: 'open' } as const) : {}) }
  }

  /** Loads the newest comments of the tab. */
  async load(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#fresh.clear()
    this.#change({ status: 'loading', earlier: 'idle' })
    try {
      const { api } = this.#collaboration.page
      const { results, total } = await api.call(commentsContracts.list, { params: this.#params, query: this.#query() })
      // Only the latest answer counts.
      if (turn !== this.#turn) return
      this.#offsetId = results[0]?.id ?? 0
      const [{ saved: before, written }, stored] = [this.state.get(), commentsIn(results)]
      const held = threadsWith(before, written)
      // Others are already in the answer, or were deleted.
      const kept = before.filter((one) => one.save !== 'saved' || this.#fresh.has(one.id ?? 0) || held.has(one))
      this.#change({ status: 'ready', saved: this.#joined(kept, stored), hasEarlier: results.length < total })
      const read = new Set(stored.map(({ id }) => id))
      await this.#readDrafted(written.filter((id) => !read.has(id) && before.some((one) => one.id === id)))
    } catch {
      if (turn === this.#turn) this.#change({ status: 'failed' })
    }
  }

  /** Loads the page before the oldest shown comment. */
  async loadEarlier(): Promise<void> {
    const { hasEarlier, earlier, saved, status } = this.state.get()
    if (!hasEarlier || earlier === 'loading' || status !== 'ready' || this.#offsetId === undefined) return
    const turn = this.#turn
    const offset_id = this.#offsetId
    this.#change({ earlier: 'loading' })
    try {
      const { api } = this.#collaboration.page
      const query = { ...this.#query(), offset_id, page: nextPage(this.#listed(saved), offset_id) }
      const { results, total } = await api.call(commentsContracts.list, { params: this.#params, query })
      if (turn !== this.#turn) return
      const all = this.#joined(this.state.get().saved, commentsIn(results))
      const loaded = countUpTo(this.#listed(all), offset_id)
      this.#change({ earlier: 'idle', saved: all, hasEarlier: results.length > 0 && loaded < total })
    } catch {
      if (turn === this.#turn) this.#change({ earlier: 'failed' })
    }
  }

  /** Those that the server lists, too: not the resolved ones that are kept beside the open ones. */
  #listed(all: readonly Comment[]): readonly Comment[] {
    return all.filter((one) => isShown(this.state.get(), one))
  }

  /** Reads a comment and shows it, on its slide. */
  async openLinked(id: number): Promise<void> {
    const { api, slides } = this.#collaboration.page
    this.#change({ linked: { id, status: 'loading' } })
    try {
      const thread = await api.call(commentsContracts.read, { params: { ...this.#params, comment_id: String(id) } })
      if (thread.slide_hash !== null && slides.numberOf(thread.slide_hash) !== null) slides.goTo(thread.slide_hash)
      const comments = commentsIn([thread])
      for (const one of comments) this.#fresh.add(one.id ?? 0)
      this.#change({ linked: { id, status: 'found' }, saved: this.#joined(this.state.get().saved, comments) })
    } catch (error) {
      const isGone = isApiError(error) && error.status === 404
      this.#change({ linked: { id, status: isGone ? 'gone' : 'failed' } })
    }
  }

  /** Shows the thread of a mark on the slide. */
  reveal(key: string): void {
    const comment = this.state.get().saved.find((one) => one.key === key)
    if (comment?.id) this.#change({ linked: { id: comment.id, status: 'found' } })
  }

  /** Ends the look for the comment of the URL: it was shown, or the user knows that it is gone. */
  endLinked(): void {
    this.#change({ linked: null })
  }

  /** Adds comments of the server to a list. Own ones of them may have been sent by an earlier page. */
  #joined(list: readonly Comment[], added: readonly Comment[]): readonly Comment[] {
    const { userId } = this.#collaboration.page
    this.#new.settle(added.flatMap((one) => (one.userId === userId ? one.key : [])))
    this.changes.heard(added)
    return merged(list, added).filter(({ id }) => !this.#gone.has(id ?? 0))
  }

  #noteWritten(): void {
    const written = [...new Set([...this.#forms.values(), ...this.drafts.comments()])]
    // Not with each letter.
    if (written.join() !== this.state.get().written.join()) this.#change({ written })
  }

  /** Notes that a form for a reply to a comment, or for its change, is open. Returns a function that ends it. */
  noteForm(id: number): () => void {
    const form = {}
    this.#forms.set(form, id)
    this.#noteWritten()
    return () => {
      this.#forms.delete(form)
      this.#noteWritten()
    }
  }

  /** Shows the comments of drafts that an earlier page left, which may be older than those that are loaded, or gone. */
  async #findDrafts(): Promise<void> {
    const { saved } = this.state.get()
    await this.#readDrafted(this.drafts.comments().filter((id) => saved.every((one) => one.id !== id)))
  }

  /** Reads comments that drafts belong to, with their threads. Those that are gone leave their drafts. */
  async #readDrafted(ids: readonly number[]): Promise<void> {
    const { api } = this.#collaboration.page
    for (const id of ids) {
      const params = { ...this.#params, comment_id: String(id) }
      await api.call(commentsContracts.read, { params }).then(
        (thread) => this.#showThread(id, commentsIn([thread])),
        (error: unknown) => void (isApiError(error) && error.status === 404 && this.#leaveDrafts(id)),
      )
    }
  }

  /** Shows the thread of a comment as the server has it now. */
  #showThread(id: number, stored: readonly Comment[]): void {
    const { saved } = this.state.get()
    const shown = threadsWith(saved, [id])
    const others = saved.filter((one) => !shown.has(one) || one.save !== 'saved')
    this.#change({ saved: this.#joined(others, stored) })
  }

  /** Ends the drafts of a comment that is gone. */
  #leaveDrafts(id: number): void {
    this.#change({ saved: withoutComment(this.state.get().saved, id, null) })
    this.#moveDrafts(id, null)
  }

  /** Keeps what the user writes below or instead of a deleted comment. */
  #moveDrafts(id: number, next: Comment | null): void {
    const isReplyMoved = this.drafts.move(id, next?.id ?? 0) && !next
    const isTextMoved = this.drafts.move(-id, 0)
    if (isReplyMoved || isTextMoved) this.#collaboration.page.notify(commentMessages.draftMoved, 'neutral')
  }

  show(tab: CommentsTab): void {
    if (tab !== this.state.get().tab) this.#showOnly({ tab })
  }

  /** Leaves resolved threads out, or shows them again. */
  showOpen(openOnly: boolean): void {
    if (openOnly !== this.state.get().openOnly) this.#showOnly({ openOnly })
  }

  /** Shows what is loaded of another tab, slide or filter at once, and reads the rest. */
  #showOnly(changes: Partial<Filter>): void {
    const next = { ...this.state.get(), ...changes }
    this.#change({ ...changes, saved: next.saved.filter((one) => isInTab(next, one)), hasEarlier: false })
    void this.load()
  }

  #onSlide(): void {
    const slideId = this.#collaboration.page.slides.current()
    const state = this.state.get()
    if (slideId === state.slideId) return
    if (state.tab === 'all') {
      this.#change({ slideId })
      return
    }
    const saved = state.saved.filter(({ slideHash }) => slideHash === slideId)
    this.#turn += 1
    this.#change({ slideId, saved, hasEarlier: false, status: 'loading' })
    clearTimeout(this.#slideTimer)
    this.#slideTimer = setTimeout(() => void this.load(), slidePause)
  }

  #onMessage(message: ChannelMessage): void {
    if (message.type === 'collaboration:comment-added') this.#onAdded(message.comment)
    else if (message.type === 'collaboration:comment-updated') this.#onUpdated(commentOf(message.comment))
    else if (message.type === 'collaboration:comment-removed') {
      const { id, next } = message.comment
      this.#drop(id, next ? commentOf(next) : null)
    }
  }

  #onUpdated(comment: Comment): void {
    this.changes.heard([comment])
    const { saved, openOnly } = this.state.get()
    if (saved.some(({ id }) => id === comment.id)) this.#change({ saved: merged(saved, [comment]) })
    // Opened again: its replies are to be read, too.
    else if (openOnly && comment.resolvedBy === null && isShown(this.state.get(), comment)) void this.load()
  }

  /** Adds a comment that the server has stored: another user's, or the user's, of this page or another. */
  #onAdded(answer: CommentAnswer): void {
    const state = this.state.get()
    const comment = commentOf(answer)
    this.#fresh.add(answer.id)
    if (comment.userId === this.#collaboration.page.userId) this.#new.settle([comment.key])
    if (isInTab(state, comment)) this.#change({ saved: merged(state.saved, [comment]) })
  }

  #drop(id: number, next: Comment | null = null): void {
    this.#gone.add(id)
    this.#new.replyTo(id, next?.id ?? null)
    this.#change({ saved: withoutComment(this.state.get().saved, id, next) })
    this.changes.forget(id, next)
    this.#moveDrafts(id, next)
  }

  /** Sends a new comment on the current slide, or a reply. False for a blank or too long one. */
  send(text: string, options: SendOptions = {}): boolean {
    const message = sentText(text)
    if (message === null) return false
    this.typing.stop()
    this.#new.send(message, options)
    return true
  }

  /** Saves a failed comment again. */
  retry(comment: Comment): void {
    if (comment.id === null) this.#new.retry(comment.key)
    else void this.changes.save(comment)
  }

  /** Gives up a new comment that could not be sent, or the change of one. */
  discard({ key, id }: Comment): void {
    if (id === null) this.#new.settle([key])
    else this.changes.discard(id)
  }

  #close(): void {
    clearTimeout(this.#slideTimer)
    this.changes.close()
  }
}
