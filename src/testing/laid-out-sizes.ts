import { vi } from 'vitest'

/** The theme's font size of elements, relative to the surrounding font size. */
const parts: Readonly<Record<string, number>> = { H1: 2.2, H2: 1.6, CODE: 0.88, SUP: 0.65, SMALL: 0.5 }

/**
 * Mocks computed font sizes, since the test's document has no layout: from px and em in style attributes, and from the
 * theme. `fixed`: theme sizes in px, by tag name in upper case.
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
