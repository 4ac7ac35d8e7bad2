import type { z } from 'zod'
import type { ApiClient } from '../../../api/client.ts'
import type { media, mediaContractsAt } from '../../../api/media/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import { createStore, type Store } from '../../../ui/store.ts'

/** An image of a library. */
export type MediaItem = z.output<typeof media>
/** Whether nothing shows through a file: its surroundings need no checkerboard. */
export function isOpaque({ content_type: type }: MediaItem): boolean {
  return type === 'image/jpeg' || isVideoType(type)
}

/** Routes of one owner's library. */
export type MediaContracts = ReturnType<typeof mediaContractsAt>

/** The images of a library, as far as they are loaded. */
export interface MediaListState {
  readonly phase: 'loading' | 'loaded' | 'failed'
  /** Newest first. */
  readonly items: readonly MediaItem[]
  /** Number of images on the server, when last asked. */
  readonly total: number
  /** Bytes; null before the first answer. */
  readonly storage: { readonly value: number; readonly total: number } | null
}

type Change = (items: readonly MediaItem[]) => readonly MediaItem[]

/** Loads all pages of a library, and applies the user's changes to what is loaded. */
export class MediaList {
  readonly state: Store<MediaListState> = createStore<MediaListState>({
    phase: 'loading',
    items: [],
    total: 0,
    storage: null,
  })
  readonly #api: ApiClient
  readonly #contracts: MediaContracts
  /** The user's changes since the running load began: a page may have been read before them. */
  #changes: Change[] = []
  #loads = 0

  constructor(api: ApiClient, contracts: MediaContracts) {
    this.#api = api
    this.#contracts = contracts
  }

  /**
   * Loads the list. The first time, images are shown as their page arrives; later the list is replaced once it is
   * complete. If neither the number nor the newest images have changed since, the other pages are not read again.
   */
  async load(): Promise<void> {
    const load = ++this.#loads
    const isFirst = this.state.get().phase !== 'loaded'
    this.#changes = []
    if (isFirst) this.state.set((now) => ({ ...now, phase: 'loading' }))
    const read = new Map<number, MediaItem>()
    try {
      for (let page = 1, total = 1; (page - 1) * limits.list.perPageMax < total; page++) {
        const query = { page, per_page: limits.list.perPageMax }
        const answer = await this.#api.call(this.#contracts.list, { query })
        if (load !== this.#loads) return
        total = answer.total
        // An image uploaded meanwhile moves another one to the next page.
        for (const item of answer.results) read.set(item.id, item)
        const storage = { value: answer.storage.value, total: answer.storage.total }
        const isUnchanged = page === 1 && !isFirst && this.#begins(answer.results, total)
        this.state.set((now) => ({ ...now, total, storage }))
        if (isUnchanged) return
        if (isFirst) this.#show(read)
      }
      this.#show(read)
      this.state.set((now) => ({ ...now, phase: 'loaded' }))
    } catch {
      if (load === this.#loads && isFirst) this.state.set((now) => ({ ...now, phase: 'failed' }))
    }
  }

  /** Whether the list has this length and these newest images. */
  #begins(newest: readonly MediaItem[], total: number): boolean {
    const { items } = this.state.get()
    return items.length === total && JSON.stringify(items.slice(0, newest.length)) === JSON.stringify(newest)
  }

  #show(read: ReadonlyMap<number, MediaItem>): void {
    const items = this.#changes.reduce((now, change) => change(now), [...read.values()] as readonly MediaItem[])
    this.state.set((now) => ({ ...now, items }))
  }

  #apply(change: Change, bytes: number): void {
    this.#changes.push(change)
    this.state.set((now) => {
      const items = change(now.items)
      const storage = now.storage && { ...now.storage, value: Math.max(0, now.storage.value + bytes) }
      return { ...now, items, storage, total: now.total + items.length - now.items.length }
    })
  }

  /** Adds an uploaded image, or shows a hidden one again. The same bytes are stored once. */
  add(item: MediaItem): void {
    const isKnown = this.state.get().items.some(({ id }) => id === item.id)
    this.#apply((items) => [item, ...items.filter(({ id }) => id !== item.id)], isKnown ? 0 : item.size)
  }

  replace(item: MediaItem): void {
    this.#apply((items) => items.map((one) => (one.id === item.id ? item : one)), 0)
  }

  /** Removes images from the list. Those that are `deleted` free their storage; hidden ones do not. */
  remove(ids: ReadonlySet<number>, deleted: boolean): void {
    const gone = this.state.get().items.filter(({ id }) => ids.has(id))
    const bytes = deleted ? -gone.reduce((sum, { size }) => sum + size, 0) : 0
    this.#apply((items) => items.filter(({ id }) => !ids.has(id)), bytes)
  }
}
