import { expect, onTestFinished, test } from 'vitest'
import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { dismissToast, pauseToasts, resumeToasts, showToast, toasts } from '../../../ui/toast/toast-store.ts'
import type { Collaboration } from './collaboration.ts'
import { commentNews } from './comment-news.ts'

test('of many comments while the page is hidden, the latest three are told', () => {
  pauseToasts()
  onTestFinished(() => {
    resumeToasts()
    for (const { id } of toasts.get()) dismissToast(id)
  })
  const page = { userId: 1, slides: { current: () => null }, notify: showToast }
  const tell = (message: string) => {
    const comment = { user_id: 2, name: 'Bob', slide_hash: null, message }
    const news = { type: 'collaboration:comment-added', comment } as unknown as ChannelMessage
    commentNews({ page } as unknown as Pick<Collaboration, 'page'>, news, false)
  }
  showToast('Saved successfully', 'positive')
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Five', 'Five']) tell(word)
  expect(toasts.get().map(({ text }) => text)).toEqual(['Saved successfully', 'Bob: Five'])
  for (const word of ['Six', 'Seven']) tell(word)
  expect(toasts.get().map(({ text }) => text)).toEqual(['Saved successfully', 'Bob: Five', 'Bob: Six', 'Bob: Seven'])
})
