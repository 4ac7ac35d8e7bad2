import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** A ref that focuses its element when it appears, such as the message that replaces a form. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/**
 * Returns a function for actions that remove the control they were started by: after the next render it focuses `place`,
 * unless an element has the focus.
 */
export function useFocusFallback(place: RefObject<HTMLElement | null>): () => void {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (count > 0 && (active === null || active === document.body)) place.current?.focus()
  }, [count, place])
  return useCallback(() => setCount((before) => before + 1), [])
}
