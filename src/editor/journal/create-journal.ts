import { blocks } from '../../blocks/index.ts'
import { newUuid } from '../../document/ids.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { type Structure, structureOf } from '../../document/structure.ts'
import type { Deck, Slide, SlideId } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'
import { timings } from '../../rules/timings.ts'
import type { SavedPoint, Saver } from '../autosave/create-saver.ts'
import { contentBetween, isEmptyContent, type SaveContent } from '../autosave/save-content.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { BaseSlide, JournalHead, JournalSlide, JournalStore } from './journal-store.ts'

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
  #health: JournalHealth = 'kept'
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  #writing: Promise<void> = Promise.resolve()
  /** The slides as the store has them, so that only changed ones are written again. */
  #kept: Readonly<Record<SlideId, JournalSlide>> = {}
  /** The slides of the base that the store has: each is written once, however much is changed afterward. */
  #keptBase: ReadonlyMap<SlideId, Slide> = new Map()
  /** The order of the base's slides that the store has. */
  #keptStructure: Structure | null = null
  #hasEntry = false
  /** Nobody knows what the store has: the next write begins anew. */
  #afresh = false
  #stopped = false
  #ends: (() => void)[]

  constructor(options: Parameters<typeof createJournal>[0]) {
    this.key = options.key ?? newUuid()
    this.#model = options.model
    this.#saver = options.saver
    this.#store = options.store
    this.#userId = options.userId
    // The saver's answer ends entries, and a failure begins none: both go through the same comparison.
    this.#ends = [options.model.subscribe(() => this.#touch()), options.saver.subscribe(() => this.#touch())]
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
    const { deck } = this.#model.getState()
    const content = contentBetween(point.deck, deck, point.deckId === null)
    try {
      if (isEmptyContent(content)) await this.#clear()
      else await this.#put(content, point)
      this.#become('kept')
    } catch {
      // Full, forbidden, or emptied by the person: the work goes on in memory and the page warns. What the store has is
      // not known any more, so all of it is written anew: with the next change, or a little later by itself.
      this.#afresh = true
      this.#holdNothing()
      this.#become('refused')
      if (!this.#stopped) this.#retry ??= setTimeout(() => void this.flush(), timings.journalRetry)
    }
  }

  async #clear(): Promise<void> {
    if (this.#hasEntry) await this.#store.remove(this.key)
    this.#hasEntry = false
    this.#afresh = false
    this.#holdNothing()
  }

  #holdNothing(): void {
    this.#kept = {}
    this.#keptBase = new Map()
    this.#keptStructure = null
  }

  async #put(content: SaveContent, point: SavedPoint): Promise<void> {
    const slides = journalSlides(content)
    const changed: Record<SlideId, JournalSlide> = {}
    for (const [id, slide] of Object.entries(slides)) {
      const kept = this.#kept[id]
      if (kept?.html !== slide.html || kept.notes !== slide.notes) changed[id] = slide
    }
    const unchanged = Object.keys(this.#kept).filter((id) => !slides[id])
    const base = point.deckId === null ? new Map<SlideId, Slide>() : this.#baseSlides(content, point.deck)
    const fresh = [...base.values()].filter((slide) => this.#keptBase.get(slide.id) !== slide)
    const unbased = [...this.#keptBase.keys()].filter((id) => !base.has(id))
    const isOrderKept = point.deckId === null || isOrderOf(point.deck, this.#keptStructure)
    const baseStructure = isOrderKept ? null : structureOf(point.deck)
    await this.#store.write(this.#head(content, point), {
      changed,
      unchanged,
      base: Object.fromEntries(fresh.map((slide) => [slide.id, baseSlide(slide)])),
      unbased,
      baseStructure,
      afresh: this.#afresh,
    })
    this.#hasEntry = true
    this.#afresh = false
    this.#kept = slides
    this.#keptBase = base
    this.#keptStructure = baseStructure ?? this.#keptStructure
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

  /** The slides that the work changed or deleted, as the server has them: what others changed of them can be told by it. */
  #baseSlides(content: SaveContent, saved: Deck): ReadonlyMap<SlideId, Slide> {
    const { slides } = this.#model.getState().deck
    const isTouched = ({ id }: Slide): boolean => id in content.changed || id in content.notes || !slides[id]
    return new Map(
      Object.values(saved.slides)
        .filter(isTouched)
        .map((slide) => [slide.id, slide]),
    )
  }

  #become(health: JournalHealth): void {
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
