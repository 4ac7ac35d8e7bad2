import { blocks } from '../../blocks/index.ts'
import { newUuid } from '../../document/ids.ts'
import { renderSlide } from '../../document/render-slide.ts'
import type { Slide, SlideId } from '../../document/types.ts'
import { timings } from '../../rules/timings.ts'
import type { Saver } from '../autosave/create-saver.ts'
import { contentBetween, isEmptyContent, type SaveContent } from '../autosave/save-content.ts'
import type { Editor } from '../state/editor.ts'
import type { JournalSlide, JournalStore } from './journal-store.ts'

/** Whether unsaved work is safe in this browser: kept, or only in this page's memory (`refused`: storage full or forbidden). */
export type JournalHealth = 'kept' | 'refused'

/** Writes what isn't on the server yet into the browser's own database, soon after each change. */
export interface Journal {
  readonly key: string
  health(): JournalHealth
  subscribe(listener: () => void): () => void
  /** Writes what is waiting; resolves when it is on the disk (or was refused). */
  flush(): Promise<void>
  stop(): void
}

/** Starts the journal of this tab. */
export function createJournal(options: {
  editor: Editor
  saver: Saver
  store: JournalStore
  userId: number
  key?: string
}): Journal {
  return new JournalCore(options)
}

class JournalCore implements Journal {
  readonly key: string
  #editor: Editor
  #saver: Saver
  #store: JournalStore
  #userId: number
  #health: JournalHealth = 'kept'
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  #writing: Promise<void> = Promise.resolve()
  /** The slides as the store has them, so that only changed ones are written again. */
  #kept: Readonly<Record<SlideId, JournalSlide>> = {}
  /** The deleted slides as the store has them: each is written once, however much is changed afterward. */
  #keptDeleted: ReadonlyMap<SlideId, Slide> = new Map()
  #hasEntry = false
  /** Nobody knows what the store has: the next write begins anew. */
  #afresh = false
  #stopped = false
  #ends: (() => void)[]

  constructor(options: Parameters<typeof createJournal>[0]) {
    this.key = options.key ?? newUuid()
    this.#editor = options.editor
    this.#saver = options.saver
    this.#store = options.store
    this.#userId = options.userId
    // The saver's answer ends entries, and a failure begins none: both go through the same comparison.
    this.#ends = [options.editor.subscribe(() => this.#touch()), options.saver.subscribe(() => this.#touch())]
    this.#touch()
  }

  health = (): JournalHealth => this.#health

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  flush(): Promise<void> {
    this.#clearTimers()
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  stop(): void {
    this.#stopped = true
    for (const end of this.#ends) end()
    this.#clearTimers()
  }

  #clearTimers(): void {
    for (const timer of [this.#timer, this.#retry]) if (timer !== null) clearTimeout(timer)
    this.#timer = null
    this.#retry = null
  }

  #touch(): void {
    // The server has everything: the entry goes at once, or a reload right after 'Saved' would offer saved work.
    if (this.#hasEntry && !this.#saver.hasUnsaved()) return void this.flush()
    if (this.#timer !== null || (!this.#saver.hasUnsaved() && !this.#hasEntry)) return
    this.#timer = setTimeout(() => void this.flush(), timings.journal)
  }

  async #write(): Promise<void> {
    const point = this.#saver.savedPoint()
    const { deck } = this.#editor.getState()
    const content = contentBetween(point.deck, deck, point.deckId === null)
    try {
      if (isEmptyContent(content)) await this.#clear()
      else await this.#put(content, point.deckId, point.version)
      this.#become('kept')
    } catch {
      // Full, forbidden, or emptied by the person: the work goes on in memory and the page warns. What the store has is
      // not known any more, so all of it is written anew: with the next change, or a little later by itself.
      this.#afresh = true
      this.#kept = {}
      this.#keptDeleted = new Map()
      this.#become('refused')
      if (!this.#stopped) this.#retry ??= setTimeout(() => void this.flush(), timings.journalRetry)
    }
  }

  async #clear(): Promise<void> {
    if (this.#hasEntry) await this.#store.remove(this.key)
    this.#hasEntry = false
    this.#afresh = false
    this.#kept = {}
    this.#keptDeleted = new Map()
  }

  async #put(content: SaveContent, deckId: number | null, baseVersion: number): Promise<void> {
    const slides = journalSlides(content)
    const changed: Record<SlideId, JournalSlide> = {}
    for (const [id, slide] of Object.entries(slides)) {
      const kept = this.#kept[id]
      if (kept?.html !== slide.html || kept.notes !== slide.notes) changed[id] = slide
    }
    const unchanged = Object.keys(this.#kept).filter((id) => !slides[id])
    const gone = deckId === null ? new Map<SlideId, Slide>() : this.#deleted(content)
    const fresh = [...gone.values()].filter((slide) => this.#keptDeleted.get(slide.id) !== slide)
    const deleted = Object.fromEntries(
      fresh.map((slide) => [slide.id, { html: renderSlide(slide, blocks), notes: slide.notes }]),
    )
    const undeleted = [...this.#keptDeleted.keys()].filter((id) => !gone.has(id))
    const head = {
      key: this.key,
      deckId,
      userId: this.#userId,
      baseVersion,
      structure: content.structure ?? null,
      settings: content.settings,
      ...(deckId === null ? { creation: this.#saver.creationId() } : {}),
      changedAt: Date.now(),
    }
    await this.#store.write(head, { changed, deleted, unchanged, undeleted, afresh: this.#afresh })
    this.#hasEntry = true
    this.#afresh = false
    this.#kept = slides
    this.#keptDeleted = gone
  }

  /** Slides that are gone, as the server has them: only those that nobody else changed may be deleted again later. */
  #deleted(content: SaveContent): ReadonlyMap<SlideId, Slide> {
    if (!content.structure) return new Map()
    const { slides } = this.#editor.getState().deck
    const gone = Object.values(this.#saver.savedPoint().deck.slides).filter((slide) => !slides[slide.id])
    return new Map(gone.map((slide) => [slide.id, slide]))
  }

  #become(health: JournalHealth): void {
    if (health === this.#health) return
    this.#health = health
    for (const listener of [...this.#listeners]) listener()
  }
}

function journalSlides(content: SaveContent): Record<SlideId, JournalSlide> {
  const ids = new Set([...Object.keys(content.changed), ...Object.keys(content.notes)])
  return Object.fromEntries(
    [...ids].map((id) => [id, { html: content.changed[id] ?? null, notes: content.notes[id] ?? null }]),
  )
}
