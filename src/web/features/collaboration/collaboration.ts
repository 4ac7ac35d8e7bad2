import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { UnreadAnswer } from '../../../api/comments/contract.ts'
import type { ChannelMessage, UserState } from '../../../api/deck-channel/messages.ts'
import { type CollaboratorAnswer, deckUsersContracts } from '../../../api/deck-users/contract.ts'
import {
  type ChannelSnapshot,
  connectEditorChannel,
  type EditorChannel,
  type Handover,
  type HandoverEffect,
  type HandoverEvent,
  handOver,
  type Joined,
  openHandover,
  type shareEditorChannel,
} from '../../../realtime/editor/client.ts'
import { messages } from '../../../rules/messages.ts'
import { type DeckRole, roleMayEdit } from '../../../rules/permissions.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { type Destination, PageExit } from './page-exit.ts'
import type { PagePins } from './page-pins.ts'

/** The slides of a page, as the panel needs them. */
export interface PanelSlides {
  /** The shown slide; null in an empty deck. */
  current(): string | null
  /** Calls the listener after each change of the shown slide; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The number as the page shows it: '3' or '3.2'; null for unknown slides. */
  numberOf(slideId: string): string | null
  goTo(slideId: string): void
}

/** A page on which collaborators meet: the editor or the review. */
export interface CollaborationPage {
  readonly place: Handover['place']
  readonly deckId: number
  readonly userId: number
  /** The active editor when the page was opened. */
  readonly editorId: number
  /** Whether the user asked for the editor, and was redirected here. */
  readonly wasSentHere?: boolean
  readonly api: ApiClient
  readonly slides: PanelSlides
  /** Joins the channel, where other parts of the page have joined it too; else the page has a connection for this alone. */
  readonly connect?: typeof shareEditorChannel
  /** Saves everything before another user edits; resolves whether the server has it. */
  save(): Promise<boolean>
  /**
   * Leaves the page, without a question: what is not saved stays in the journal. Resolves when the client has begun to
   * navigate, or has canceled it.
   */
  leaveFor(to: Destination): void | Promise<void>
  /** Whether the page is not left: it offers changes that the server has refused. */
  staysFrom?(to: 'review' | 'profile'): boolean
  /** Reports what the user does where the window gets no events; returns a function that ends it. */
  watchActivity?(note: () => void): () => void
  /** Called when this user edits again, on a page of the editor that was about to be left or whose save was refused. */
  onRegained?(): void
  /** Called when the deck has a newer version. */
  onSaved?(version: number): void
  /** The pins of comments on its slides, where it can show them. */
  readonly pins?: PagePins
  /** The URL that shows one comment, for all who may read it. */
  commentUrl(commentId: number): string
  /** Marks slides with comments that this user has not read. */
  showUnread?(unread: UnreadAnswer): void
  /** Where requests to edit and their answers are shown while the panel is collapsed; default: above the page. */
  readonly notices?: Element
  /** Shows a message for a while. */
  notify(text: string, kind: 'neutral' | 'negative'): void
}

/** What the panel shows; immutable. */
export interface CollaborationState extends ChannelSnapshot {
  /** The people of the deck; null until loaded. */
  readonly people: readonly CollaboratorAnswer[] | null
  readonly peopleFailed: boolean
  readonly handover: Handover
  /** Whether the page is about to go, and only waits for the server. */
  readonly going: boolean
  /** The user whose slides this page follows. */
  readonly following: number | null
  /** The time (ms since 1970), updated while something counts down. */
  readonly now: number
}

/** The collaboration on a deck, as one page takes part in it. */
export interface Collaboration {
  readonly page: CollaborationPage
  readonly state: Store<CollaborationState>
  act(event: HandoverEvent): void
  /** Leaves the page once the server answers: the browser would show its own error instead, and stay there. */
  leave(to: Destination): Promise<void>
  /** Goes to the slide of a user, if any. */
  visit(userId: number): void
  follow(userId: number | null): void
  loadPeople(): Promise<void>
  /** Asks the server who edits, as after a refused save. */
  checkEditor(): Promise<void>
  /** Calls the listener for each message of the channel; returns a function that unsubscribes. */
  onMessage(listener: (message: ChannelMessage) => void): () => void
  broadcast: EditorChannel['broadcast']
  retryNow(): void
  /** Calls the function when it is closed. */
  onClose(end: () => void): void
  close(): void
}

/** Interval of countdowns, in ms. */
const tickEvery = 250
/** Pause before who edits is asked again, in ms, if the server did not say. */
const askAgainAfter = 5_000
/** Attempts to save all of what is typed until the page is covered. */
const saveAttempts = 3

/** The name of a user in sentences. */
export function nameIn(people: readonly CollaboratorAnswer[] | null, userId: number): string {
  const person = people?.find((one) => one.user_id === userId)
  return person?.name?.trim() || person?.username || 'Somebody'
}

/** The role of the page's user; null until the people are loaded. */
export function ownRole({ people, handover }: Pick<CollaborationState, 'people' | 'handover'>): DeckRole | null {
  return people?.find(({ user_id }) => user_id === handover.me)?.role ?? null
}

