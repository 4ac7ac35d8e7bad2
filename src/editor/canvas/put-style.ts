type StyleName = 'transform' | 'width' | 'height' | 'cursor'

const written = new WeakMap<HTMLElement, Partial<Record<StyleName, string>>>()

/**
 * Sets a style, unless its value is unchanged: the browser would parse the same value again with every move of a drag.
 * No other code may set this style.
 */
export function putStyle(element: HTMLElement, property: StyleName, value: string): void {
  let styles = written.get(element)
  if (!styles) {
    styles = {}
    written.set(element, styles)
  }
  if (styles[property] === value) return
  styles[property] = value
  element.style[property] = value
}
