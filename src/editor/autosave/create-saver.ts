import { newUuid } from '../../document/ids.ts'
import type { Deck } from '../../document/types.ts'
import { timings } from '../../rules/timings.ts'
import type { Command } from '../commands/command.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { contentBetween, isEmptyContent, type SaveContent } from './save-content.ts'
import type { SaveState } from './save-state.ts'
import { type NewerVersion, type Saved, SaveError, type SaveProblem, type SaveTransport } from './save-transport.ts'

/** The deck as the server has it. */
export interface SavedPoint {
  /** Null until the first save of a new deck. */
  readonly deckId: number | null
  readonly version: number
  readonly deck: Deck
}

/** What the saver tells the page besides its state. */
export interface SaverEvents {
  /** After each accepted save. `deck` is what is on the server now. */
  saved?(answer: Saved, deck: Deck, asked: boolean): void
  /** A save was asked for when everything was on the server already. */
  alreadySaved?(): void
  /** A save that the person asked for, or the first of a row of failures. */
  failed?(problem: SaveProblem, asked: boolean): void
  /** Another save came first: the page joins both with `takeNewer`, or shows the choice. */
  conflict?(newer: NewerVersion): void
}

/** Keeps a deck saved. One save runs at a time; edits made meanwhile go with the next. */
export interface Saver {
  state(): SaveState
  subscribe(listener: () => void): () => void
  /** Where the server is: what the journal keeps changes against. */
  savedPoint(): SavedPoint
  /** Whether anything is not on the server yet. */
  hasUnsaved(): boolean
  /** The save id that a new deck is made under, from the beginning: whoever comes later can ask whether it was. */
  creationId(): string
  /** Saves now, a new deck even unchanged; resolves when that save ended, well or not. True when everything is on the server. */
  saveNow(): Promise<boolean>
  /**
   * After a conflict: the next save goes over the newer version, which stays as a revision. It sends all in which the
   * editor's deck differs from `theirs`: afterward the server has what is on the screen, and nothing else.
   */
  overwrite(version: number, theirs: Deck): void
  /**
   * Takes a newer version into the editor: `command` joins it with the editor's deck, in every state that undo goes
   * back to. When nothing was unsaved, nothing is afterward.
   */
  takeNewer(version: number, theirs: Deck, command: Command): void
  /** The editor holds a deck that begins from `theirs`: what differs is saved next. */
  rebase(version: number, theirs: Deck): void
  /** Takes over what the server decided by itself (an address, cleaned markup): part of the deck, and saved already. */
  adopt(command: Command): void
  /** Signed in again, back online: tries at once. */
  resume(): void
  setAutosave(on: boolean): void
  stop(): void
}

interface Pending {
  readonly saveId: string
  readonly deck: Deck
  readonly content: SaveContent
  readonly overwrite: boolean
}

/** How long after the n-th failure in a row the next try comes: 2 s, 4 s, 8 s … 30 s. */
const firstRetry = 2000
const lastRetry = 30_000
/** A server that asks for more patience than this, in ms, is asked again nevertheless. */
const longestWait = 120_000

/** Starts keeping the editor's deck saved, beginning from what the server has. */
export function createSaver(options: {
  editor: Editor
  transport: SaveTransport
  from: SavedPoint
  events?: SaverEvents
  autosave?: boolean
}): Saver {
  return new SaverCore(options.editor, options.transport, options.from, options.events ?? {}, options.autosave ?? true)
}

class SaverCore implements Saver {
  readonly #model: EditorModel
  readonly #now: () => number
  #transport: SaveTransport
  #saved: SavedPoint
  #events: SaverEvents
  #autosave: boolean
  #state: SaveState = { kind: 'saved' }
  #listeners = new Set<() => void>()
  #running: Promise<boolean> | null = null
  /** A save whose outcome isn't known: it is repeated with its own id, so that it can't take effect twice. */
  #pending: Pending | null = null
  #overwrite = false
  #failures = 0
  /** How often a save was refused as signed out although the session was found alive. */
  #doubts = 0
  #startedAt = Number.NEGATIVE_INFINITY
  /** The deck the server refused; the same is not sent again. */
  #refused: Deck | null = null
  #timer: ReturnType<typeof setInterval>
  #unsubscribe: () => void
  #abort = new AbortController()
  readonly #creationId = newUuid()

