import type { Deck } from '../../document/deck-model.ts'
import { newUuid } from '../../document/ids.ts'
import { timings } from '../../rules/timings.ts'
import type { Command } from '../commands/command.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { retryDelay } from './retry-delay.ts'
import { contentBetween, isEmptyContent, type SaveContent } from './save-content.ts'
import { SavePause } from './save-pause.ts'
import type { SaveState } from './save-state.ts'
import { type Saved, SaveError, type SaveProblem, type SaveTransport } from './save-transport.ts'
import type { SaverEvents } from './saver-events.ts'

/** The last state of the deck known to be on the server. */
export interface SavedPoint {
  /** Null until the first save of a new deck. */
  readonly deckId: number | null
  readonly version: number
  readonly deck: Deck
}

/** Saves a deck. One save runs at a time; edits made meanwhile are part of the next. */
export interface Saver {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** The deck on the server, which is the base of the journal's changes. */
  savedPoint(): SavedPoint
  /** Whether there are changes that are not on the server. */
  hasUnsaved(): boolean
  /**
   * The save id under which a new deck is created. With it a later page can find out whether the deck was created.
   */
  creationId(): string
  /**
   * Saves now, a new deck even if unchanged. Resolves when that save has ended: true if everything is on the server.
   */
  saveNow(): Promise<boolean>
  /**
   * After a conflict: the next save overwrites the newer version, which remains as a revision. It sends all
   * differences between the editor's deck and `theirs`, so the server then has exactly the editor's deck.
   */
  overwrite(version: number, theirs: Deck): void
  /**
   * Merges a newer version: `command` is applied to the editor's deck and to every undo state. If nothing was unsaved
   * before, nothing is afterward.
   */
  takeNewer(version: number, theirs: Deck, command: Command): void
  /** The editor's deck is now based on `theirs`: the next save sends the differences. */
  rebase(version: number, theirs: Deck): void
  /**
   * Runs `change`, which changes the deck on the server and resolves to what it is now: the editor takes that as one
   * undo step. Until then nothing is saved, and newer versions wait. Rejects as `change` does, without an effect.
   */
  replaceBy(change: () => Promise<Pick<SavedPoint, 'version' | 'deck'>>, label: string): Promise<void>
  /** Applies changes made by the server (a slug, sanitized markup) to the deck, as saved ones. */
  adopt(command: Command): void
  /** Retries at once, after signing in again, coming back online, or becoming the editor again. */
  resume(): void
  setAutosave(on: boolean): void
  /** While the user decides about a draft of a closed window, the state is not 'saved'. Nothing is sent for it. */
  setHasDraft(has: boolean): void
  stop(): void
}

interface Pending {
  readonly saveId: string
  /** The deck of the base version. */
  readonly before: Deck
  readonly deck: Deck
  readonly content: SaveContent
  readonly overwrite: boolean
}

/** Options of createSaver. */
export interface SaverOptions {
  editor: Editor
  transport: SaveTransport
  from: SavedPoint
  events?: SaverEvents
  autosave?: boolean
  /** Whether saves are cheap at the moment: they are then sent after a short pause. */
  isStreaming?: () => boolean
}

/** Starts saving the editor's deck, based on the server's state. */
export function createSaver(options: SaverOptions): Saver {
  return new SaverCore(options)
}

class SaverCore implements Saver {
  readonly #model: EditorModel
  readonly #now: () => number
  #transport: SaveTransport
  #saved: SavedPoint
  #events: SaverEvents
  #autosave: boolean
  #hasDraft = false
  #state: SaveState = { kind: 'saved' }
  #listeners = new Set<() => void>()
  #running: Promise<boolean> | null = null
  /** A save whose outcome is unknown. It is repeated with its own id, so it cannot take effect twice. */
  #pending: Pending | null = null
  #overwrite = false
  #failures = 0
  /** Consecutive saves refused as signed out although the session was found valid. */
  #falseSignOuts = 0
  #startedAt = Number.NEGATIVE_INFINITY
  /** The deck that the server refused as invalid. The same deck is not sent again. */
  #refused: Deck | null = null
  #timer: ReturnType<typeof setInterval>
  readonly #pause: SavePause
  #unsubscribe: () => void
  #abort = new AbortController()
  readonly #creationId = newUuid()

  constructor({ editor, transport, from, events = {}, autosave = true, isStreaming }: SaverOptions) {
    this.#model = editor.model
    this.#now = () => editor.services.now()
    this.#transport = transport
    this.#saved = from
    this.#events = events
    this.#autosave = autosave
    this.#pause = new SavePause({ isStreaming: () => isStreaming?.() ?? false, save: () => void this.#saveSoon() })
    this.#timer = setInterval(() => this.#check(), timings.changesCheck)
    this.#unsubscribe = editor.model.subscribe(() => this.#edited())
    this.#edited()
  }

  state = (): SaveState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  savedPoint(): SavedPoint {
    return this.#saved
  }

