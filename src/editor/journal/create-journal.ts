import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { newUuid } from '../../document/ids.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, structureOf } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { timings } from '../../rules/timings.ts'
import type { SavedPoint, Saver } from '../autosave/create-saver.ts'
import { contentBetween, isEmptyContent, type SaveContent } from '../autosave/save-content.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { BaseSlide, JournalHead, JournalSlide, JournalStore } from './journal-store.ts'

/**
 * Whether unsaved work is stored in this browser: 'stored', or only in this page's memory ('refused': storage full or
 * forbidden).
 */
export type JournalHealth = 'stored' | 'refused'

/** Writes the unsaved changes to the browser's own database, soon after each change. */
export interface Journal {
  readonly key: string
  health(): JournalHealth
  subscribe(listener: () => void): () => void
  /** Writes pending changes now; resolves when they are on the disk, or were refused. */
  flush(): Promise<void>
  /** For a page that ends: writes everything now, beside a write that still runs, whose end it may not see. */
  leave(): void
  stop(): void
}

/** Starts the journal of this tab. */
export function createJournal(options: {
  model: EditorModel
  saver: Saver
  store: JournalStore
  userId: number
  key?: string
}): Journal {
  return new JournalCore(options)
}

class JournalCore implements Journal {
  readonly key: string
  #model: EditorModel
  #saver: Saver
  #store: JournalStore
  #userId: number
  #health: JournalHealth = 'stored'
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  #writing: Promise<void> = Promise.resolve()
  /** The changed slides that the store has, so that only newly changed ones are written. */
  #stored: Readonly<Record<SlideId, JournalSlide>> = {}
  /** The base slides that the store has: each is written once, however often the slide is changed. */
  #storedBase: ReadonlyMap<SlideId, Slide> = new Map()
  /** The order of the base's slides that the store has. */
  #storedStructure: Structure | null = null
  #hasEntry = false
  /** After a failed write the content of the store is unknown: the next write replaces all of it. */
  #replaceAll = false
  #stopped = false
  #unsubscribers: (() => void)[]

