import { blockDataAttributes, blocks } from '../../../blocks/index.ts'
import { createMerger } from '../../../document/merge-slides.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { type SanitiseOptions, sanitise } from '../../../document/sanitize/sanitise.ts'
import { slideHash } from '../../../document/slide-hash.ts'
import { positionOf } from '../../../document/slide-position.ts'
import type { Deck } from '../../../document/types.ts'
import { answerCommand } from '../../../editor/autosave/answer-command.ts'
import { createSaver, type Saver } from '../../../editor/autosave/create-saver.ts'
import type { Saved, SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createJournal, type Journal } from '../../../editor/journal/create-journal.ts'
import { type JournalStore, openJournalStore } from '../../../editor/journal/journal-store.ts'
import { findLeftWork, holdJournalLock, type LeftWork } from '../../../editor/journal/recover.ts'
import { createEditor, type Editor } from '../../../editor/state/editor.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { deckUrl } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import type { ApiClient } from '../../data/client.ts'
import { askConfirm } from '../../ui/ask/ask-store.ts'
import { flash, flashNegative, flashPositive } from '../../ui/flash/flash-store.ts'
import { localSettings } from '../../ui/local-settings.ts'
import { createStore, type Store } from '../../ui/store.ts'
import { deckTransport } from './deck-transport.ts'
import { keepGuides } from './keep-guides.ts'
import { settleNewDeckWork } from './left-work-of-new-deck.ts'
import { openDeck, settingsOf } from './open-deck.ts'
import type { EditorPageData } from './page-data.ts'
import { uploadImage } from './upload-image.ts'
import { holdsLeftWork } from './with-left-work.ts'

/** What stands over the editor and waits for an answer. */
export type Waiting =
  | { readonly kind: 'outdated'; readonly version: number; readonly theirs: Deck }
  | { readonly kind: 'left-work'; readonly work: LeftWork }
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
  /** Takes both versions of a deck that somebody else saved meanwhile. */
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

/** The part of an address that leads to the slide on the canvas. */
function currentHash(editor: Editor): string {
  const { deck, slideId } = editor.getState()
  const place = positionOf(deck, slideId)
  return place ? slideHash(place) : ''
}

function failureWords(problem: SaveProblem): string | null {
  if (problem.kind === 'invalid') return problem.message
  if (problem.kind === 'signed-out' || problem.kind === 'conflict') return null
  return messages.save.error
}