  hasUnsaved(): boolean {
    return this.#pending !== null || this.#model.getState().deck !== this.#saved.deck
  }

  creationId(): string {
    return this.#creationId
  }

  async saveNow(): Promise<boolean> {
    // A running save may lack the latest edits: the requested one follows it.
    if (this.#running) await this.#running
    this.#refused = null
    return this.#run(true)
  }

  overwrite(version: number, theirs: Deck): void {
    this.#startFrom(version, theirs, true)
  }

  takeNewer(version: number, theirs: Deck, command: Command): void {
    const isCurrent = !this.hasUnsaved()
    const before = this.#saved
    this.#saved = { ...before, version, deck: theirs }
    try {
      // No undo step: the merge applies to every undo state, or undo would delete the other user's changes.
      this.#model.apply(command, { undo: 'none', label: 'Join both versions' })
      if (isCurrent) this.#saved = { ...this.#saved, deck: this.#model.getState().deck }
    } catch (error) {
      // Without the merge, a save based on the newer version would take its changes back.
      this.#saved = before
      throw error
    } finally {
      // Last: a listener may merge the next version into the editor's deck, which must contain this one.
      this.#beginAgain()
    }
  }

  rebase(version: number, theirs: Deck): void {
    this.#startFrom(version, theirs, false)
  }

  async replaceBy(change: () => Promise<Pick<SavedPoint, 'version' | 'deck'>>, label: string): Promise<void> {
    while (this.#running) await this.#running
    this.#become({ kind: 'saving', unanswered: false })
    const changing = change()
    this.#running = changing.then(
      () => true,
      () => false,
    )
    try {
      const { version, deck } = await changing
      this.#saved = { ...this.#saved, version, deck }
      this.#model.apply(() => deck, { undo: 'step', label, select: [] })
    } finally {
      this.#running = null
      this.#beginAgain()
    }
  }

  #startFrom(version: number, theirs: Deck, overwrite: boolean): void {
    this.#saved = { ...this.#saved, version, deck: theirs }
    this.#overwrite = overwrite
    this.#beginAgain()
  }

