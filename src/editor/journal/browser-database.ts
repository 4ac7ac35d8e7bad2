import { timings } from '../../rules/timings.ts'

/** How to open a database of the browser. */
export interface BrowserDatabaseOptions {
  readonly name: string
  readonly version: number
  /** Creates the object stores. */
  upgrade(database: IDBDatabase): void
}

/** A database of the browser. Methods reject if the browser refuses (storage full, forbidden). */
export interface BrowserDatabase {
  /** Writes in one transaction. `strict` resolves when the bytes are on the disk: they survive a killed browser. */
  write(
    stores: readonly string[],
    work: (store: (name: string) => IDBObjectStore) => void,
    durability?: IDBTransactionDurability,
  ): Promise<void>
  /** Rejects if there is no answer in time: some browsers' databases hang, and the page waits for the read. */
  read<T>(store: string, work: (store: IDBObjectStore) => Promise<T>): Promise<T>
  close(): void
}

/** The result of a request. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
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

function open(factory: IDBFactory, { name, version, upgrade }: BrowserDatabaseOptions): Promise<IDBDatabase> {
  const request = factory.open(name, version)
  request.onupgradeneeded = () => upgrade(request.result)
  return settled(request)
}

const noop = (): void => undefined

/** Rejects if a read has no answer in time. */
function answered<T>(read: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The journal does not answer')), timings.journalAnswer)
    read()
      .then(resolve, reject)
      .finally(() => clearTimeout(late))
  })
}

/** A database that is opened on first use, and again after opening failed or the browser closed it. */
export function openBrowserDatabase(factory: () => IDBFactory, options: BrowserDatabaseOptions): BrowserDatabase {
  let opening: Promise<IDBDatabase> | null = null
  const get = async (): Promise<IDBDatabase> => {
    opening ??= (async () => open(factory(), options))()
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
  return {
    async write(stores, work, durability = 'default') {
      const transaction = (await get()).transaction([...stores], 'readwrite', { durability })
      work((name) => transaction.objectStore(name))
      await commit(transaction)
    },
    read: (store, work) =>
      answered(async () => work((await get()).transaction([store], 'readonly').objectStore(store))),
    close: () => void opening?.then((database) => database.close(), noop),
  }
}
