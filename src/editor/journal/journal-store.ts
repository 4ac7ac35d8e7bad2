import type { Structure } from '../../document/structure.ts'
import type { SlideId } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'

/** One tab's unsaved work on one deck. */
export interface JournalHead {
  /** Of this tab and deck; a fresh UUID each time the editor opens. */
  readonly key: string
  /** Null: a deck that was never saved. */
  readonly deckId: number | null
  /** Whose work it is; nobody else is offered it. */
  readonly userId: number
  /** The version the changes began from; 0 for a new deck. */
  readonly baseVersion: number
  /** The order of the slides, when it changed (document/structure.ts). */
  readonly structure: unknown
  readonly settings: Partial<DeckSettings>
  /** The same settings in the version the changes began from; missing in entries of earlier programs. */
  readonly baseSettings?: Partial<DeckSettings>
  /** The slides that the work deleted, where earlier programs kept them; now each has an entry of its own. */
  readonly deleted?: Readonly<Record<SlideId, BaseSlide>>
  /** The save id that the deck is made under, while it was never saved: whether it was after all can be asked by it. */
  readonly creation?: string
  /** ms since 1970, by the browser's clock: shown, never compared. */
  readonly changedAt: number
}

/** A changed slide of a journal: its section's HTML and its notes, each null when only the other changed. */
export interface JournalSlide {
  readonly html: string | null
  readonly notes: string | null
}

/** A slide in the version the work began from. */
export interface BaseSlide {
  readonly html: string
  readonly notes: string
}

/** The slides of one journal, and what they were in the version the work began from. */
export interface JournalSlides {
  readonly changed: Readonly<Record<SlideId, JournalSlide>>
  /** The slides that the work changed or deleted; only the deleted ones in entries of earlier programs. */
  readonly base: Readonly<Record<SlideId, BaseSlide>>
  /** The order of the slides in that version; null for a new deck and in entries of earlier programs. */
  readonly baseStructure: Structure | null
}

/** What is written beside the head: only what is not in the journal yet as it is now. */
export interface JournalWrite extends JournalSlides {
  /** Slides that are as the server has them again. */
  readonly unchanged: readonly SlideId[]
  /** Slides that the work neither changes nor deletes any more. */
  readonly unbased: readonly SlideId[]
  /** Whatever slides the journal had before go first. */
  readonly afresh: boolean
}

/** Where unsaved work is kept in the browser. All methods may reject when the browser refuses (full, forbidden). */
export interface JournalStore {
  /** Writes the head and what is given beside it, all or nothing. */
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

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('heads', { keyPath: 'key' })
    request.result.createObjectStore('slides')
  }
  return settled(request)
}

/** Opens the database when it is first needed, and again after it could not be opened or was closed by the browser. */
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
      // Another tab with a newer program wants to change the shape: let it, this tab falls back to memory.
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

/** All slides of one journal: a changed one is [journal key, slide id], and an array sorts after every string. */
function slidesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}

/** The key of a slide's base: among the journal's others, so that it goes with them. */
function baseKey(key: string, id: SlideId): string[] {
  return [key, 'base', id]
}

/** The key of the base's order; its length tells it from those of slides. */
function structureKey(key: string): string[] {
  return [key, 'base', 'structure', '']
}

/** The browser's own database. Where there is none (private windows of some browsers) every method rejects. */
export function openJournalStore(factory: () => IDBFactory = () => indexedDB): JournalStore {
  const database = databaseOf(factory)
  // 'strict' waits until the bytes are on the disk: a browser that is killed the next moment has them.
  const begin = async (mode: IDBTransactionMode, durability: IDBTransactionDurability = 'default') =>
    (await database.get()).transaction(['heads', 'slides'], mode, { durability })
  return {
    async write(head, { changed = {}, base = {}, unchanged = [], unbased = [], ...write } = {}) {
      const transaction = await begin('readwrite', 'strict')
      transaction.objectStore('heads').put(head)
      const slides = transaction.objectStore('slides')
      if (write.afresh) slides.delete(slidesOf(head.key))
      for (const [id, slide] of Object.entries(changed)) slides.put(slide, [head.key, id])
      for (const [id, slide] of Object.entries(base)) slides.put(slide, baseKey(head.key, id))
      if (write.baseStructure) slides.put(write.baseStructure, structureKey(head.key))
      for (const id of unchanged) slides.delete([head.key, id])
      for (const id of unbased) slides.delete(baseKey(head.key, id))
      await committed(transaction)
    },
    async heads() {
      const transaction = await begin('readonly')
      return settled(transaction.objectStore('heads').getAll() as IDBRequest<JournalHead[]>)
    },
    async slides(key) {
      const store = (await begin('readonly')).objectStore('slides')
      const [keys, values] = await Promise.all([
        settled(store.getAllKeys(slidesOf(key)) as IDBRequest<string[][]>),
        settled(store.getAll(slidesOf(key)) as IDBRequest<Stored[]>),
      ])
      return slidesFrom(keys, values)
    },
    async remove(key) {
      const transaction = await begin('readwrite')
      transaction.objectStore('heads').delete(key)
      transaction.objectStore('slides').delete(slidesOf(key))
      await committed(transaction)
    },
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