  /** The save of an earlier base is over. What was to be overwritten still is: only then does it get a revision. */
  #beginAgain(): void {
    this.#pending = null
    this.#failures = 0
    this.#become({ kind: 'changed' })
    this.#edited()
  }

  adopt(command: Command): void {
    const { deck } = this.#saved
    const isCurrent = this.#model.getState().deck === deck
    // Set first, so that the editor's listeners see no unsaved difference.
    this.#saved = { ...this.#saved, deck: command(deck) }
    this.#model.apply(command, { undo: 'none', label: 'Saved' })
    if (isCurrent) this.#saved = { ...this.#saved, deck: this.#model.getState().deck }
    this.#edited()
  }

  resume(): void {
    if (!['signed-out', 'retrying', 'not-editor'].includes(this.#state.kind)) return
    if (this.#state.kind === 'signed-out') this.#falseSignOuts += 1
    this.#failures = 0
    void this.#run(false)
  }

  setAutosave(on: boolean): void {
    this.#autosave = on
  }

  setHasDraft(has: boolean): void {
    this.#hasDraft = has
    this.#edited()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#pause.stop()
    this.#unsubscribe()
    this.#abort.abort()
  }

  #edited(): void {
    if (this.#state.kind === 'saved' && (this.#hasDraft || this.hasUnsaved())) this.#become({ kind: 'changed' })
    else if (this.#state.kind === 'changed' && !this.hasUnsaved()) this.#become({ kind: 'saved' })
    else if (this.#state.kind === 'invalid' && this.#model.getState().deck !== this.#refused) {
      // The refused change may have been undone: then nothing is unsaved.
      this.#become({ kind: this.hasUnsaved() ? 'changed' : 'saved' })
    }
    if (this.#state.kind === 'changed' && this.#autosave) this.#pause.changed(this.#model.getState().deck)
  }

  /** A gesture is saved when it has ended. */
  #saveSoon(): void {
    if (this.#running || this.#state.kind !== 'changed' || !this.hasUnsaved()) return
    if (this.#model.getState().gesture === null) void this.#run(false)
  }

  /** Saves if there are changes and the autosave interval has passed. A failed save waits for its retry time. */
  #check(): void {
    if (this.#running || !this.hasUnsaved()) return
    const now = this.#now()
    if (this.#state.kind === 'retrying') {
      if (now >= this.#state.retryAt) void this.#run(false)
      return
    }
    if (this.#state.kind !== 'changed' || !this.#autosave) return
    if (now - this.#startedAt >= timings.autosave) void this.#run(false)
  }

  #run(asked: boolean): Promise<boolean> {
    // A requested save creates a new deck even if unchanged: sharing and presenting need one.
    const creates = asked && this.#saved.deckId === null
    if (!creates && !this.hasUnsaved()) {
      this.#become({ kind: 'saved' })
      if (asked) this.#events.alreadySaved?.()
      return Promise.resolve(true)
    }
    if (this.#state.kind === 'conflict') return Promise.resolve(false)
    this.#running ??= this.#save(asked).finally(() => {
      this.#running = null
      // What was changed meanwhile.
      this.#edited()
    })
    return this.#running
  }

  #next(): Pending | null {
    if (this.#pending) return this.#pending
    const { deck } = this.#model.getState()
    const content = contentBetween(this.#saved.deck, deck, this.#saved.deckId === null)
    if (isEmptyContent(content)) {
      this.#saved = { ...this.#saved, deck }
      this.#overwrite = false
      return null
    }
    // A deck is created under one id, however many attempts it takes.
    const saveId = this.#saved.deckId === null ? this.#creationId : newUuid()
    return { saveId, before: this.#saved.deck, deck, content, overwrite: this.#overwrite }
  }

  async #save(asked: boolean): Promise<boolean> {
    const pending = this.#next()
    if (!pending) {
      this.#become({ kind: 'saved' })
      if (asked) this.#events.alreadySaved?.()
      return true
    }
    this.#pending = pending
    this.#startedAt = this.#now()
    this.#become({ kind: 'saving', unanswered: false })
    const unanswered = setTimeout(() => this.#become({ kind: 'saving', unanswered: true }), timings.unanswered)
    const { deckId, version } = this.#saved
    const { saveId, overwrite, content, before, deck: after } = pending
    const ended = new AbortController()
    const timeout = setTimeout(() => ended.abort(new Error('The save took too long')), timings.saveTimeout)
    const signal = AbortSignal.any([this.#abort.signal, ended.signal])
    try {
      const request = { deckId, version, saveId, overwrite, content, before, after }
      this.#accept(await this.#transport.save(request, signal), pending, asked)
      return !this.hasUnsaved()
    } catch (error) {
      this.#refuse(error instanceof SaveError ? error.problem : { kind: 'unreachable' }, pending, asked)
      // Merged with the same user's other save: the rest is saved at once, since a caller awaits this save.
      const { kind } = this.state()
      return kind === 'changed' || kind === 'saved' ? this.#save(asked) : false
    } finally {
      clearTimeout(timeout)
      clearTimeout(unanswered)
    }
  }

  #accept(answer: Saved, pending: Pending, asked: boolean): void {
    const before = this.#saved
    this.#pending = null
    this.#overwrite = false
    this.#saved = { deckId: answer.deckId, version: answer.version, deck: pending.deck }
    this.#events.saved?.(answer, pending.deck, asked)
    try {
      const { theirs, version, changedElsewhere } = answer
      const kind = { own: true, by: null, byBlocks: true, ...(changedElsewhere ? { changedElsewhere } : {}) } as const
      if (theirs) this.#events.merged?.({ version, ...kind, theirs: () => theirs })
    } catch (error) {
      // Repeated with its id: the answer's version contains changes that this window lacks.
      this.#saved = before
      this.#pending = pending
      throw error
    }
    this.#failures = 0
    this.#falseSignOuts = 0
    this.#become(this.hasUnsaved() ? { kind: 'changed' } : { kind: 'saved' })
  }

  #refuse(refusal: SaveProblem, pending: Pending, asked: boolean): void {
    if (this.#abort.signal.aborted) return
    this.#failures += 1
    // The session was found valid, yet the save is refused as signed out. It counts as a failure, whose retries are
    // delayed: an immediate retry would loop.
    const isFalse = refusal.kind === 'signed-out' && this.#falseSignOuts > 0
    const problem: SaveProblem = isFalse ? { kind: 'failed', retryAfter: null } : refusal
    switch (problem.kind) {
      case 'conflict':
        this.#pending = null
        this.#become({ kind: 'conflict', version: problem.version, own: problem.own })
        this.#events.conflict?.(problem)
        return
      case 'invalid':
        this.#pending = null
        this.#refused = pending.deck
        this.#become({ kind: 'invalid', message: problem.message, fields: problem.fields })
        break
      case 'signed-out':
      case 'not-editor':
        this.#become({ kind: problem.kind })
        break
      default:
        this.#retryLater(problem)
    }
    if (asked || this.#failures === 1) this.#events.failed?.(problem, asked)
  }

  #retryLater(problem: Extract<SaveProblem, { kind: 'failed' | 'unreachable' }>): void {
    const attempts = Math.max(this.#failures, this.#falseSignOuts)
    const retryAt = this.#now() + retryDelay(attempts, problem.kind === 'failed' ? problem.retryAfter : null)
    this.#become({ kind: 'retrying', offline: problem.kind === 'unreachable', retryAt })
  }

  #become(next: SaveState): void {
    const state: SaveState = next.kind === 'saved' && this.#hasDraft ? { kind: 'changed' } : next
    if (state.kind === this.#state.kind && !['saving', 'retrying', 'invalid'].includes(state.kind)) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
