import { type RefObject, useEffect, useRef } from 'react'
import type { UnreadComments } from '../collaboration/unread-comments.ts'
import type { Comment } from './comment-state.ts'

/** How long a comment is in view until it counts as read, in ms. */
const readAfter = 800
/** The part of a comment, or of the list's height, that is in view. */
const seenPart = 0.6

/** Marks comments as read that are in view of a focused window for a moment. */
export function useSeen(
  list: RefObject<HTMLElement | null>,
  comments: readonly Comment[],
  unread: UnreadComments,
): void {
  const latest = useRef(comments)
  latest.current = comments
  const shown = comments.map(({ id }) => id ?? '').join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other comments are other elements
  useEffect(() => {
    const element = list.current
    if (!element) return
    const visible = new Set<number>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const mark = () => {
      if (!document.hasFocus()) return
      for (const comment of latest.current) if (visible.has(comment.id ?? 0)) unread.see(comment)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(mark, readAfter)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
          const fills = intersectionRect.height >= (rootBounds?.height ?? Number.POSITIVE_INFINITY) * seenPart
          const id = Number((target as HTMLElement).dataset.commentId)
          if (intersectionRatio >= seenPart || fills) visible.add(id)
          else visible.delete(id)
        }
        wait()
      },
      { root: element, threshold: [0, seenPart, 1] },
    )
    for (const one of element.querySelectorAll('[data-comment-id]')) observer.observe(one)
    window.addEventListener('focus', wait)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', wait)
    }
  }, [list, shown, unread])
}
