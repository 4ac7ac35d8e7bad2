// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from '../../../testing/wait-for.ts'
import { ExplorePage } from './explore-page.tsx'
import { type ExploreData, readSearch } from './load-explore.ts'

let root: Root
let host: HTMLElement
/** Pending searches by term; calling one answers it. */
let pending: Map<string, () => void>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  pending = new Map()
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

function answerTo(url: string): ExploreData {
  const search = readSearch(new URL(url).searchParams)
  return { ...search, found: { results: [], total: 0, page: 1, decks_per_page: 8, error: null }, error: null }
}

async function open() {
  const loader = ({ request }: { request: Request }) => {
    const data = answerTo(request.url)
    return new Promise<ExploreData>((done) => pending.set(data.term, () => done(data)))
  }
  const hydrationData = { loaderData: { explore: answerTo('http://localhost/explore') } }
  const routes = [{ id: 'explore', path: '/explore', element: <ExplorePage />, loader }]
  const router = createMemoryRouter(routes, { initialEntries: ['/explore'], hydrationData })
  await act(async () => root.render(<RouterProvider router={router} />))
  return router
}

const field = () => document.querySelector('#search') as HTMLInputElement
async function type(value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(field(), value)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const answer = (term: string) => act(async () => pending.get(term)?.())
/** Whether the results are marked as outdated, and the text for screen readers. */
const shown = () => ({
  busy: document.querySelector('[data-results]')?.getAttribute('aria-busy') === 'true',
  status: document.querySelector('[role="status"] .spoken-only')?.textContent ?? '',
})

test('results are marked as outdated from the first letter until the last term’s results arrive', async () => {
  await open()
  expect(shown()).toEqual({ busy: false, status: '' })
  await type('"')
  expect(shown()).toEqual({ busy: true, status: 'Searching…' })
  await type('bees')
  await answer('"')
  expect(shown().busy).toBe(true)
  await vi.waitFor(() => expect(pending.has('bees')).toBe(true), inTime)
  await answer('bees')
  expect(shown()).toEqual({ busy: false, status: '' })
  expect(host.textContent).toContain('Nothing found for “bees”')
})

test('typing the shown term again removes the outdated mark', async () => {
  await open()
  await type('b')
  await type('')
  await answer('b')
  await vi.waitFor(() => expect(pending.has('')).toBe(true), inTime)
  await answer('')
  expect(shown()).toEqual({ busy: false, status: '' })
})

test('another page of the list gets the focus at its heading, unless the user types a search', async () => {
  const router = await open()
  const goTo = async (page: number) => {
    await act(async () => void router.navigate(`/explore?page=${page}`))
    await answer('')
  }
  await goTo(2)
  expect(document.activeElement?.textContent).toBe('Decks')
  field().focus()
  await goTo(3)
  expect(document.activeElement).toBe(field())
})
