import type { CommentAnswer } from '../../../api/comments/contract.ts'
import { commentsContracts } from '../../../api/comments/contract.ts'
import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { newUuid } from '../../../document/ids.ts'
import { normalComment } from '../../../rules/comment-text.ts'
import { messages } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { type Collaboration, nameIn } from '../collaboration/collaboration.ts'
import { type Comment, commentOf, merged, newComment, nextPage } from './comment-state.ts'

/** Which comments are shown: all, or those of the current slide. */
export type CommentsTab = 'all' | 'slide'

/** The comments of a deck as one page shows them; immutable. */
export interface CommentsState {
  readonly tab: CommentsTab
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
}

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

/** Whether a comment is one of the shown tab. */
function isShown({ tab, slideId }: Pick<CommentsState, 'tab' | 'slideId'>, comment: Pick<Comment, 'slideHash'>) {
  return tab === 'all' || comment.slideHash === slideId
}

/** The comments of the tab, oldest first, with those that are not saved yet. */
export function shownComments(state: CommentsState): readonly Comment[] {
  return [...state.saved, ...state.unsaved.filter((comment) => isShown(state, comment))]
}

/** Loads, sends, changes and deletes the comments of a deck, and follows those of others. */
export class CommentsModel {
  readonly state: Store<CommentsState>
  /** The text in the form. */
  draft = ''
  readonly #collaboration: Collaboration
  readonly #params: { readonly id: string }
  readonly #leaving = new Map<number, ReturnType<typeof setTimeout>>()
  #offsetId: number | undefined
  #turn = 0
  /** Comments that came while a list was read, and all that were deleted. */
  readonly #fresh = new Set<number>()
  readonly #gone = new Set<number>()
  #slideTimer: ReturnType<typeof setTimeout> | undefined
  #typingAt = Number.NEGATIVE_INFINITY

