import { blockDataAttributes, blocks } from '../../../blocks/index.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { parseSlide } from '../../../document/parse-slide.ts'
import { type SanitiseOptions, sanitise } from '../../../document/sanitize/sanitise.ts'
import { slideHash } from '../../../document/slide-hash.ts'
import { positionOf } from '../../../document/slide-position.ts'
import type { Deck } from '../../../document/types.ts'
import { createSaver, type Saver } from '../../../editor/autosave/create-saver.ts'
import type { Saved, SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { replaceSlide } from '../../../editor/commands/slide-commands.ts'
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
  restoreWork(restored: Deck): void
  discardWork(): Promise<void>
}

/** The part of an address that leads to the slide on the canvas. */
function currentHash(editor: Editor): string {
  const { deck, slideId } = editor.getState()
  const place = positionOf(deck, slideId)
  return place ? slideHash(place) : ''
}

async function openStore(): Promise<JournalStore | null> {
  try {
    return await openJournalStore()
  } catch {
    // A private window without storage: the journal says so, and the page warns before it is left.
    return null
  }
}

function failureWords(problem: SaveProblem): string | null {
  if (problem.kind === 'invalid') return problem.message
  if (problem.kind === 'signed-out' || problem.kind === 'conflict') return null
  return messages.save.error
}

/** Opens the editor on the page's deck, or on a new one. */
export async function openEditorSession(data: EditorPageData, api: ApiClient): Promise<EditorSession> {
  const deck = data.deck && data.content ? openDeck(settingsOf(data.deck), data.content) : newDeck()
  const session = new Session(data, api, deck, await openStore())
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
  readonly #store: JournalStore | null
  #slug: string | null

  constructor(data: EditorPageData, api: ApiClient, deck: Deck, store: JournalStore | null) {
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
        saved: (answer, saved, asked) => this.#saved(answer, saved, asked),
        failed: (problem) => {
          const words = failureWords(problem)
          if (words !== null) flashNegative(words)
        },
        conflict: (version, theirs) => this.waiting.set({ kind: 'outdated', version, theirs }),
      },
    })
    this.journal = createJournal({ editor: this.editor, saver: this.saver, store, userId: data.viewer.id })
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
    const merged = mergeSlides(base, theirs, mine, blocks)
    const settings = { ...theirs.settings, ...changedSettings(base, mine) }
    this.saver.rebase(version, theirs)
    this.editor.apply(() => ({ ...merged.slides, settings }), { undo: 'step', label: 'Join both versions' })
    const kept = merged.copies.length
    if (kept > 0)
      flash(
        `${kept === 1 ? 'One slide was' : `${kept} slides were`} changed by both of you: both are kept, one after the other`,
      )
  }

  ignoreOther(): void {
    this.waiting.set(null)
    this.saver.overwrite()
  }

  async lookForLeftWork(): Promise<void> {
    if (!this.#store) return
    try {
      const { deck, version } = this.saver.savedPoint()
      for (const work of await findLeftWork(this.#store, this.deckId.get(), this.data.viewer.id)) {
        if (!holdsLeftWork(work, deck, version)) return this.waiting.set({ kind: 'left-work', work })
        await this.#store.remove(work.head.key)
      }
    } catch {
      // A journal that can't be read is no reason not to open the deck.
    }
  }

  restoreWork(restored: Deck): void {
    this.editor.apply(() => restored, { undo: 'step', label: 'Restore unsaved changes' })
    void this.journal.flush().then(() => this.discardWork())
  }

  async discardWork(): Promise<void> {
    const waiting = this.waiting.get()
    this.waiting.set(null)
    if (waiting?.kind === 'left-work') await this.#store?.remove(waiting.work.head.key).catch(() => undefined)
  }

  #services(): EditorServices {
    return {
      upload: (file, onProgress) => uploadImage(file, onProgress),
      sanitise: (html) => sanitise(html, this.#sanitiseOptions()).html,
      notify: (message, kind) => {
        flash(message, kind === 'error' ? 'negative' : kind === 'success' ? 'positive' : 'neutral')
      },
      confirm: ({ title, message, confirmLabel, danger }) =>
        askConfirm({ title, text: message, action: confirmLabel, dangerous: danger }),
      save: () => void this.saver.saveNow(),
      present: () => void this.#present(),
      now: () => performance.now(),
    }
  }

  /** The browser's first look at foreign markup; the server, which has the last word, knows the hosts exactly. */
  #sanitiseOptions(): SanitiseOptions {
    const appHost = new URL(this.data.site.baseUrl).hostname
    return {
      context: 'import',
      customClasses: false,
      mediaHosts: [appHost, `*.${appHost}`],
      appHosts: [appHost],
      blockAttributes: blockDataAttributes,
    }
  }

  async #present(): Promise<void> {
    if (this.saver.hasUnsaved()) {
      const save = await askConfirm({ title: messages.save.unsavedPrompt, action: 'Save' })
      if (!save || !(await this.saver.saveNow())) return
    }
    const id = this.deckId.get()
    if (id === null) return
    window.open(
      deckUrl(this.#address(id, this.#slug), { view: 'fullscreen', hash: currentHash(this.editor) }),
      '_blank',
    )
  }

  #address(id: number, slug: string | null) {
    return { username: this.data.deck?.user.username ?? this.data.viewer.username, slug, id }
  }

  #saved(answer: Saved, _deck: Deck, asked: boolean): void {
    if (asked) flashPositive(messages.save.succeeded)
    if (answer.deckId !== this.deckId.get() || answer.slug !== this.#slug) {
      this.#slug = answer.slug
      this.deckId.set(answer.deckId)
      // The address follows the deck's own, so that a reload opens the same deck.
      window.history.replaceState(null, '', deckUrl(this.#address(answer.deckId, answer.slug), { view: 'edit' }))
      this.saver.adopt(setSettings({ slug: answer.slug }))
    }
    for (const html of Object.values(answer.corrected)) {
      const slide = parseSlide(html, blocks)
      const notes = this.editor.getState().deck.slides[slide.id]?.notes ?? slide.notes
      this.saver.adopt(replaceSlide({ ...slide, notes }))
    }
    if (answer.removed.length > 0) flashNegative(removedWords(answer.removed))
  }

  #beforeLeaving(event: BeforeUnloadEvent): void {
    if (!this.saver.hasUnsaved()) return
    void this.journal.flush()
    event.preventDefault()
    // Browsers show words of their own; old ones show these.
    event.returnValue = messages.save.unsavedWarning
  }
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