/** Opens the editor on the page's deck, or on a new one. */
export async function openEditorSession(data: EditorPageData, api: ApiClient): Promise<EditorSession> {
  const deck = data.deck && data.content ? openDeck(settingsOf(data.deck), data.content) : newDeck()
  const session = new Session(data, api, deck, openJournalStore())
  await session.lookForLeftWork()
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
      transport: deckTransport(api),
      from: { deckId: data.deck?.id ?? null, version: data.deck?.version ?? 0, deck },
      autosave: localSettings().get().editorAutoSave,
      events: {
        saved: (answer, sent, asked) => this.#saved(answer, sent, asked),
        alreadySaved: () => flashPositive(messages.save.succeeded),
        failed: (problem) => this.#failed(problem),
        conflict: (version, theirs) => this.waiting.set({ kind: 'outdated', version, theirs }),
      },
    })
    this.journal = createJournal({ editor: this.editor, saver: this.saver, store, userId: data.viewer.id })
    keepGuides(this.editor, this.deckId)
    holdJournalLock(this.journal.key, new AbortController().signal)
    window.addEventListener('beforeunload', (event) => this.#beforeLeaving(event))
    window.addEventListener('online', () => this.saver.resume())
  }

  keepBoth(): void {
    const waiting = this.waiting.get()
    if (waiting?.kind !== 'outdated') return
    const { deck: base } = this.saver.savedPoint()
    const { version, theirs } = waiting
    this.waiting.set(null)
    const mine = this.editor.getState().deck
    const join = createMerger(base, theirs, blocks)
    const joined = (deck: Deck): Deck => ({
      ...join(deck).slides,
      settings: { ...theirs.settings, ...changedSettings(base, deck) },
    })
    this.saver.rebase(version, theirs)
    // Not a step of its own: their work belongs to every state that undo goes back to, or undo would delete it.
    this.editor.apply(joined, { undo: 'none', label: 'Join both versions' })
    const kept = join(mine).copies.length
    if (kept > 0)
      flash(
        `${kept === 1 ? 'One slide was' : `${kept} slides were`} changed by both of you: both are kept, one after the other`,
      )
  }

  ignoreOther(): void {
    const waiting = this.waiting.get()
    if (waiting?.kind !== 'outdated') return
    this.waiting.set(null)
    this.saver.overwrite(waiting.version, waiting.theirs)
  }

  async reload(): Promise<void> {
    await this.journal.flush()
    // Whoever asked for it needs no warning, as long as what is not saved is kept.
    this.#reloading = this.journal.health() === 'kept'
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

  async lookForLeftWork(): Promise<void> {
    try {
      const { deck, version } = this.saver.savedPoint()
      for (const work of await findLeftWork(this.#store, this.deckId.get(), this.data.viewer.id)) {
        if (work.head.deckId === null) {
          if (await this.#isStillNew(work, this.#store)) return this.waiting.set({ kind: 'left-work', work })
          continue
        }
        if (!holdsLeftWork(work, deck, version)) return this.waiting.set({ kind: 'left-work', work })
        await this.#store.remove(work.head.key)
      }
    } catch {
      // A journal that can't be read is no reason not to open the deck.
    }
  }

  /** Whether work on a new deck never reached the server. What did is not offered as another new deck. */
  async #isStillNew(work: LeftWork, store: JournalStore): Promise<boolean> {
    // Offered as new when the server can't be asked: better twice than never.
    const found = await settleNewDeckWork(work, this.api, store).catch(() => ({ kind: 'new' }) as const)
    if (found.kind !== 'moved') return found.kind === 'new'
    const { id, slug, title } = found.deck
    const address = deckUrl(this.#address(id, slug), { view: 'edit' })
    const action = { label: 'Open', run: () => window.location.assign(address) }
    flash(`Unsaved changes of “${title}” wait for you in that deck`, 'neutral', { action, duration: null })
    return false
  }

  restoreWork(restored: Deck): void {
    const left = this.#leftWork()
    this.editor.apply(() => restored, { undo: 'step', label: 'Restore unsaved changes' })
    void this.journal.flush().then(() => {
      // A browser that refuses to keep the work a second time keeps at least what it has.
      if (this.journal.health() === 'kept') return this.#forget(left)
    })
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
      sanitise: (html) => sanitise(html, this.#sanitiseOptions()).html,
      clean: (html, context) => sanitise(html, { ...this.#sanitiseOptions(), context }),
      notify: (message, kind, action) => {
        flash(message, kind === 'error' ? 'negative' : kind === 'success' ? 'positive' : 'neutral', { action })
      },
      confirm: ({ title, message, confirmLabel, danger }) =>
        askConfirm({ title, text: message, action: confirmLabel, dangerous: danger }),
      save: () => {
        finishTyping()
        void this.saver.saveNow()
      },
      present: (_slideId, view) => void this.#present(view),
      now: () => performance.now(),
    }
  }

  /** The browser's first look at foreign markup; the server, which has the last word, knows the hosts exactly. */
  #sanitiseOptions(): SanitiseOptions {
    const appHost = new URL(this.data.site.baseUrl).hostname
    return {
      context: 'import',
      customClasses: this.data.customCss,
      mediaHosts: [appHost, `*.${appHost}`],
      appHosts: [appHost],
      blockAttributes: blockDataAttributes,
    }
  }

  async #present(view: 'fullscreen' | 'live' = 'fullscreen'): Promise<void> {
    finishTyping()
    if (this.saver.hasUnsaved()) {
      const save = await askConfirm({ title: messages.save.unsavedPrompt, action: 'Save' })
      if (!save || !(await this.saver.saveNow())) return
    }
    const id = this.deckId.get()
    if (id === null) return
    const address = deckUrl(this.#address(id, this.#slug), { view, hash: currentHash(this.editor) })
    // A save in between may have made the browser forget the press, and it blocks new windows then.
    if (!window.open(address, '_blank')) window.location.assign(address)
  }

  #address(id: number, slug: string | null) {
    return { username: this.data.deck?.user.username ?? this.data.viewer.username, slug, id }
  }

  #saved(answer: Saved, sent: Deck, asked: boolean): void {
    if (asked) flashPositive(messages.save.succeeded)
    if (answer.deckId !== this.deckId.get() || answer.slug !== this.#slug) {
      this.#slug = answer.slug
      this.deckId.set(answer.deckId)
      // The address follows the deck's own, so that a reload opens the same deck.
      window.history.replaceState(null, '', deckUrl(this.#address(answer.deckId, answer.slug), { view: 'edit' }))
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
      this.editor.apply(setSettings({ slug: this.#slug }), { undo: 'none', label: 'Address' })
    }
  }

  #beforeLeaving(event: BeforeUnloadEvent): void {
    finishTyping()
    const isUploading = this.editor.getState().uploads.length > 0
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

function changedSettings(base: Deck, mine: Deck): Partial<Deck['settings']> {
  const entries = Object.entries(mine.settings).filter(
    ([name, value]) => base.settings[name as keyof Deck['settings']] !== value,
  )
  return Object.fromEntries(entries)
}