  constructor(collaboration: Collaboration) {
    const { page } = collaboration
    this.#collaboration = collaboration
    this.#params = { id: String(page.deckId) }
    this.state = createStore<CommentsState>({
      ...{ tab: 'all', slideId: page.slides.current(), status: 'loading', saved: [], unsaved: [] },
      ...{ hasEarlier: false, earlier: 'idle', leaving: new Set() },
    })
    collaboration.onMessage((message) => this.#onMessage(message))
    collaboration.onClose(collaboration.state.subscribe(this.#reloadAfterLoss()))
    collaboration.onClose(page.slides.subscribe(() => this.#onSlide()))
    collaboration.onClose(() => this.#close())
    void this.load()
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
    const { tab, slideId } = this.state.get()
    return tab === 'slide' && slideId !== null ? { slide_hash: slideId } : {}
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
      const state = this.state.get()
      // Others are already in the answer, or were deleted.
      const kept = state.saved.filter(({ id, save }) => save !== 'saved' || this.#fresh.has(id ?? 0))
      const saved = this.#without(merged(kept, results.map(commentOf)))
      this.#change({ status: 'ready', saved, hasEarlier: results.length < total })
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
      const query = { ...this.#query(), offset_id, page: nextPage(saved, offset_id) }
      const { results, total } = await api.call(commentsContracts.list, { params: this.#params, query })
      if (turn !== this.#turn) return
      const all = this.#without(merged(this.state.get().saved, results.map(commentOf)))
      const loaded = all.filter(({ id }) => (id ?? 0) <= offset_id).length
      this.#change({ earlier: 'idle', saved: all, hasEarlier: results.length > 0 && loaded < total })
    } catch {
      if (turn === this.#turn) this.#change({ earlier: 'failed' })
    }
  }

  #without(list: readonly Comment[]): readonly Comment[] {
    return list.filter(({ id }) => !this.#gone.has(id ?? 0))
  }

  show(tab: CommentsTab): void {
    if (tab !== this.state.get().tab) this.#showOnly({ tab })
  }

  /** Shows what is loaded of another tab or slide at once, and reads the rest. */
  #showOnly(changes: Partial<Pick<CommentsState, 'tab' | 'slideId'>>): void {
    const next = { ...this.state.get(), ...changes }
    this.#change({ ...changes, saved: next.saved.filter((one) => isShown(next, one)), hasEarlier: false })
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
    else if (message.type === 'collaboration:comment-updated') {
      const { saved } = this.state.get()
      const isListed = saved.some(({ id }) => id === message.comment.id)
      if (isListed) this.#change({ saved: merged(saved, [commentOf(message.comment)]) })
    } else if (message.type === 'collaboration:comment-removed') this.#drop(message.comment.id)
  }

  /** Adds a comment that the server has stored: another user's, or an own one of this page or another. */
  #onAdded(answer: CommentAnswer): void {
    const state = this.state.get()
    const comment = commentOf(answer)
    this.#fresh.add(answer.id)
    const isOwn = comment.userId === this.#collaboration.page.userId
    this.#change({
      unsaved: isOwn ? state.unsaved.filter(({ key }) => key !== comment.key) : state.unsaved,
      saved: isShown(state, comment) ? merged(state.saved, [comment]) : state.saved,
    })
  }

  #drop(id: number): void {
    const { saved, leaving } = this.state.get()
    this.#gone.add(id)
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
    this.#change({
      saved: saved.filter((one) => one.id !== id),
      leaving: new Set([...leaving].filter((one) => one !== id)),
    })
  }

  /** Sends a new comment on the current slide. False for a blank one. */
  send(text: string): boolean {
    const message = normalComment(text)
    if (message === '') return false
    this.stopTyping()
    const { page, state } = this.#collaboration
    const { people } = state.get()
    const self = people?.find(({ user_id }) => user_id === page.userId)
    const comment = newComment({
      ...{ key: newUuid(), id: null, userId: page.userId, name: nameIn(people, page.userId) },
      ...{ picture: self?.thumbnail_url ?? null, message, slideHash: page.slides.current() },
      ...{ createdAt: Date.now(), isEdited: false },
    })
    this.#change({ unsaved: [...this.state.get().unsaved, comment] })
    void this.#create(comment)
    return true
  }

  #setUnsaved(key: string, save: Comment['save']): void {
    const { unsaved } = this.state.get()
    this.#change({ unsaved: unsaved.map((one) => (one.key === key ? { ...one, save } : one)) })
  }

  async #create({ key, message, slideHash }: Comment): Promise<void> {
    const body = { comment: { message, slide_hash: slideHash, save_id: key } }
    try {
      const { api } = this.#collaboration.page
      this.#onAdded(await api.call(commentsContracts.create, { params: this.#params, body }))
    } catch {
      this.#setUnsaved(key, 'failed')
    }
  }

  /** Changes the message of an own comment. False for a blank one. */
  edit({ id }: Comment, text: string): boolean {
    const message = normalComment(text)
    if (message === '') return false
    const comment = this.state.get().saved.find((one) => one.id === id)
    if (comment && comment.message !== message) void this.#update({ ...comment, message })
    return true
  }

  #setSaved(comment: Comment): void {
    const { saved } = this.state.get()
    this.#change({ saved: saved.map((one) => (one.id === comment.id ? comment : one)) })
  }

  async #update(comment: Comment): Promise<void> {
    const { message } = comment
    const params = { ...this.#params, comment_id: String(comment.id) }
    this.#setSaved({ ...comment, save: 'saving' })
    try {
      const { api } = this.#collaboration.page
      const answer = await api.call(commentsContracts.change, { params, body: { comment: { message } } })
      this.#setSaved({ ...commentOf(answer), key: comment.key })
    } catch {
      this.#setSaved({ ...comment, save: 'failed' })
    }
  }

  /** Saves a failed comment again. */
  retry(comment: Comment): void {
    if (comment.id !== null) {
      void this.#update(comment)
      return
    }
    this.#setUnsaved(comment.key, 'saving')
    void this.#create(comment)
  }

  /** Gives up a new comment that could not be sent. */
  discard({ key }: Comment): void {
    this.#change({ unsaved: this.state.get().unsaved.filter((one) => one.key !== key) })
  }

  /** Deletes a comment, unless it is kept within some seconds. */
  remove(id: number): void {
    if (this.#leaving.has(id)) return
    this.#leaving.set(
      id,
      setTimeout(() => void this.#delete(id), timings.notification),
    )
    this.#change({ leaving: new Set([...this.state.get().leaving, id]) })
  }

  /** Takes back a deletion. */
  keep(id: number): void {
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
    this.#change({ leaving: new Set([...this.state.get().leaving].filter((one) => one !== id)) })
  }

  async #delete(id: number): Promise<void> {
    const { api, notify } = this.#collaboration.page
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
    try {
      await api.call(commentsContracts.remove, { params: { ...this.#params, comment_id: String(id) } })
      this.#drop(id)
    } catch {
      this.keep(id)
      notify(messages.collaboration.commentNotDeleted, 'negative')
    }
  }

  /** Notes what is in the form: the others see that this user is writing. */
  noteTyping(text: string): void {
    this.draft = text
    if (text.trim() === '') {
      this.stopTyping()
      return
    }
    const now = Date.now()
    if (now - this.#typingAt < timings.typingSend) return
    this.#typingAt = now
    this.#collaboration.broadcast({ type: 'collaboration:user-typing' })
  }

  stopTyping(): void {
    if (this.#typingAt === Number.NEGATIVE_INFINITY) return
    this.#typingAt = Number.NEGATIVE_INFINITY
    this.#collaboration.broadcast({ type: 'collaboration:user-typing-stopped' })
  }

  /** Deletes at once what is about to be deleted. */
  #close(): void {
    clearTimeout(this.#slideTimer)
    for (const id of [...this.#leaving.keys()]) void this.#delete(id)
  }
}
