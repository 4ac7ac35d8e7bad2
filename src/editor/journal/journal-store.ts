import type { SlideId } from '../../document/deck-model.ts'
import type { Structure } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { type BrowserDatabase, openBrowserDatabase, settled } from './browser-database.ts'

/** The unsaved draft of one tab and deck, without its slides. */
export interface JournalHead {
  /** Identifies tab and deck: a new UUID each time the editor opens. */
  readonly key: string
  /** Null: a deck that was never saved. */
  readonly deckId: number | null
  /** The author of the draft: it is offered to no other user. */
  readonly userId: number
  /** The base version of the changes; 0 for a new deck. */
  readonly baseVersion: number
  /** The order of the slides, if it changed (document/structure.ts). */
  readonly structure: unknown
  readonly settings: Partial<DeckSettings>
  /** The same settings in the base version; missing in entries of earlier releases. */
  readonly baseSettings?: Partial<DeckSettings>
  /** Deleted slides in entries of earlier releases; now each has an entry of its own. */
  readonly deleted?: Readonly<Record<SlideId, BaseSlide>>
  /** The save id of the request that creates the deck. It shows whether a creation whose answer was lost succeeded. */
  readonly creation?: string
  /** ms since 1970, by the browser's clock: shown, never compared. */
  readonly changedAt: number
}

/** A changed slide: the HTML of its section and its notes, each null if unchanged. */
export interface JournalSlide {
  readonly html: string | null
  readonly notes: string | null
}

/** A slide of the base version. */
export interface BaseSlide {
  readonly html: string
  readonly notes: string
}

/** The changed slides of a draft, and the same slides in the base version. */
export interface JournalSlides {
  readonly changed: Readonly<Record<SlideId, JournalSlide>>
  /** The changed and deleted slides; in entries of earlier releases only the deleted ones. */
  readonly base: Readonly<Record<SlideId, BaseSlide>>
  /** The order of the slides in the base version; null for a new deck and in entries of earlier releases. */
  readonly baseStructure: Structure | null
}

/** The rows to write next to the head: only those that differ from the stored ones. */
export interface JournalWrite extends JournalSlides {
  /** Slides that are no longer changed. */
  readonly unchanged: readonly SlideId[]
  /** Slides that are no longer changed or deleted: their base is removed. */
  readonly removedBase: readonly SlideId[]
  /** Removes all stored slides of the journal first. */
  readonly replaceAll: boolean
}

/** Storage for unsaved drafts in the browser. All methods reject if the browser refuses (storage full, forbidden). */
export interface JournalStore {
  /** Writes the head and the given slides in one transaction. */
  write(head: JournalHead, slides?: Partial<JournalWrite>): Promise<void>
  heads(): Promise<JournalHead[]>
  slides(key: string): Promise<JournalSlides>
  remove(key: string): Promise<void>
  close(): void
}

/** All rows of one journal: their keys begin with the journal's key, and an array sorts after every string. */
function slidesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}

/** The key of a slide's base: in the journal's key range, so it is deleted with it. */
function baseKey(key: string, id: SlideId): string[] {
  return [key, 'base', id]
}

/** The key of the base's order: longer than the keys of slides. */
function structureKey(key: string): string[] {
  return [key, 'base', 'structure', '']
}

function openDatabase(factory: () => IDBFactory): BrowserDatabase {
  return openBrowserDatabase(factory, {
    ...{ name: 'lectern-journal', version: 1 },
    upgrade: (database) => {
      database.createObjectStore('heads', { keyPath: 'key' })
      database.createObjectStore('slides')
    },
  })
}

/** Opens the browser's own database. Where there is none (private windows of some browsers), every method rejects. */
export function openJournalStore(factory: () => IDBFactory = () => indexedDB): JournalStore {
  const database = openDatabase(factory)
  return {
    write: (head, { changed = {}, base = {}, unchanged = [], removedBase = [], ...write } = {}) => {
      const put = (store: (name: string) => IDBObjectStore): void => {
        store('heads').put(head)
        const slides = store('slides')
        if (write.replaceAll) slides.delete(slidesOf(head.key))
        for (const [id, slide] of Object.entries(changed)) slides.put(slide, [head.key, id])
        for (const [id, slide] of Object.entries(base)) slides.put(slide, baseKey(head.key, id))
        if (write.baseStructure) slides.put(write.baseStructure, structureKey(head.key))
        for (const id of unchanged) slides.delete([head.key, id])
        for (const id of removedBase) slides.delete(baseKey(head.key, id))
      }
      return database.write(['heads', 'slides'], put, 'strict')
    },
    heads: () => database.read('heads', (store) => settled(store.getAll() as IDBRequest<JournalHead[]>)),
    slides: (key) =>
      database.read('slides', async (store) => {
        const [keys, values] = await Promise.all([
          settled(store.getAllKeys(slidesOf(key)) as IDBRequest<string[][]>),
          settled(store.getAll(slidesOf(key)) as IDBRequest<Stored[]>),
        ])
        return slidesFrom(keys, values)
      }),
    remove: (key) =>
      database.write(['heads', 'slides'], (store) => {
        store('heads').delete(key)
        store('slides').delete(slidesOf(key))
      }),
    close: () => database.close(),
  }
}

type Stored = JournalSlide | BaseSlide | Structure

function slidesFrom(keys: readonly string[][], values: readonly Stored[]): JournalSlides {
  const entries = keys.map((parts, index) => ({ parts, value: values[index]! }))
  const withParts = <T>(count: number): Record<SlideId, T> => {
    const found = entries.filter(({ parts }) => parts.length === count)
    return Object.fromEntries(found.map(({ parts, value }) => [parts[count - 1]!, value as T]))
  }
  const [baseStructure = null] = Object.values(withParts<Structure>(4))
  return { changed: withParts<JournalSlide>(2), base: withParts<BaseSlide>(3), baseStructure }
}
