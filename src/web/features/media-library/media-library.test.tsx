// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiRequest, createApiClient } from '../../../api/client.ts'
import type { Viewer } from '../../../api/pages/viewer.ts'
import { messages } from '../../../rules/messages.ts'
import { testSite } from '../../../testing/test-site.ts'
import { dismissToast, toasts } from '../../../ui/toast/toast-store.ts'
import { uploadQueue } from '../../../ui/uploads/upload-queue.ts'
import { MediaLibrary } from './media-library.tsx'

let root: Root
let host: HTMLElement
/** The images of each library, the paths whose calls fail, and the calls so far. */
let stored: Record<'own' | 'team', readonly unknown[]>
let failing: RegExp | null
let calls: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  stored = { own: [], team: [] }
  ;[failing, calls] = [null, []]
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
})

const image = (id: number) => ({
  ...{ id, label: `Image ${id}`, name: '', content_type: 'image/png', type: 'image/png', inline: false, hidden: false },
  ...{ alt: '', size: 1000, width: 4, height: 3, url: '/m/a.png', thumb_url: '/m/b.webp', renditions: [] },
  ...{ refusal: null, created_at: '2026-01-01T00:00:00.000Z' },
})
const tag = { id: 1, name: 'Logos', medias: [1] }

const answer = ({ method, path }: ApiRequest) => {
  calls.push(`${method} ${path}`)
  if (failing?.test(`${method} ${path}`)) return { status: 500, text: '' }
  if (method === 'DELETE') return { status: 204, text: '' }
  const library = path.includes('/uses') ? [] : stored[path.includes('/team/') ? 'team' : 'own']
  const results = path.includes('/tags') ? [tag] : library
  const storage = { type: 'storage', value: 0, total: 1000 }
  return {
    status: 200,
    text: JSON.stringify({ results, total: results.length, others: 0, themes: 0, templates: 0, storage }),
  }
}

/** Opens the library for a user of this role in an enterprise team; null: without a team. */
async function open(role: 'admin' | 'member' | null) {
  const team = role === null ? null : ({ id: 1, role, slug: 'acme' } as Viewer['team'])
  const viewer = { plan: role === null ? 'pro' : 'enterprise', team } as const
  const options = {
    api: createApiClient(async (request) => answer(request)),
    viewer,
    site: testSite,
  }
  await act(async () => root.render(<MediaLibrary open options={options} onAnswer={() => undefined} />))
}

const tabs = () => [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
const teamTab = () => tabs().find((one) => one.textContent === 'Team Media')
const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent)
const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label)
const press = (label: string) => act(async () => button(label)?.click())
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]

describe('the tabs of the media library', () => {
  test('without an enterprise team there is only one', async () => {
    await open(null)
    expect(tabs().map((one) => one.textContent)).toEqual(['Your Media'])
    expect(calls.some((call) => call.includes('/team/'))).toBe(false)
  })

  test('for members the team’s tab is disabled while the team has no images, and says why', async () => {
    await open('member')
    expect(teamTab()?.getAttribute('aria-disabled')).toBe('true')
    expect(teamTab()?.getAttribute('aria-description')).toBe(messages.media.teamEmpty)
  })

  test('managers fill an empty library of the team', async () => {
    await open('admin')
    expect(teamTab()?.getAttribute('aria-disabled')).not.toBe('true')
    await act(async () => teamTab()?.click())
    expect(buttons()).toContain('Upload')
    expect(buttons()).toContain('New tag')
  })

  test('members only look at the team’s images: no upload, no fields, no removal', async () => {
    stored.team = [image(1)]
    await open('member')
    await act(async () => teamTab()?.click())
    expect(options()).toHaveLength(1)
    await act(async () => options()[0]?.click())
    expect(document.body.textContent).toContain('Image 1')
    for (const label of ['Upload', 'New tag', 'Remove…', 'Replace everywhere…']) expect(buttons()).not.toContain(label)
    expect(document.querySelector('aside input')).toBeNull()
  })

  test('a failed load of the team’s images is said on the tab', async () => {
    failing = /\/team\/media/
    await open('member')
    expect(teamTab()?.getAttribute('aria-description')).toBe('Failed to load')
  })
})

describe('failures', () => {
  test('images and tags that cannot be loaded can be tried again', async () => {
    failing = /GET/
    stored.own = [image(1)]
    await open(null)
    expect(document.body.textContent).toContain('Failed to load media')
    expect(document.body.textContent).toContain('Failed to load tags')
    failing = null
    await press('Try again')
    await press('Try again')
    expect(document.body.textContent).not.toContain('Failed to load')
    expect(options()).toHaveLength(1)
  })

  test.each([
    ['Hide from library', /PUT/, 'An error occurred, media was not removed'],
    ['Delete permanently', /DELETE/, 'An error occurred, media was not deleted'],
  ])('if “%s” fails, the image stays and a message says so', async (label, calls, message) => {
    stored.own = [image(1)]
    await open(null)
    await act(async () => options()[0]?.click())
    await press('Remove…')
    failing = calls
    await press(label)
    expect(toasts.get().map(({ text }) => text)).toEqual([message])
    expect(options()).toHaveLength(1)
  })

  test('decks with an image that cannot be loaded can be tried again before it is replaced', async () => {
    stored.own = [image(1), image(2)]
    await open(null)
    await act(async () => options()[0]?.click())
    await press('Replace everywhere…')
    await act(async () => options()[1]?.click())
    failing = /uses/
    await press('Replace everywhere')
    expect(document.body.textContent).toContain('The decks with this image could not be loaded')
    failing = null
    await press('Try again')
    expect(document.body.textContent).toContain('No deck uses this image.')
  })

  test('failed uploads are listed before those that wait', async () => {
    await open(null)
    const send = () => new Promise<never>(() => undefined)
    const job = (name: string) => ({ file: new File(['x'], name), timeout: 1000, send, uploaded: () => undefined })
    await act(async () => {
      for (const name of ['a.png', 'b.png', 'c.png']) uploadQueue.add(job(name))
      uploadQueue.refuse('notes.txt', 'Invalid file')
    })
    const names = [...document.querySelectorAll('[aria-label="Uploads"] [title]')].map((one) => one.textContent)
    expect(names).toEqual(['notes.txt', 'a.png', 'b.png', 'c.png'])
    await act(async () => {
      for (const { id } of uploadQueue.uploads.get()) uploadQueue.cancel(id)
    })
  })

  test('a file dropped beside the images does not take the place of the page', async () => {
    await open(null)
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], dropEffect: 'copy' },
    })
    document.body.dispatchEvent(drop)
    expect(drop.defaultPrevented).toBe(true)
  })

  test('deleting a tag asks first, and sends nothing when canceled', async () => {
    await open(null)
    const more = document.querySelector<HTMLElement>('[aria-label="Tag Logos"]')
    await act(async () => more?.click())
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === 'Delete…',
    )
    await act(async () => entry?.click())
    expect(document.body.textContent).toContain('Delete the tag “Logos”?')
    const cancel = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Cancel').at(-1)
    await act(async () => cancel?.click())
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })
})
