import type { ApiClient } from '../../../api/client.ts'
import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { DeckAnswer } from '../../../api/decks/contract.ts'
import { blockDataAttributes } from '../../../blocks/index.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { type SanitizeOptions, sanitize } from '../../../document/sanitize/sanitize.ts'
import type { Deck } from '../../../document/types.ts'
import { tellWithUndo } from '../../../editor/actions/tell-with-undo.ts'
import { answerCommand } from '../../../editor/autosave/answer-command.ts'
import { createSaver, type Saver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion, Saved, SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createJournal, type Journal } from '../../../editor/journal/create-journal.ts'
import { type JournalStore, openJournalStore } from '../../../editor/journal/journal-store.ts'
import { holdJournalLock, type LeftWork } from '../../../editor/journal/recover.ts'
import { createEditor, type Editor } from '../../../editor/state/editor.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { settingsOf } from '../../../rules/deck-fields.ts'
import { deckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import { askConfirm } from '../../../ui/ask/ask-store.ts'
import { flash, flashNegative, flashPositive } from '../../../ui/flash/flash-store.ts'
import { localSettings } from '../../../ui/local-settings.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { deckSlugIsFree } from '../../data/names-are-free.ts'
import { deckTransport } from './deck-transport.ts'
import { followWindows } from './follow-windows.ts'
import { joinVersions } from './join-versions.ts'
import { keepGuides } from './keep-guides.ts'
import { hashOf, type KeptPlace, keepInPlace, keepPlace, keptPlace, slideOfPlace } from './keep-place.ts'
import { openDeck } from './open-deck.ts'
import { pageOwner } from './page-owner.ts'
import { type ConflictingWork, type OpenWork, settleLeftWork } from './settle-left-work.ts'
import { uploadImage } from './upload-image.ts'

/** What stands over the editor and waits for an answer. */
export type Waiting =
  | ({ readonly kind: 'outdated' } & NewerVersion)
  | ({ readonly kind: 'left-work' } & OpenWork)
  | null

/** One opened editor: the deck, its keeper, its journal, and what the person must decide. */
export interface EditorSession {
  readonly data: EditorPageData
  readonly api: ApiClient
  readonly editor: Editor
  readonly saver: Saver
  readonly journal: Journal
  readonly waiting: Store<Waiting>
  /** The deck's id once it has one. */
  readonly deckId: Store<number | null>
  /** Takes both versions of a deck that was saved meanwhile. */
  keepBoth(): void
  /** Saves over the other version, which stays among the revisions. */
  ignoreOther(): void
  /** Loads the deck as it is on the server; the own changes stay in this browser and are offered again. */
  reload(): Promise<void>
  /**
   * Goes to another page of the app, saving first what is not saved yet. What cannot be saved stays in this browser, and
   * the browser itself asks before it lets go. Without autosave nothing is saved that nobody asked to save.
   */
  leaveTo(address: string): Promise<void>
  restoreWork(restored: Deck): void
  discardWork(): Promise<void>
}

function failureWords(problem: SaveProblem): string | null {
  if (problem.kind === 'invalid') return problem.message
  if (problem.kind === 'signed-out' || problem.kind === 'conflict') return null
  return messages.save.error
}

const restoreLabel = 'Restore unsaved changes'

/** Opens the editor on the page's deck, or on a new one. */
export async function openEditorSession(data: EditorPageData, api: ApiClient): Promise<EditorSession> {
  const deck = data.deck && data.content ? openDeck(settingsOf(data.deck), data.content) : newDeck()
  const session = new Session(data, api, deck, openJournalStore())
  await session.begin()
  return session
}

class Session implements EditorSession {
  readonly data: EditorPageData
  readonly api: ApiClient
  readonly editor: Editor
  readonly saver: Saver
  readonly journal: Journal
  readonly waiting = createStore<Waiting>(null)
  readonly deckId: Store<number | null>
  readonly #store: JournalStore
  #slug: string | null
  #reloading = false

  constructor(data: EditorPageData, api: ApiClient, deck: Deck, store: JournalStore) {
    this.data = data
    this.api = api
    this.#store = store
    this.#slug = data.deck?.slug ?? null
    this.deckId = createStore<number | null>(data.deck?.id ?? null)
    this.editor = createEditor({ deck, services: this.#services() })
    this.saver = createSaver({
      editor: this.editor,
      transport: deckTransport(api, data.viewer.id),
      from: { deckId: data.deck?.id ?? null, version: data.deck?.version ?? 0, deck },
      autosave: localSettings().get().editorAutoSave,
      events: {
        saved: (answer, sent, asked) => this.#saved(answer, sent, asked),
        alreadySaved: () => flashPositive(messages.save.succeeded),
        failed: (problem) => this.#failed(problem),
        conflict: (newer) => this.#takeNewer(newer),
      },
    })
    this.journal = createJournal({ model: this.editor.model, saver: this.saver, store, userId: data.viewer.id })
    const { editor, saver } = this
    const userId = data.viewer.id
    followWindows({ model: editor.model, saver, api, userId, take: (newer) => this.#takeNewer(newer) })
    keepGuides(this.editor.model, this.deckId)
    holdJournalLock(this.journal.key, new AbortController().signal)
    window.addEventListener('beforeunload', (event) => this.#beforeLeaving(event))
    window.addEventListener('online', () => this.saver.resume())
    localSettings().subscribe(() => this.saver.setAutosave(localSettings().get().editorAutoSave))
  }

  keepBoth(): void {
    const waiting = this.waiting.get()
    if (waiting?.kind !== 'outdated') return
    this.waiting.set(null)
    const { deck: base } = this.saver.savedPoint()
    const theirs = waiting.theirs(base)
    const { command, copies } = joinVersions(base, theirs, this.editor.model.getState().deck)
    this.saver.takeNewer(waiting.version, theirs, command)
    if (copies === 0) return
    const slides = copies === 1 ? 'One slide was' : `${copies} slides were`
    flash(`${slides} changed on both sides: both are kept, one after the other`)
  }

  /**
   * A newer version is on the server. What the same user saved in another window or on another device is joined without
   * a question, unless both changed the same; so is everything where nothing here is unsaved.
   */
  #takeNewer(newer: NewerVersion): void {
    const { editor, saver } = this
    const { deck: base } = saver.savedPoint()
    const theirs = newer.theirs(base)
    const { slideId, deck: mine } = editor.model.getState()
    // Nobody types into what another window has changed.
    if (theirs.slides[slideId] !== base.slides[slideId] && mine.slides[slideId] === base.slides[slideId]) {
      editor.model.stopEditing()
    }
    const { command, clashes } = joinVersions(base, theirs, editor.model.getState().deck)
    const isUnsaved = saver.hasUnsaved()
    if (clashes || (isUnsaved && !newer.own)) {
      // Heard from another window: the save that is going to be refused is made now, and brings the choice.
      if (saver.state().kind === 'conflict') this.waiting.set({ ...newer, kind: 'outdated' })
      else void saver.saveNow()
      return
    }
    saver.takeNewer(newer.version, theirs, command)
    if (isUnsaved) flash('Your changes from another window or device were added')
  }

  ignoreOther(): void {
    const waiting = this.waiting.get()
    if (waiting?.kind !== 'outdated') return
    this.waiting.set(null)
    this.saver.overwrite(waiting.version, waiting.theirs(this.saver.savedPoint().deck))
  }

  async reload(): Promise<void> {
    await this.journal.flush()
    // Whoever asked for it needs no warning, as long as what is not saved is kept.
    this.#reloading = this.journal.health() === 'kept'
    keepInPlace({ asks: true })
    window.location.reload()
  }

  async leaveTo(address: string): Promise<void> {
    finishTyping()
    if (this.saver.hasUnsaved() && localSettings().get().editorAutoSave) {
      const isSaved = await this.saver.saveNow()
      // Somebody else saved first: that choice is to be made here.
      if (!isSaved && this.waiting.get()) return
    }
    window.location.assign(address)
  }

  /** Comes back to the slide that was left, and to the work that was not saved. */
  async begin(): Promise<void> {
    const place = keptPlace()
    const { hash } = window.location
    try {
      await this.#settleLeftWork(place)
    } catch {
      // A journal that can't be read is no reason not to open the deck.
    }
    const slideId = slideOfPlace(this.editor.model.getState().deck, place, hash)
    if (slideId !== null) this.editor.model.goTo(slideId)
    keepPlace(this.editor.model, this.journal.key)
  }

  async #settleLeftWork(place: KeptPlace): Promise<void> {
    const { api, data, editor } = this
    const point = this.saver.savedPoint()
    const settled = await settleLeftWork({ store: this.#store, point, api, userId: data.viewer.id, place })
    if (settled.moved) this.#tellMoved(settled.moved)
    if (settled.open) this.waiting.set({ kind: 'left-work', ...settled.open })
    if (settled.conflict) this.#meetConflict(settled.conflict)
    if (settled.restored.length === 0) return
    const before = editor.model.getState().deck
    editor.model.apply(() => settled.deck, { undo: 'step', label: restoreLabel })
    tellWithUndo(editor, 'Your unsaved changes are back', before)
    void this.#moveToJournal(settled.restored)
  }

  /** Goes on where a lost window was: the save that is going to be refused is made now, and brings the choice. */
  #meetConflict({ work, lost }: ConflictingWork): void {
    this.saver.rebase(lost.version, lost.base)
    this.editor.model.apply(() => lost.mine, { undo: 'step', label: restoreLabel })
    void this.#moveToJournal([work])
    void this.saver.saveNow()
  }

  #tellMoved({ id, slug, title }: DeckAnswer): void {
    const address = deckUrl(this.#address(id, slug), { view: 'edit' })
    const action = { label: 'Open', run: () => window.location.assign(address) }
    flash(`Unsaved changes of “${shownTitle(title)}” wait for you in that deck`, 'neutral', { action, duration: null })
  }

  restoreWork(restored: Deck): void {
    const left = this.#leftWork()
    this.editor.model.apply(() => restored, { undo: 'step', label: restoreLabel })
    void this.#moveToJournal(left ? [left] : [])
  }

  /** The restored work is in this window's journal now. A browser that refuses to keep it a second time keeps what it has. */
  async #moveToJournal(restored: readonly LeftWork[]): Promise<void> {
    await this.journal.flush()
    if (this.journal.health() === 'kept') for (const work of restored) await this.#forget(work)
  }

  async discardWork(): Promise<void> {
    await this.#forget(this.#leftWork())
  }

  /** The work that is being asked about, which is asked about no more: what comes next may have a question of its own. */
  #leftWork(): LeftWork | null {
    const waiting = this.waiting.get()
    if (waiting?.kind !== 'left-work') return null
    this.waiting.set(null)
    return waiting.work
  }

  async #forget(work: LeftWork | null): Promise<void> {
    if (work) await this.#store.remove(work.head.key).catch(() => undefined)
  }

  #services(): EditorServices {
    return {
      upload: (file, onProgress) => uploadImage(file, onProgress),
      sanitize: (html) => sanitize(html, this.#sanitizeOptions()).html,
      clean: (html, context) => sanitize(html, { ...this.#sanitizeOptions(), context }),
      notify: (message, kind, action) => {
        flash(message, kind === 'error' ? 'negative' : kind === 'success' ? 'positive' : 'neutral', { action })
      },
      confirm: ({ title, message, confirmLabel, danger }) =>
        askConfirm({ title, text: message, action: confirmLabel, dangerous: danger }),
      slugIsFree: (slug) => this.#slugIsFree(slug),
      save: () => {
        finishTyping()
        void this.saver.saveNow()
      },
      present: (slideId, view) => void this.#present(slideId, view),
      openHelp: (path) => void window.open(path, '_blank', 'noopener'),
      now: () => performance.now(),
    }
  }

  /** Addresses belong to the decks of one owner, who alone may ask; for others the save finds out. */
  async #slugIsFree(slug: string): Promise<boolean> {
    const { deck, viewer } = this.data
    if (deck && deck.user.id !== viewer.id) return true
    return deckSlugIsFree(this.api, slug, this.deckId.get())
  }

  /** The browser's first look at foreign markup; the server, which has the last word, knows the hosts exactly. */
  #sanitizeOptions(): SanitizeOptions {
    const appHost = new URL(this.data.site.baseUrl).hostname
    return {
      context: 'import',
      customClasses: this.data.customCss,
      mediaHosts: [appHost, `*.${appHost}`],
      appHosts: [appHost],
      blockAttributes: blockDataAttributes,
    }
  }

  async #present(slideId: string | null, view: 'fullscreen' | 'live' = 'fullscreen'): Promise<void> {
    finishTyping()
    const asks = this.saver.hasUnsaved()
    if (asks && !(await askConfirm({ title: messages.save.unsavedPrompt, action: 'Save' }))) return
    // A new deck without a change has no address yet: no question is shown.
    if ((asks || this.deckId.get() === null) && !(await this.saver.saveNow())) return
    const id = this.deckId.get()
    if (id === null) return
    const address = deckUrl(this.#address(id, this.#slug), { view, hash: hashOf(this.editor.model, slideId) })
    // A save in between may have made the browser forget the press, and it blocks new windows then.
    if (!window.open(address, '_blank')) window.location.assign(address)
  }

  #address(id: number, slug: string | null) {
    return { ...pageOwner(this.data), slug, id }
  }

  #saved(answer: Saved, sent: Deck, asked: boolean): void {
    if (asked) flashPositive(messages.save.succeeded)
    if (answer.deckId !== this.deckId.get() || answer.slug !== this.#slug) {
      this.#slug = answer.slug
      this.deckId.set(answer.deckId)
      // The address follows the deck's own, so that a reload opens the same deck.
      const address = deckUrl(this.#address(answer.deckId, answer.slug), { view: 'edit', hash: window.location.hash })
      window.history.replaceState(window.history.state, '', address)
    }
    const taken = answerCommand(sent, answer)
    if (taken) this.saver.adopt(taken)
    if (answer.removed.length > 0) flashNegative(removedWords(answer.removed))
  }

  #failed(problem: SaveProblem): void {
    const words = failureWords(problem)
    if (words !== null) flashNegative(words)
    // An address that can't be had must not keep everything else from being saved.
    if (problem.kind === 'invalid' && problem.fields.slug) {
      this.editor.model.apply(setSettings({ slug: this.#slug }), { undo: 'none', label: 'Address' })
    }
  }

  #beforeLeaving(event: BeforeUnloadEvent): void {
    finishTyping()
    const isUploading = this.editor.model.getState().uploads.length > 0
    if (this.#reloading || (!this.saver.hasUnsaved() && !isUploading)) return
    void this.journal.flush()
    event.preventDefault()
    // Browsers show words of their own; old ones show these.
    event.returnValue = messages.save.unsavedWarning
  }
}

/** Fields that check what is typed take it when they are left: what stands in one now belongs to what is saved. */
function finishTyping(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

function removedWords(removed: readonly string[]): string {
  const first = [...new Set(removed)].slice(0, 3).join('; ')
  return `Some markup can't be kept and was taken out: ${first}`
}