  constructor(editor: Editor, transport: SaveTransport, from: SavedPoint, events: SaverEvents, autosave: boolean) {
    this.#model = editor.model
    this.#now = () => editor.services.now()
    this.#transport = transport
    this.#saved = from
    this.#events = events
    this.#autosave = autosave
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
    // A save may be under way with less than what is on the screen now; the one asked for comes after it.
    if (this.#running) await this.#running
    this.#refused = null
    return this.#run(true)
  }

  overwrite(version: number, theirs: Deck): void {
    this.rebase(version, theirs)
    this.#overwrite = true
  }

  takeNewer(version: number, theirs: Deck, command: Command): void {
    const isCurrent = !this.hasUnsaved()
    this.rebase(version, theirs)
    // Not a step of its own: their work belongs to every state that undo goes back to, or undo would delete it.
    this.#model.apply(command, { undo: 'none', label: 'Join both versions' })
    if (isCurrent) this.#saved = { ...this.#saved, deck: this.#model.getState().deck }
    this.#edited()
  }

  rebase(version: number, theirs: Deck): void {
    this.#saved = { deckId: this.#saved.deckId, version, deck: theirs }
    this.#pending = null
    this.#failures = 0
    this.#overwrite = false
    this.#become({ kind: 'changed' })
    this.#edited()
  }

  adopt(command: Command): void {
    const { deck } = this.#saved
    const isCurrent = this.#model.getState().deck === deck
    // Saved first: the editor's listeners must not find a difference that the server does not know of.
    this.#saved = { ...this.#saved, deck: command(deck) }
    this.#model.apply(command, { undo: 'none', label: 'Saved' })
    if (isCurrent) this.#saved = { ...this.#saved, deck: this.#model.getState().deck }
    this.#edited()
  }

  resume(): void {
    if (this.#state.kind !== 'signed-out' && this.#state.kind !== 'retrying') return
    if (this.#state.kind === 'signed-out') this.#doubts += 1
    this.#failures = 0
    void this.#run(false)
  }

  setAutosave(on: boolean): void {
    this.#autosave = on
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
    this.#abort.abort()
  }

  #edited(): void {
    if (this.#state.kind === 'saved' && this.hasUnsaved()) this.#become({ kind: 'changed' })
    else if (this.#state.kind === 'changed' && !this.hasUnsaved()) this.#become({ kind: 'saved' })
    else if (this.#state.kind === 'invalid' && this.#model.getState().deck !== this.#refused) {
      // What was refused may have been undone: then there is nothing left to save.
      this.#become({ kind: this.hasUnsaved() ? 'changed' : 'saved' })
    }
  }

  /** Saves when something changed and the last save began long enough ago; failed saves wait for their own time. */
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
    // A new deck is made when it is asked for, also before its first change: what shares or presents it needs it.
    const makes = asked && this.#saved.deckId === null
    if (!makes && !this.hasUnsaved()) {
      this.#become({ kind: 'saved' })
      if (asked) this.#events.alreadySaved?.()
      return Promise.resolve(true)
    }
    if (this.#state.kind === 'conflict') return Promise.resolve(false)
    this.#running ??= this.#save(asked).finally(() => {
      this.#running = null
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
    // A deck is made once, under one id, however many tries it takes.
    const saveId = this.#saved.deckId === null ? this.#creationId : newUuid()
    return { saveId, deck, content, overwrite: this.#overwrite }
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
    this.#become({ kind: 'saving' })
    const { deckId, version } = this.#saved
    const { saveId, overwrite, content } = pending
    const ended = new AbortController()
    const timeout = setTimeout(() => ended.abort(new Error('The save took too long')), timings.saveTimeout)
    const signal = AbortSignal.any([this.#abort.signal, ended.signal])
    try {
      this.#accept(await this.#transport.save({ deckId, version, saveId, overwrite, content }, signal), pending, asked)
      return !this.hasUnsaved()
    } catch (error) {
      this.#refuse(error instanceof SaveError ? error.problem : { kind: 'unreachable' }, pending, asked)
      // Merged with the same user's other save: save the rest at once, because a caller awaits this save.
      const { kind } = this.state()
      return kind === 'changed' || kind === 'saved' ? this.#save(asked) : false
    } finally {
      clearTimeout(timeout)
    }
  }

  #accept(answer: Saved, pending: Pending, asked: boolean): void {
    this.#pending = null
    this.#overwrite = false
    this.#failures = 0
    this.#doubts = 0
    this.#saved = { deckId: answer.deckId, version: answer.version, deck: pending.deck }
    this.#events.saved?.(answer, pending.deck, asked)
    this.#become(this.hasUnsaved() ? { kind: 'changed' } : { kind: 'saved' })
  }

  #refuse(refusal: SaveProblem, pending: Pending, asked: boolean): void {
    if (this.#abort.signal.aborted) return
    this.#failures += 1
    // The session was found alive, and still the save is refused as if it were not: asking again at once would go on for
    // ever. It is a failure like others, which waits longer each time.
    const doubted = refusal.kind === 'signed-out' && this.#doubts > 0
    const problem: SaveProblem = doubted ? { kind: 'failed', retryAfter: null } : refusal
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
        this.#become({ kind: 'signed-out' })
        break
      default:
        this.#retryLater(problem)
    }
    if (asked || this.#failures === 1) this.#events.failed?.(problem, asked)
  }

  #retryLater(problem: Extract<SaveProblem, { kind: 'failed' | 'unreachable' }>): void {
    const row = Math.max(this.#failures, this.#doubts)
    const wait = Math.min(lastRetry, firstRetry * 2 ** (row - 1))
    const least = problem.kind === 'failed' ? Math.min(problem.retryAfter ?? 0, longestWait) : 0
    const retryAt = this.#now() + Math.max(wait, least)
    this.#become({ kind: 'retrying', offline: problem.kind === 'unreachable', retryAt })
  }

  #become(state: SaveState): void {
    if (state.kind === this.#state.kind && state.kind !== 'retrying' && state.kind !== 'invalid') return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
