// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCommentsPage } from '../../../testing/comments-page.ts'
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

test('keys go on in the comment whose button goes by Retry, and in the list by Discard', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  const page = openCommentsPage()
  page.server.isDown = true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  await act(async () => {
    root.render(<List {...page} />)
    page.model.send('Lost')
  })
  const press = (name: string) =>
    act(async () => {
      const buttons = [...place.querySelectorAll('button')]
      const button = buttons.find(({ textContent }) => textContent === name)
      button?.focus()
      button?.click()
    })
  await press('Retry')
  expect(document.activeElement).toBe(place.querySelector('li'))
  await press('Discard')
  expect(document.activeElement).toBe(place.querySelector('section'))
})
