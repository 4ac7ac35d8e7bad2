import type { ApiClient } from '../../../api/client.ts'
import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { DeckAnswer } from '../../../api/decks/contract.ts'
import { loadDrawing } from '../../../blocks/chart/chart-drawing.ts'
import type { Deck } from '../../../document/deck-model.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { notifyWithUndo } from '../../../editor/actions/notify-with-undo.ts'
import { answerCommand } from '../../../editor/autosave/answer-command.ts'
import { createSaver, type Saver } from '../../../editor/autosave/create-saver.ts'
import type { Saved, SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createJournal, type Journal } from '../../../editor/journal/create-journal.ts'
import { type JournalStore, openJournalStore } from '../../../editor/journal/journal-store.ts'
import { findUnsavedDrafts, holdJournalLock, type UnsavedDraft, whenReleased } from '../../../editor/journal/recover.ts'
import { createEditor, type Editor } from '../../../editor/state/editor.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { addOpenTheme } from '../../../editor/themes/open-themes.ts'
import { type DeckSettings, settingsOf } from '../../../rules/deck-columns.ts'
import { deckUrl, profileUrl, shownTitle } from '../../../rules/deck-url.ts'
import { messages, removedMessage } from '../../../rules/messages.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { localSettings } from '../../../ui/local-settings.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { showError, showSuccess, showToast } from '../../../ui/toast/toast-store.ts'
import { uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import { isDeckSlugFree } from '../../data/name-availability.ts'
import { libraryServices } from './choose-images.ts'
import { commitFocusedField } from './commit-focused-field.ts'
import { deckTransport } from './deck-transport.ts'
import { followTheme } from './follow-theme.ts'
import {
  type EditorHistoryState,
  initialSlide,
  readHistoryState,
  slideHashOf,
  syncHistoryState,
  updateHistoryState,
} from './history-state.ts'
import { joinWindows } from './join-windows.ts'
import { type NewerVersions, newerVersions } from './newer-versions.ts'
import { openDeck } from './open-deck.ts'
import { pageOwner } from './page-owner.ts'
import type { PendingDecision } from './pending-decision.ts'
import { loadedSanitizer, loadSanitizer, sanitizeOptions } from './sanitizer.ts'
import { failureMessage } from './save-messages.ts'
import type { ConflictingDraft } from './settle-unsaved-draft.ts'
import { storeGuides } from './stored-guides.ts'
import { type EndedBy, isStreaming, type Stream, streamingTransport } from './stream.ts'
import { uploadWithOffer } from './upload-with-offer.ts'

/** An open editor: its deck, saver, journal, and a pending decision of the user. */
export interface EditorSession {
  readonly data: EditorPageData
  readonly api: ApiClient
  readonly editor: Editor
  readonly saver: Saver
  readonly journal: Journal
  readonly decision: Store<PendingDecision>
  /** The deck's id; null until a new deck is saved. */
  readonly deckId: Store<number | null>
  /** Whether the connection to the deck's channel has been lost for some seconds. */
  readonly isLost: Store<boolean>
  /** The deck's channel. */
  readonly stream: Stream
  /** Resolves a save conflict by merging; slides changed in both are kept twice. */
  keepBoth(): void
  /** Resolves a save conflict by overwriting. The other version stays a revision. */
  ignoreOther(): void
  /** Reloads the page with the server's version. Unsaved changes stay in the journal and are offered again. */
  reload(): Promise<void>
  /**
   * Goes to another page of the app, after an autosave. What cannot be saved stays in the journal, and the browser's
   * own warning is shown. Without autosave nothing is saved.
   */
  navigateTo(address: string): Promise<void>
  /** Saves everything, a value that is being typed included; resolves whether the server has it. */
  saveAll(): Promise<boolean>
  /**
   * Leaves a deck that is no longer edited here, without a question: the journal keeps what is not saved, and offers it
   * in the next editor.
   */
  leaveFor(to: 'edit' | 'review' | 'profile'): Promise<void>
  restoreDraft(restored: Deck): void
  discardDraft(): Promise<void>
}

const restoreLabel = 'Restore unsaved changes'

/** Opens the editor with the page's deck, or with a new one. */
export async function openEditorSession(data: EditorPageData, api: ApiClient): Promise<EditorSession> {
  if (data.content?.data.includes('data-l-chart')) await loadDrawing()
  const deck =
    data.deck && data.content ? openDeck(settingsOf(data.deck), data.content) : newDeck(data.startingSettings)
  if (data.theme) addOpenTheme(data.theme)
  const session = new Session(data, api, deck, openJournalStore())
  await session.start()
  return session
}

class Session implements EditorSession {
  readonly data: EditorPageData
  readonly api: ApiClient
  readonly editor: Editor
  readonly saver: Saver
  readonly journal: Journal
  readonly decision = createStore<PendingDecision>(null)
  readonly deckId: Store<number | null>
  readonly isLost = createStore(false)
  readonly stream: Stream = {
    channel: null,
    saves: null,
    end: null,
    isOver: false,
    endedBy: createStore<EndedBy>(null),
  }
  readonly #store: JournalStore
  readonly #newer: NewerVersions
  #slug: string | null
  #reloading = false

  constructor(data: EditorPageData, api: ApiClient, deck: Deck, store: JournalStore) {
    this.data = data
    this.api = api
    this.#store = store
    this.#slug = data.deck?.slug ?? null
    this.deckId = createStore<number | null>(data.deck?.id ?? null)
    this.editor = createEditor({ deck, services: this.#services() })
    const requests = deckTransport(api, data.viewer.id)
    this.saver = createSaver({
      editor: this.editor,
      transport: streamingTransport(this.stream, requests),
      isStreaming: () => isStreaming(this.stream),
      from: { deckId: data.deck?.id ?? null, version: data.deck?.version ?? 0, deck },
      autosave: localSettings().get().editorAutoSave,
      events: {
        saved: (answer, sent, userRequested) => this.#saved(answer, sent, userRequested),
        alreadySaved: () => showSuccess(messages.save.succeeded),
        failed: (problem) => this.#failed(problem),
        conflict: (newer) => this.#newer.take(newer),
        merged: (newer) => this.#newer.take(newer),
      },
    })
    const { editor, saver, stream, deckId, isLost } = this
    const userId = data.viewer.id
    this.journal = createJournal({ model: editor.model, saver, store, userId })
    this.#newer = newerVersions({ model: editor.model, saver, decision: this.decision })
    const onNewer = this.#newer.take
    joinWindows({ model: editor.model, saver, api, userId, deckId, onNewer, stream, requests, onLost: isLost.set })
    this.decision.subscribe(() => saver.setHasDraft(this.decision.get()?.kind === 'unsaved-draft'))
    followTheme(editor.model, api, deckId)
    storeGuides(this.editor.model, this.deckId)
    holdJournalLock(this.journal.key, new AbortController().signal)
    window.addEventListener('beforeunload', (event) => this.#onBeforeUnload(event))
    window.addEventListener('pagehide', () => this.#writeAll())
    window.addEventListener('online', () => this.saver.resume())
    localSettings().subscribe(() => this.saver.setAutosave(localSettings().get().editorAutoSave))
  }

  keepBoth = (): void => this.#newer.keepBoth()

  ignoreOther = (): void => this.#newer.ignoreOther()

  async reload(): Promise<void> {
    await this.journal.flush()
    // The user chose to reload: no warning is needed if the journal has everything.
    this.#reloading = this.journal.health() === 'stored'
    updateHistoryState({ asks: true })
    window.location.reload()
  }

  async navigateTo(address: string): Promise<void> {
    commitFocusedField()
    if (this.saver.hasUnsaved() && localSettings().get().editorAutoSave) {
      const isSaved = await this.saver.saveNow()
      // A conflict: the user decides in the dialog before leaving.
      if (!isSaved && this.decision.get()) return
    }
    window.location.assign(address)
  }

  async saveAll(): Promise<boolean> {
    commitFocusedField()
    return !this.saver.hasUnsaved() || this.saver.saveNow()
  }

  async leaveFor(to: 'edit' | 'review' | 'profile'): Promise<void> {
    await this.journal.flush()
    this.#reloading = !this.saver.hasUnsaved() || this.journal.health() === 'stored'
    const address = this.#address(this.deckId.get() ?? 0, this.#slug)
    const deck = () => deckUrl(address, { hash: window.location.hash, view: to === 'edit' ? to : 'review' })
    window.location.assign(to === 'profile' ? profileUrl(this.data.viewer.username) : deck())
  }

  /** Goes to the slide of the history entry or URL, and restores unsaved drafts. */
  async start(): Promise<void> {
    const historyState = readHistoryState()
    const { hash } = window.location
    try {
      await this.#settleUnsavedDraft(historyState)
    } catch {
      // The deck opens even if the journal cannot be read.
    }
    const slideId = initialSlide(this.editor.model.getState().deck, historyState, hash)
    if (slideId !== null) this.editor.model.goTo(slideId)
    syncHistoryState(this.editor.model, this.journal.key)
  }

  async #settleUnsavedDraft(historyState: EditorHistoryState): Promise<void> {
    const { api, data, editor } = this
    const point = this.saver.savedPoint()
    if (historyState.journal !== undefined) await whenReleased(this.#store, historyState.journal)
    // Most page loads find no draft, so the code that restores one is loaded on demand.
    if ((await findUnsavedDrafts(this.#store, point.deckId, data.viewer.id)).length === 0) return
    const [{ settleUnsavedDraft }] = await Promise.all([import('./settle-unsaved-draft.ts'), loadDrawing()])
    const settled = await settleUnsavedDraft({ store: this.#store, point, api, userId: data.viewer.id, historyState })
    // A newer version arrived meanwhile: the restored deck would take it back.
    if (this.saver.savedPoint() !== point) return this.#settleUnsavedDraft(historyState)
    if (settled.moved) this.#notifyMoved(settled.moved)
    if (settled.open) this.decision.set({ kind: 'unsaved-draft', ...settled.open })
    if (settled.conflict) this.#resumeConflict(settled.conflict)
    if (settled.restored.length === 0) return
    const before = editor.model.getState().deck
    editor.model.apply(() => settled.deck, { undo: 'step', label: restoreLabel })
    notifyWithUndo(editor, 'Your unsaved changes are back', before)
    void this.#moveToJournal(settled.restored)
  }

  /** Continues a lost window's session at its base version. The 409 of the next save opens the dialog. */
  #resumeConflict({ draft, lost }: ConflictingDraft): void {
    this.saver.rebase(lost.version, lost.base)
    this.editor.model.apply(() => lost.mine, { undo: 'step', label: restoreLabel })
    void this.#moveToJournal([draft])
    void this.saver.saveNow()
  }

  #notifyMoved({ id, slug, title }: DeckAnswer): void {
    const address = deckUrl(this.#address(id, slug), { view: 'edit' })
    const action = { label: 'Open', run: () => window.location.assign(address) }
    const lasting = { action, duration: null }
    showToast(`Unsaved changes of “${shownTitle(title)}” wait for you in that deck`, 'neutral', lasting)
  }

  restoreDraft(restored: Deck): void {
    const draft = this.#takeDraft()
    this.editor.model.apply(() => restored, { undo: 'step', label: restoreLabel })
    void this.#moveToJournal(draft ? [draft] : [])
  }

  /**
   * Deletes the entries of restored drafts once this window's journal contains them. If the browser refuses to store
   * more, the old entries stay.
   */
  async #moveToJournal(restored: readonly UnsavedDraft[]): Promise<void> {
    await this.journal.flush()
    if (this.journal.health() === 'stored') for (const draft of restored) await this.#forget(draft)
  }

  async discardDraft(): Promise<void> {
    await this.#forget(this.#takeDraft())
  }

  /** Returns the draft of the open dialog, and closes that dialog. A conflict may open the next one. */
  #takeDraft(): UnsavedDraft | null {
    const decision = this.decision.get()
    if (decision?.kind !== 'unsaved-draft') return null
    this.decision.set(null)
    return decision.draft
  }

  async #forget(draft: UnsavedDraft | null): Promise<void> {
    if (draft) await this.#store.remove(draft.head.key).catch(() => undefined)
  }

  #services(): EditorServices {
    return {
      upload: uploadWithOffer(this.data),
      ...libraryServices(this.api, this.data),
      loadSanitizer,
      sanitize: (html) => loadedSanitizer().sanitize(html, sanitizeOptions(this.data)).html,
      clean: (html, context) => loadedSanitizer().sanitize(html, { ...sanitizeOptions(this.data), context }),
      notify: (message, kind, action, duration) => {
        const tone = kind === 'error' ? 'negative' : kind === 'success' ? 'positive' : 'neutral'
        showToast(message, tone, { action, duration })
      },
      confirm: ({ title, message, confirmLabel, danger }) =>
        confirmDialog({ title, text: message, action: confirmLabel, dangerous: danger }),
      slugIsFree: (slug) => this.#slugIsFree(slug),
      save: () => {
        commitFocusedField()
        void this.saver.saveNow()
      },
      present: (slideId, view) => void this.#present(slideId, view),
      billing: this.data.site.billing,
      openHelp: (path) => void window.open(path, '_blank', 'noopener'),
      now: () => performance.now(),
    }
  }

  /** Slugs are unique per owner, and only the owner may query them. For other users the save reports a conflict. */
  async #slugIsFree(slug: string): Promise<boolean> {
    const { deck, viewer } = this.data
    if (deck && deck.user.id !== viewer.id) return true
    return isDeckSlugFree(this.api, slug, this.deckId.get())
  }

  async #present(slideId: string | null, view: 'fullscreen' | 'live' = 'fullscreen'): Promise<void> {
    commitFocusedField()
    const isUnsaved = this.saver.hasUnsaved()
    if (isUnsaved && !(await confirmDialog({ title: messages.save.unsavedPrompt, action: 'Save' }))) return
    // An unchanged new deck has no URL yet: it is saved without a question.
    if ((isUnsaved || this.deckId.get() === null) && !(await this.saver.saveNow())) return
    const id = this.deckId.get()
    if (id === null) return
    const address = deckUrl(this.#address(id, this.#slug), { view, hash: slideHashOf(this.editor.model, slideId) })
    // After the awaited save the browser may treat the click as expired and block new windows.
    if (!window.open(address, '_blank')) window.location.assign(address)
  }

  #address(id: number, slug: string | null) {
    return { ...pageOwner(this.data), slug, id }
  }

  #saved(answer: Saved, sent: Deck, userRequested: boolean): void {
    if (userRequested) showSuccess(messages.save.succeeded)
    if (answer.deckId !== this.deckId.get() || answer.slug !== this.#slug) {
      this.#slug = answer.slug
      this.deckId.set(answer.deckId)
      // Updates the URL with the deck's slug, so that a reload opens the same deck.
      const address = deckUrl(this.#address(answer.deckId, answer.slug), { view: 'edit', hash: window.location.hash })
      window.history.replaceState(window.history.state, '', address)
    }
    const cleanedCommand = answerCommand(sent, answer)
    if (cleanedCommand) this.saver.adopt(cleanedCommand)
    if (answer.removed.length > 0) showError(removedMessage(answer.removed))
  }

  #failed(problem: SaveProblem): void {
    const message = failureMessage(problem)
    if (message !== null) showError(message)
    if (problem.kind !== 'invalid') return
    // Resets a refused slug or theme (undo can bring back a deleted one): it must not block saving everything else.
    const reset = (settings: Partial<DeckSettings>) =>
      this.editor.model.apply(setSettings(settings), { undo: 'none', label: 'Refused settings' })
    const { deckId, deck } = this.saver.savedPoint()
    if (problem.fields.slug) reset({ slug: this.#slug })
    if (problem.fields.theme_id) reset({ theme_id: deckId === null ? null : deck.settings.theme_id })
  }

  /** Takes the value of the focused field, and writes what is unsaved to the journal. True if something is. */
  #writeAll(): boolean {
    commitFocusedField()
    const isUnsaved = this.saver.hasUnsaved()
    if (isUnsaved) this.journal.leave()
    return isUnsaved
  }

  #onBeforeUnload(event: BeforeUnloadEvent): void {
    const isUnsaved = this.#writeAll()
    if (this.#reloading || (!isUnsaved && uploadQueue.pending() === 0)) return
    event.preventDefault()
    // Only old browsers show this text; others show their own.
    event.returnValue = messages.save.unsavedWarning
  }
}
