import type { DeckSettings, SlideId } from '../../document/types.ts'

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
  /** The slides that the work deleted, as they were in the version it began from. Journals of earlier programs lack it. */
  readonly deleted?: Readonly<Record<SlideId, { readonly html: string; readonly notes: string }>>
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

/** Where unsaved work is kept in the browser. All methods may reject when the browser refuses (full, forbidden). */
export interface JournalStore {
  /** Writes the head and the given slides, and removes the slides named in `gone`, all or nothing. */
  write(head: JournalHead, changed: Readonly<Record<SlideId, JournalSlide>>, gone: readonly SlideId[]): Promise<void>
  heads(): Promise<JournalHead[]>
  slides(key: string): Promise<Record<SlideId, JournalSlide>>
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

/** All slides of one journal: their keys are [journal key, slide id], and an array sorts after every string. */
function slidesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}

/** The browser's own database. Rejects where there is none (private windows of some browsers). */
export async function openJournalStore(factory: IDBFactory = indexedDB): Promise<JournalStore> {
  const database = await open(factory)
  // Another tab with a newer program wants to change the shape: let it, this tab falls back to memory.
  database.onversionchange = () => database.close()
  return {
    async write(head, changed, gone) {
      // 'strict' waits until the bytes are on the disk: a browser that is killed the next moment has them.
      const transaction = database.transaction(['heads', 'slides'], 'readwrite', { durability: 'strict' })
      transaction.objectStore('heads').put(head)
      const slides = transaction.objectStore('slides')
      for (const [id, slide] of Object.entries(changed)) slides.put(slide, [head.key, id])
      for (const id of gone) slides.delete([head.key, id])
      await committed(transaction)
    },
    heads: () => settled(database.transaction('heads').objectStore('heads').getAll() as IDBRequest<JournalHead[]>),
    async slides(key) {
      const store = database.transaction('slides').objectStore('slides')
      const [keys, values] = await Promise.all([
        settled(store.getAllKeys(slidesOf(key))),
        settled(store.getAll(slidesOf(key)) as IDBRequest<JournalSlide[]>),
      ])
      return Object.fromEntries(keys.map((pair, index) => [(pair as [string, string])[1], values[index]!]))
    },
    async remove(key) {
      const transaction = database.transaction(['heads', 'slides'], 'readwrite')
      transaction.objectStore('heads').delete(key)
      transaction.objectStore('slides').delete(slidesOf(key))
      await committed(transaction)
    },
    close: () => database.close(),
  }
}
