import { vi } from 'vitest'

/** What a theme makes of the type size around an element. */
const parts: Readonly<Record<string, number>> = { H1: 2.2, H2: 1.6, CODE: 0.88, SUP: 0.65, SMALL: 0.5 }

/**
 * Lets the test's document, which lays nothing out, say type sizes: in px and em of style attributes, and of a theme's
 * headings and marks. `fixed`: elements that the theme gives a size in px.
 */
export function layOutSizes(fixed: Readonly<Record<string, number>> = {}): void {
  const sizeOf = (element: Element): number => {
    const [, number, unit] = /^([\d.]+)(px|em)$/.exec((element as HTMLElement).style.fontSize) ?? []
    if (unit === 'px') return Number(number)
    const around = element.parentElement ? sizeOf(element.parentElement) : 36
    return unit === 'em'
      ? around * Number(number)
      : (fixed[element.nodeName] ?? around * (parts[element.nodeName] ?? 1))
  }
  vi.spyOn(window, 'getComputedStyle').mockImplementation(
    (element) => ({ fontSize: `${sizeOf(element)}px` }) as CSSStyleDeclaration,
  )
}
