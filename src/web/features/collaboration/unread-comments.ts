import { commentsContracts, type UnreadAnswer } from '../../../api/comments/contract.ts'
import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import type { Collaboration } from './collaboration.ts'

/** What identifies a comment for its mark. */
interface Marked {
  readonly id: number | null
  readonly userId: number
  readonly slideHash: string | null
}

/** Comments that are seen within this time are marked by one request, in ms. */
const markPause = 1_000

const none: UnreadAnswer = { results: [], total: 0 }

const marks = new WeakMap<Collaboration, UnreadComments>()

/** The unread comments of a page. */
export function unreadOf(collaboration: Collaboration): UnreadComments {
  const existing = marks.get(collaboration)
  if (existing) return existing
  const made = new UnreadComments(collaboration)
  marks.set(collaboration, made)
  return made
}

/** Which comments of others this user has not read. Marks are hints: a failed request leaves them until the next. */
export class UnreadComments {
  readonly state: Store<UnreadAnswer> = createStore(none)
  readonly #collaboration: Collaboration
  readonly #params: { readonly id: string }
  /** The newest seen comment by slide, not sent yet. */
  readonly #seen = new Map<string | null, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn = 0
  /** Requests without an answer, and whether a comment came meanwhile that it may lack. */
  #asking = 0
  #isOutdated = false

  constructor(collaboration: Collaboration) {
    this.#collaboration = collaboration
    this.#params = { id: String(collaboration.page.deckId) }
    collaboration.onMessage((message) => this.#onMessage(message))
    let wasConnected = false
    const follow = (): void => {
      const { connected } = collaboration.state.get()
      if (connected && !wasConnected) void this.load()
      wasConnected = connected
    }
    collaboration.onClose(collaboration.state.subscribe(follow))
    collaboration.onClose(() => this.#flush())
    follow()
  }

  async load(): Promise<void> {
    const { api } = this.#collaboration.page
    await this.#ask(() => api.call(commentsContracts.unread, { params: this.#params }))
  }

  async #ask(request: () => Promise<UnreadAnswer>): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#asking += 1
    try {
      const answer = await request()
      // Only the latest answer counts.
      if (turn === this.#turn) this.state.set(answer)
    } catch {}
    this.#asking -= 1
    if (this.#asking > 0 || !this.#isOutdated) return
    this.#isOutdated = false
    await this.load()
  }

  #onMessage(message: ChannelMessage): void {
    if (message.type === 'collaboration:comment-removed') void this.load()
    else if (message.type === 'collaboration:comment-added') {
      const { id, user_id, slide_hash } = message.comment
      if (user_id === this.#collaboration.page.userId) return
      this.#add(slide_hash, id)
      this.#isOutdated = this.#asking > 0
    }
  }

  #add(slideHash: string | null, id: number): void {
    this.state.set(({ results, total }) => {
      const known = results.find(({ slide_hash }) => slide_hash === slideHash)
      const next = { slide_hash: slideHash, count: (known?.count ?? 0) + 1, first_id: known?.first_id ?? id }
      return { results: [...results.filter((one) => one !== known), next], total: total + 1 }
    })
  }

  /** Whether a comment is marked as unread. */
  has({ id, userId, slideHash }: Marked): boolean {
    if (id === null || userId === this.#collaboration.page.userId) return false
    const found = this.state.get().results.find(({ slide_hash }) => slide_hash === slideHash)
    return found !== undefined && id >= found.first_id
  }

  /** Marks a comment, and those before it on its slide, as read. */
  see(comment: Marked): void {
    if (comment.id === null || !this.has(comment)) return
    this.#seen.set(comment.slideHash, Math.max(comment.id, this.#seen.get(comment.slideHash) ?? 0))
    this.#timer ??= setTimeout(() => this.#flush(), markPause)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const read = [...this.#seen].map(([slide_hash, comment_id]) => ({ slide_hash, comment_id }))
    this.#seen.clear()
    if (read.length === 0) return
    const { api } = this.#collaboration.page
    void this.#ask(() => api.call(commentsContracts.markRead, { params: this.#params, body: { read } }))
  }
}
