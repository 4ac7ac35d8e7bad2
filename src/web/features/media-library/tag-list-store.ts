import type { z } from 'zod'
import { failureText } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { mediaTag, mediaTagsContractsAt } from '../../../api/media-tags/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError, messages } from '../../../rules/messages.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { showError } from '../../../ui/toast/toast-store.ts'

/** A tag of a library. */
export type MediaTag = z.output<typeof mediaTag>
/** Routes of the tags of one owner's library. */
export type TagContracts = ReturnType<typeof mediaTagsContractsAt>

/** The tags of a library, oldest first. */
export interface TagsState {
  readonly phase: 'loading' | 'loaded' | 'failed'
  readonly tags: readonly MediaTag[]
}

/** The ids in batches that one request can have. */
function batches(ids: readonly number[]): readonly (readonly number[])[] {
  const size = limits.tag.mediaIds
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))
}

/** The tags of a library, and what the user can do with them. Each action shows its own errors. */
export class TagListStore {
  readonly state: Store<TagsState> = createStore<TagsState>({ phase: 'loading', tags: [] })
  readonly #api: ApiClient
  readonly #contracts: TagContracts

  constructor(api: ApiClient, contracts: TagContracts) {
    this.#api = api
    this.#contracts = contracts
  }

  async load(): Promise<void> {
    this.state.set((now) => (now.phase === 'failed' ? { ...now, phase: 'loading' } : now))
    try {
      const { results } = await this.#api.call(this.#contracts.list)
      this.state.set({ phase: 'loaded', tags: results })
    } catch {
      this.state.set((now) => (now.phase === 'loaded' ? now : { ...now, phase: 'failed' }))
    }
  }

  /** Creates a tag with the default name. Resolves to it; null if that failed. */
  async create(): Promise<MediaTag | null> {
    try {
      const tag = await this.#api.call(this.#contracts.create, { body: {} })
      this.state.set((now) => ({ ...now, tags: [...now.tags, tag] }))
      return tag
    } catch (error) {
      showError(failureText(error))
      return null
    }
  }

  /** Resolves to an error message for the user, or null. */
  async rename(id: number, name: string): Promise<string | null> {
    try {
      this.#replace(await this.#api.call(this.#contracts.change, { params: { id }, body: { tag: { name } } }))
      return null
    } catch (error) {
      return failureText(error)
    }
  }

  async remove(id: number): Promise<void> {
    try {
      await this.#api.call(this.#contracts.remove, { params: { id } })
      this.state.set((now) => ({ ...now, tags: now.tags.filter((tag) => tag.id !== id) }))
    } catch {
      showError(messages.tag.deleteFailed)
    }
  }

  /** Adds images to a tag, or removes them from it. */
  async setMedia(id: number, mediaIds: readonly number[], isIn: boolean): Promise<void> {
    const contract = isIn ? this.#contracts.addMedia : this.#contracts.removeMedia
    try {
      for (const media_ids of batches(mediaIds))
        this.#replace(await this.#api.call(contract, { params: { id }, body: { media_ids: [...media_ids] } }))
    } catch {
      showError(genericError())
    }
  }

  #replace(tag: MediaTag): void {
    this.state.set((now) => ({ ...now, tags: now.tags.map((one) => (one.id === tag.id ? tag : one)) }))
  }
}