  constructor(options: Parameters<typeof createJournal>[0]) {
    this.key = options.key ?? newUuid()
    this.#model = options.model
    this.#saver = options.saver
    this.#store = options.store
    this.#userId = options.userId
    // A save removes the entry and a failed save does not add one: both are found by the same comparison.
    this.#unsubscribers = [
      options.model.subscribe(() => this.#schedule()),
      options.saver.subscribe(() => this.#schedule()),
    ]
    this.#schedule()
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

  leave(): void {
    this.#clearTimers()
    this.#writing = Promise.all([this.#writing, this.#write(true)]).then(() => undefined)
  }

  stop(): void {
    this.#stopped = true
    for (const end of this.#unsubscribers) end()
    this.#clearTimers()
  }

  #clearTimers(): void {
    for (const timer of [this.#timer, this.#retry]) if (timer !== null) clearTimeout(timer)
    this.#timer = null
    this.#retry = null
  }

  #schedule(): void {
    // Everything is saved: the entry is removed at once, or a reload right after 'Saved' would offer to restore saved
    // work.
    if (this.#hasEntry && !this.#saver.hasUnsaved()) return void this.flush()
    if (this.#timer !== null || (!this.#saver.hasUnsaved() && !this.#hasEntry)) return
    this.#timer = setTimeout(() => void this.flush(), timings.journal)
  }

  /** `whole`: whatever a running write stores. The browser runs them in their order. */
  async #write(whole = false): Promise<void> {
    const point = this.#saver.savedPoint()
    const { deck } = this.#model.getState()
    const content = contentBetween(point.deck, deck, point.deckId === null)
    try {
      if (isEmptyContent(content)) await this.#clear()
      else await this.#put(content, point, whole)
      this.#setHealth('stored')
    } catch {
      // Storage full, forbidden or cleared by the user: the work stays in memory and the page warns. The content of the
      // store is unknown, so everything is written again, with the next change or after a delay.
      this.#replaceAll = true
      this.#resetStored()
      this.#setHealth('refused')
      if (!this.#stopped) this.#retry ??= setTimeout(() => void this.flush(), timings.journalRetry)
    }
  }

  async #clear(): Promise<void> {
    if (this.#hasEntry) await this.#store.remove(this.key)
    this.#hasEntry = false
    this.#replaceAll = false
    this.#resetStored()
  }

  #resetStored(): void {
    this.#stored = {}
    this.#storedBase = new Map()
    this.#storedStructure = null
  }

  async #put(content: SaveContent, point: SavedPoint, whole: boolean): Promise<void> {
    if (whole) {
      this.#replaceAll = true
      this.#resetStored()
    }
    const slides = journalSlides(content)
    const changed: Record<SlideId, JournalSlide> = {}
    for (const [id, slide] of Object.entries(slides)) {
      const stored = this.#stored[id]
      if (stored?.html !== slide.html || stored.notes !== slide.notes) changed[id] = slide
    }
    const unchanged = Object.keys(this.#stored).filter((id) => !slides[id])
    const base = point.deckId === null ? new Map<SlideId, Slide>() : this.#baseSlides(content, point.deck)
    const fresh = [...base.values()].filter((slide) => this.#storedBase.get(slide.id) !== slide)
    const removedBase = [...this.#storedBase.keys()].filter((id) => !base.has(id))
    const isOrderStored = point.deckId === null || isOrderOf(point.deck, this.#storedStructure)
    const baseStructure = isOrderStored ? null : structureOf(point.deck)
    await this.#store.write(this.#head(content, point), {
      changed,
      unchanged,
      base: Object.fromEntries(fresh.map((slide) => [slide.id, baseSlide(slide)])),
      removedBase,
      baseStructure,
      replaceAll: this.#replaceAll,
    })
    this.#hasEntry = true
    this.#replaceAll = false
    this.#stored = slides
    this.#storedBase = base
    this.#storedStructure = baseStructure ?? this.#storedStructure
  }

  #head({ structure, settings }: SaveContent, { deckId, version, deck }: SavedPoint): JournalHead {
    const names = Object.keys(settings) as (keyof DeckSettings)[]
    const before = Object.fromEntries(names.map((name) => [name, deck.settings[name]]))
    return {
      key: this.key,
      deckId,
      userId: this.#userId,
      baseVersion: version,
      structure: structure ?? null,
      settings,
      ...(deckId === null ? { creation: this.#saver.creationId() } : { baseSettings: before }),
      changedAt: Date.now(),
    }
  }

  /** The changed and deleted slides as the server has them: compared with later saves by other users. */
  #baseSlides(content: SaveContent, saved: Deck): ReadonlyMap<SlideId, Slide> {
    const { slides } = this.#model.getState().deck
    const isTouched = ({ id }: Slide): boolean => id in content.changed || id in content.notes || !slides[id]
    return new Map(
      Object.values(saved.slides)
        .filter(isTouched)
        .map((slide) => [slide.id, slide]),
    )
  }

  #setHealth(health: JournalHealth): void {
    if (health === this.#health) return
    this.#health = health
    for (const listener of [...this.#listeners]) listener()
  }
}

function baseSlide(slide: Slide): BaseSlide {
  return { html: renderSlide(slide, blocks), notes: slide.notes }
}

function isOrderOf(deck: Deck, structure: Structure | null): boolean {
  return structure !== null && structure.stacks === deck.stacks && structure.after === deck.after
}

function journalSlides(content: SaveContent): Record<SlideId, JournalSlide> {
  const ids = new Set([...Object.keys(content.changed), ...Object.keys(content.notes)])
  return Object.fromEntries(
    [...ids].map((id) => [id, { html: content.changed[id] ?? null, notes: content.notes[id] ?? null }]),
  )
}
