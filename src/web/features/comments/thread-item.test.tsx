// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { commentAnswer, openCommentsPage } from '../../../testing/comments-page.ts'
import { useStore } from '../../../ui/store.ts'
import { shownThreads } from './comments-view.ts'
import { ThreadItem } from './thread-item.tsx'

type Shown = Pick<ReturnType<typeof openCommentsPage>, 'model' | 'collaboration'>

function List({ model, collaboration }: Shown) {
  const threads = shownThreads(useStore(model.state))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as the list
    <section tabIndex={0}>
      {threads.map((thread) => (
        <ThreadItem key={thread.root.key} {...{ collaboration, model, thread }} isAdmin={false} />
      ))}
    </section>
  )
}

/** Shows the threads of a page, in a document. */
async function render(page: Shown) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(<List {...page} />))
  const press = (name: string) =>
    act(async () => {
      const buttons = [...place.querySelectorAll('button')]
      const button = buttons.find(({ textContent }) => textContent === name)
      button?.focus()
      button?.click()
    })
  return { place, press }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  Element.prototype.scrollIntoView = () => undefined
  localStorage.clear()
  sessionStorage.clear()
})

test('keys go on in the comment whose button goes by Retry, and in the list by Discard', async () => {
  const page = openCommentsPage()
  page.server.isDown = true
  const { place, press } = await render(page)
  await act(async () => void page.model.send('Lost'))
  await press('Retry')
  expect(document.activeElement).toBe(place.querySelector('li'))
  await press('Discard')
  expect(document.activeElement).toBe(place.querySelector('section'))
})

test.each([
  ['a reply', 1, 'Reply'],
  ['a change', -1, 'Comment'],
])('a thread that somebody resolves stays open while %s is being written in it', async (_, to, label) => {
  const own = commentAnswer(1, { user_id: 1 })
  const page = openCommentsPage([own])
  await act(async () => page.model.drafts.set(to, 'Begun'))
  const { place } = await render(page)
  const field = () => place.querySelector<HTMLTextAreaElement>(`[aria-label="${label}"]`)
  expect(field()?.value).toBe('Begun')
  act(() => field()?.focus())
  const resolved = { ...own, resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 }
  await act(async () => page.hear({ type: 'collaboration:comment-updated', comment: resolved }))
  expect(place.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('true')
  expect([document.activeElement, field()?.value]).toEqual([field(), 'Begun'])
})

const edit = async (place: HTMLElement) => {
  const menu = place.querySelector<HTMLElement>('[aria-label="Options of the comment"]')
  await act(async () => menu?.click())
  const entries = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  await act(async () => entries.find(({ textContent }) => textContent === 'Edit')?.click())
}

test.each([
  ['a reply', 'Reply', async (_: HTMLElement, press: (name: string) => Promise<void>) => press('Reply')],
  ['a change', 'Comment', edit],
])('a thread that somebody resolves stays among the open ones until %s in it is ended', async (_, label, begin) => {
  const own = commentAnswer(1, { user_id: 1 })
  const page = openCommentsPage([own])
  const { place, press } = await render(page)
  await act(async () => page.model.showOpen(true))
  await begin(place, press)
  const field = () => place.querySelector<HTMLTextAreaElement>(`[aria-label="${label}"]`)
  act(() => field()?.focus())
  const written = field()
  const resolved = { ...own, resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 }
  await act(async () => page.hear({ type: 'collaboration:comment-updated', comment: resolved }))
  expect(place.textContent).toContain('Resolved by')
  expect([document.activeElement, field()]).toEqual([written, written])
  const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  await act(async () => void field()?.dispatchEvent(pressed))
  expect(place.querySelector('li')).toBeNull()
})

test('keys go on in the list when a resolved thread goes because the user ends what was written in it', async () => {
  const own = commentAnswer(1, { user_id: 1 })
  const page = openCommentsPage([own, 2])
  const { place, press } = await render(page)
  await act(async () => page.model.showOpen(true))
  await press('Reply')
  const field = () => place.querySelector<HTMLTextAreaElement>('[aria-label="Reply"]')
  act(() => field()?.focus())
  const resolved = { ...own, resolved_at: '2026-01-01T00:00:00.000Z', resolved_by: 2 }
  await act(async () => page.hear({ type: 'collaboration:comment-updated', comment: resolved }))
  const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  await act(async () => void field()?.dispatchEvent(pressed))
  expect(place.querySelectorAll('li')).toHaveLength(1)
  expect(document.activeElement).toBe(place.querySelector('section'))
})
