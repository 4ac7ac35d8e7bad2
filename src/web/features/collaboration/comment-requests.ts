import { createStore } from '../../../ui/store.ts'

/** Counts how often the user asked to write a comment, by Ctrl or Command, Alt and M. */
export const commentRequests = createStore(0)

/** A listener of keydown that counts it. */
export function noteCommentRequest(event: KeyboardEvent): void {
  const isMod = event.ctrlKey || event.metaKey
  if (event.code !== 'KeyM' || !isMod || !event.altKey || event.shiftKey || event.repeat) return
  event.preventDefault()
  event.stopPropagation()
  commentRequests.set((count) => count + 1)
}
