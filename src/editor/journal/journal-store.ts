import type { SlideId } from '../../document/deck-model.ts'
import type { Structure } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { timings } from '../../rules/timings.ts'

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
  /** The save id of the request that creates the deck. It tells whether a creation whose answer was lost succeeded. */
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

const databaseName = 'lectern-journal'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Commits at once. Otherwise the browser waits for the requests, and a page that is left meanwhile loses the write. */
function commit(transaction: IDBTransaction): Promise<void> {
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
  transaction.commit()
  return committed
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('heads', { keyPath: 'key' })
    request.result.createObjectStore('slides')
  }
  return settled(request)
}

/** Opens the database on first use, and again after opening failed or the browser closed it. */
function databaseOf(factory: () => IDBFactory): { get(): Promise<IDBDatabase>; close(): void } {
  let opening: Promise<IDBDatabase> | null = null
  const get = async (): Promise<IDBDatabase> => {
    opening ??= (async () => open(factory()))()
    const mine = opening
    const forget = (): void => {
      if (opening === mine) opening = null
    }
    try {
      const database = await mine
      database.onclose = forget
      // A newer release in another tab upgrades the schema: close, so that it can. This tab keeps its work in memory.
      database.onversionchange = () => {
        database.close()
        forget()
      }
      return database
    } catch (error) {
      forget()
      throw error
    }
  }
  return { get, close: () => void opening?.then((database) => database.close(), noop) }
}

const noop = (): void => undefined

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

/** Opens the browser's own database. Where there is none (private windows of some browsers), every method rejects. */
export function openJournalStore(factory: () => IDBFactory = () => indexedDB): JournalStore {
  const database = databaseOf(factory)
  // 'strict' waits until the bytes are on the disk: they survive a browser that is killed at once.
  const begin = async (mode: IDBTransactionMode, durability: IDBTransactionDurability = 'default') =>
    (await database.get()).transaction(['heads', 'slides'], mode, { durability })
  return {
    async write(head, { changed = {}, base = {}, unchanged = [], removedBase = [], ...write } = {}) {
      const transaction = await begin('readwrite', 'strict')
      transaction.objectStore('heads').put(head)
      const slides = transaction.objectStore('slides')
      if (write.replaceAll) slides.delete(slidesOf(head.key))
      for (const [id, slide] of Object.entries(changed)) slides.put(slide, [head.key, id])
      for (const [id, slide] of Object.entries(base)) slides.put(slide, baseKey(head.key, id))
      if (write.baseStructure) slides.put(write.baseStructure, structureKey(head.key))
      for (const id of unchanged) slides.delete([head.key, id])
      for (const id of removedBase) slides.delete(baseKey(head.key, id))
      await commit(transaction)
    },
    heads: () =>
      answered(async () => {
        const transaction = await begin('readonly')
        return settled(transaction.objectStore('heads').getAll() as IDBRequest<JournalHead[]>)
      }),
    slides: (key) =>
      answered(async () => {
        const store = (await begin('readonly')).objectStore('slides')
        const [keys, values] = await Promise.all([
          settled(store.getAllKeys(slidesOf(key)) as IDBRequest<string[][]>),
          settled(store.getAll(slidesOf(key)) as IDBRequest<Stored[]>),
        ])
        return slidesFrom(keys, values)
      }),
    async remove(key) {
      const transaction = await begin('readwrite')
      transaction.objectStore('heads').delete(key)
      transaction.objectStore('slides').delete(slidesOf(key))
      await commit(transaction)
    },
    close: () => database.close(),
  }
}

/** Rejects if a read has no answer in time: some browsers' databases hang, and the editor waits for the read. */
function answered<T>(read: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The journal does not answer')), timings.journalAnswer)
    read()
      .then(resolve, reject)
      .finally(() => clearTimeout(late))
  })
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
