type Put = 'transform' | 'width' | 'height' | 'cursor'

const last = new WeakMap<HTMLElement, Partial<Record<Put, string>>>()

/**
 * Sets a style of an element that nobody else sets. What it has already is not set again: the browser would read the
 * words all the same, and what is drawn above a slide is asked for with every move of a drag.
 */
export function putStyle(element: HTMLElement, property: Put, value: string): void {
  let known = last.get(element)
  if (!known) {
    known = {}
    last.set(element, known)
  }
  if (known[property] === value) return
  known[property] = value
  element.style[property] = value
}