/** Joins a deck's channel from a page. */
export function openCollaboration(page: CollaborationPage): Collaboration {
  return new PageCollaboration(page)
}

class PageCollaboration implements Collaboration {
  readonly page: CollaborationPage
  readonly state: Store<CollaborationState>
  readonly #channel: EditorChannel
  readonly #listeners = new Set<(message: ChannelMessage) => void>()
  readonly #ends: (() => void)[]
  #loading = 0
  readonly #exit: PageExit
  /** When to ask again who edits. */
  #askAgainAt = Number.POSITIVE_INFINITY

  constructor(page: CollaborationPage) {
    this.page = page
    const { deckId, userId, place, slides, connect = connectEditorChannel } = page
    this.#channel = connect({
      ...{ deckId, userId, place, slideId: slides.current() },
      onJoined: (joined) => this.#onJoined(joined),
      onMessage: (message) => this.#onMessage(message),
      onRefused: (refusal) => {
        if (refusal === 'hidden' || refusal === 'forbidden') this.act({ type: 'removed', userId })
      },
    })
    this.state = createStore<CollaborationState>({
      ...this.#channel.snapshot(),
      ...{ people: null, peopleFailed: false, following: null, going: false, now: Date.now() },
      handover: openHandover(userId, page.place, page.editorId, page.wasSentHere),
    })
    this.#exit = new PageExit({
      api: page.api,
      isConnected: () => this.state.get().connected,
      isDue: (to) => to === 'edit' || this.state.get().handover.leaving !== null,
      leaveFor: (to) => page.leaveFor(to),
      onGoing: (going) => this.#change({ going }),
    })
    const timer = setInterval(() => this.#tick(), tickEvery)
    this.#ends = [
      () => this.#exit.close(),
      () => clearInterval(timer),
      this.#channel.subscribe(() => this.#change(this.#channel.snapshot())),
      slides.subscribe(() => this.#channel.showSlide(slides.current())),
      this.#watchActivity(),
    ]
    void this.loadPeople()
  }

  #change(changes: Partial<CollaborationState>): void {
    this.state?.set((state) => ({ ...state, ...changes }))
  }

  #watchActivity(): () => void {
    const stopped = new AbortController()
    const note = () => this.#channel.noteActivity()
    for (const type of ['pointerdown', 'pointermove', 'keydown', 'touchstart'])
      window.addEventListener(type, note, { capture: true, passive: true, signal: stopped.signal })
    const end = this.page.watchActivity?.(note)
    return () => {
      stopped.abort()
      end?.()
    }
  }

  act(event: HandoverEvent): void {
    const { state, effects } = handOver(this.state.get().handover, event, Date.now())
    if (state !== this.state.get().handover) this.#change({ handover: state, now: Date.now() })
    for (const effect of effects) void this.#do(effect)
  }

  async #do(effect: HandoverEffect): Promise<void> {
    if (effect.do === 'broadcast') this.#channel.broadcast(effect.message)
    else if (effect.do === 'go') await this.leave(effect.to)
    else if (effect.do === 'take') this.act({ type: 'taken', result: await this.#take() })
    else await this.#approve(effect.userId)
  }

  leave(to: Destination): Promise<void> {
    return this.#exit.leave(to)
  }

  async #take(): Promise<'ok' | 'busy' | 'failed'> {
    try {
      await this.#becomeEditor(this.page.userId)
      return 'ok'
    } catch (error) {
      return isApiError(error) && error.status === 409 ? 'busy' : 'failed'
    }
  }

  async #approve(userId: number): Promise<void> {
    let isSaved = false
    for (let attempt = 0; attempt < saveAttempts && !isSaved; attempt++) isSaved = await this.page.save()
    try {
      if (!isSaved) throw new Error(messages.save.failed)
      await this.#becomeEditor(userId)
      this.act({ type: 'approved', ok: true })
      this.act({ type: 'editor-changed', userId })
    } catch {
      this.act({ type: 'approved', ok: false })
      this.page.notify(isSaved ? messages.collaboration.editorsFailed : messages.save.failed, 'negative')
    }
  }

  async #becomeEditor(userId: number): Promise<void> {
    const params = { id: String(this.page.deckId), user_id: String(userId) }
    await this.page.api.call(deckUsersContracts.becomeEditor, { params })
  }

  #onJoined({ editor_user_id: editorId, users, requests, version }: Joined): void {
    const editorStatus = users.find((user) => user.user_id === editorId)?.status ?? 'disconnected'
    const asked = requests.map(({ user_id: userId, remaining }) => ({ userId, remaining }))
    this.#changeEditor({ type: 'joined', editorId, editorStatus, requests: asked })
    this.page.onSaved?.(version)
    void this.loadPeople()
    const params = { id: String(this.page.deckId) }
    // Only for what was missed since: nothing waits for it.
    this.page.api.call(deckUsersContracts.updateLastSeen, { params }).catch(() => undefined)
  }

  /** Acts on what the server says about who edits. */
  #changeEditor(event: HandoverEvent): void {
    const wasLeaving = this.state.get().handover.leaving !== null
    this.act(event)
    const { leaving, editorId } = this.state.get().handover
    if (wasLeaving && leaving === null && editorId === this.page.userId) this.page.onRegained?.()
  }

  #onMessage(message: ChannelMessage): void {
    const { people, handover } = this.state.get()
    switch (message.type) {
      case 'collaboration:become-editor-request':
        this.act({ type: 'requested', userId: message.user_id })
        // Shortens the wait for the approval, and loses nothing if the page is closed instead.
        if (handover.editorId === this.page.userId) void this.page.save()
        break
      case 'collaboration:become-editor-request-canceled':
        this.act({ type: 'request-canceled', userId: message.user_id })
        break
      case 'collaboration:become-editor-request-denied':
        this.act({ type: 'denied', userId: message.user_id, byUserId: message.denied_by_user_id })
        break
      case 'collaboration:editor-changed':
        this.#onEditorChanged(message.user_id)
        break
      case 'collaboration:user-state':
        this.#onState(message)
        break
      case 'collaboration:user-removed':
        this.#onRemoved(message.user_id)
        break
      case 'collaboration:user-added':
        void this.loadPeople()
        this.page.notify(`${message.user.name || message.user.username} is a collaborator now`, 'neutral')
        break
      case 'collaboration:user-updated':
        if (!roleMayEdit(message.user.role)) this.act({ type: 'became-viewer', userId: message.user.user_id })
        void this.loadPeople()
        break
      case 'collaboration:deck-saved':
        this.page.onSaved?.(message.version)
        break
      default:
    }
    if (message.type === 'collaboration:user-state' && people?.every(({ user_id }) => user_id !== message.user_id))
      void this.loadPeople()
    for (const listener of [...this.#listeners]) listener(message)
  }

  #onEditorChanged(userId: number): void {
    const { handover, people } = this.state.get()
    const isNews = userId !== handover.editorId && userId !== this.page.userId && this.page.place === 'review'
    this.#changeEditor({ type: 'editor-changed', userId })
    this.#change({
      people: people?.map((person) => ({ ...person, editing: person.user_id === userId })) ?? null,
    })
    if (isNews && this.state.get().handover.asking.kind !== 'ended')
      this.page.notify(`${nameIn(people, userId)} edits now`, 'neutral')
  }

  #onState({ user_id: userId, status, slide_id }: UserState): void {
    this.act({ type: 'user-state', userId, status })
    const { following } = this.state.get()
    if (userId !== following) return
    if (status === 'disconnected') this.follow(null)
    else if (slide_id !== null) this.#show(slide_id)
  }

  #onRemoved(userId: number): void {
    const { people } = this.state.get()
    this.act({ type: 'removed', userId })
    if (userId === this.page.userId) return
    this.page.notify(`${nameIn(people, userId)} is no longer a collaborator`, 'neutral')
    this.#change({ people: people?.filter((person) => person.user_id !== userId) ?? null })
  }

  #tick(): void {
    const { handover, retryAt } = this.state.get()
    this.act({ type: 'tick' })
    if (Date.now() >= this.#askAgainAt) void this.checkEditor()
    const counts = handover.leaving || handover.requests.length > 0 || handover.asking.kind === 'pending'
    if (counts || retryAt !== null) this.#change({ now: Date.now() })
  }

  #show(slideId: string): void {
    const { slides } = this.page
    if (slides.current() !== slideId && slides.numberOf(slideId) !== null) slides.goTo(slideId)
  }

  visit(userId: number): void {
    const slideId = this.state.get().states.get(userId)?.slide_id
    if (slideId) this.#show(slideId)
  }

  follow(userId: number | null): void {
    this.#change({ following: userId })
    if (userId !== null) this.visit(userId)
  }

  async loadPeople(): Promise<void> {
    this.#loading += 1
    const turn = this.#loading
    try {
      const params = { id: String(this.page.deckId) }
      const { results } = await this.page.api.call(deckUsersContracts.list, { params })
      // Only the latest answer counts.
      if (turn === this.#loading) this.#change({ people: results, peopleFailed: false })
    } catch {
      if (turn === this.#loading) this.#change({ peopleFailed: this.state.get().people === null })
    }
  }

  async checkEditor(): Promise<void> {
    this.#askAgainAt = Number.POSITIVE_INFINITY
    const before = this.state.get().people
    await this.loadPeople()
    const { people, handover } = this.state.get()
    const userId = people?.find(({ editing }) => editing)?.user_id
    if (!userId || people === before) {
      this.#askAgainAt = Date.now() + askAgainAfter
      return
    }
    if (userId !== handover.editorId) this.#changeEditor({ type: 'editor-changed', userId })
    // The refusal came after the message that this user edits again, or the other user edited unnoticed.
    else if (userId === this.page.userId) this.page.onRegained?.()
  }

  onMessage(listener: (message: ChannelMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  broadcast: EditorChannel['broadcast'] = (message) => this.#channel.broadcast(message)

  retryNow(): void {
    this.#channel.retryNow()
  }

  onClose(end: () => void): void {
    this.#ends.push(end)
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#listeners.clear()
    this.#channel.close()
  }
}
