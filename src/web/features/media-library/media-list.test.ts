import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { mediaContracts } from '../../../api/media/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { type MediaItem, MediaList } from './media-list.ts'

const perPage = limits.list.perPageMax
const item = (id: number, more: Partial<MediaItem> = {}) => ({ id, label: `${id}`, size: 10, ...more }) as MediaItem

/** A library with images on a server, newest first. `before`: called before each answer. */
function library(count: number) {
  const server = { items: Array.from({ length: count }, (_, index) => item(count - index)), fails: false }
  const pages: number[] = []
  const hooks: { before: ((page: number) => void) | null } = { before: null }
  const api = {
    call: async (_contract: unknown, { query }: { query: { page: number; per_page: number } }) => {
      pages.push(query.page)
      if (server.fails) throw new ApiError(500, null)
      const start = (query.page - 1) * query.per_page
      const results = server.items.slice(start, start + query.per_page)
      hooks.before?.(query.page)
      return { results, total: server.items.length, storage: { value: 10 * count, total: 1000 } }
    },
  } as unknown as ApiClient
  const list = new MediaList(api, mediaContracts)
  const ids = () => list.state.get().items.map(({ id }) => id)
  return { server, pages, hooks, list, ids }
}

describe('the images of a library', () => {
  test('all pages are read, and each is shown as it arrives', async () => {
    const { list, pages, hooks, ids } = library(2 * perPage + 1)
    const shown: number[] = []
    hooks.before = () => shown.push(ids().length)
    await list.load()
    expect(pages).toEqual([1, 2, 3])
    expect(shown).toEqual([0, perPage, 2 * perPage])
    expect(ids()).toHaveLength(2 * perPage + 1)
    expect(list.state.get().phase).toBe('loaded')
  })

  test('an image that moves to the next page while pages are read is shown once', async () => {
    const { server, list, hooks, ids } = library(perPage + 1)
    hooks.before = (page) => page === 1 && server.items.unshift(item(999))
    await list.load()
    expect(new Set(ids()).size).toBe(ids().length)
    expect(ids()).toContain(1)
  })

  test('uploads, changes and removals while pages are read are kept', async () => {
    const { list, hooks, ids } = library(perPage + 5)
    hooks.before = (page) => {
      if (page !== 2) return
      list.add(item(500))
      list.replace(item(3, { label: 'Changed' }))
      list.remove(new Set([4]), true)
    }
    await list.load()
    expect(ids()[0]).toBe(500)
    expect(ids()).not.toContain(4)
    expect(list.state.get().items.find(({ id }) => id === 3)?.label).toBe('Changed')
  })

  test('an unchanged library is read by one request when it is opened again, a changed one anew', async () => {
    const { server, list, pages, ids } = library(perPage + 5)
    await list.load()
    pages.length = 0
    await list.load()
    expect(pages).toEqual([1])
    server.items.unshift(item(500))
    await list.load()
    expect(ids()[0]).toBe(500)
    expect(ids()).toHaveLength(perPage + 6)
  })

  test('deleted images free their storage, hidden ones do not', async () => {
    const { list } = library(3)
    await list.load()
    list.remove(new Set([1]), false)
    expect(list.state.get()).toMatchObject({ total: 2, storage: { value: 30 } })
    list.remove(new Set([2]), true)
    expect(list.state.get()).toMatchObject({ total: 1, storage: { value: 20 } })
  })

  test('a failed load can be repeated; a later failure keeps what is shown', async () => {
    const { server, list, ids } = library(2)
    server.fails = true
    await list.load()
    expect(list.state.get().phase).toBe('failed')
    server.fails = false
    await list.load()
    expect(ids()).toEqual([2, 1])
    server.fails = true
    await list.load()
    expect(list.state.get()).toMatchObject({ phase: 'loaded', items: [{ id: 2 }, { id: 1 }] })
  })
})
