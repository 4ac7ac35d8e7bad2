import type { XmlElement } from '../../../document/sanitize/xml.ts'

/** The names of children on a way down: `find(shape, 'spPr', 'xfrm')`. Null if one is missing. */
export function find(element: XmlElement | null | undefined, ...names: readonly string[]): XmlElement | null {
  let at = element ?? null
  for (const name of names) {
    if (!at) return null
    at = childrenOf(at).find((child) => child.name === name) ?? null
  }
  return at
}

/** The child elements. Of alternatives for newer programs, the one that all programs understand. */
export function childrenOf(element: XmlElement | null | undefined): readonly XmlElement[] {
  const own = (element?.children ?? []).filter((child): child is XmlElement => typeof child !== 'string')
  if (!own.some(({ name }) => name === 'AlternateContent')) return own
  return own.flatMap((child) => {
    if (child.name !== 'AlternateContent') return [child]
    const options = child.children.filter((option): option is XmlElement => typeof option !== 'string')
    const chosen = options.find(({ name }) => name === 'Fallback') ?? options[0]
    return chosen?.children.some((option) => typeof option !== 'string')
      ? childrenOf(chosen)
      : childrenOf(options.find(({ name }) => name === 'Choice'))
  })
}

/** All children of a name. */
export function all(element: XmlElement | null | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).filter((child) => child.name === name)
}

/** An attribute, by its name without prefix; null if missing. */
export function attr(element: XmlElement | null | undefined, name: string): string | null {
  return element?.attributes.find(([key]) => key === name || key.slice(key.indexOf(':') + 1) === name)?.[1] ?? null
}

/** An attribute with a prefix, such as r:id beside id. */
export function attrNamed(element: XmlElement | null | undefined, name: string): string | null {
  return element?.attributes.find(([key]) => key === name)?.[1] ?? null
}

/** An attribute that is a number; null if missing or malformed. */
export function num(element: XmlElement | null | undefined, name: string): number | null {
  const text = attr(element, name)
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text.replace(/%$/, ''))
  return Number.isFinite(value) ? (text!.endsWith('%') ? value * 1000 : value) : null
}

/** An attribute that is a flag; null if missing. */
export function flag(element: XmlElement | null | undefined, name: string): boolean | null {
  const text = attr(element, name)
  return text === null ? null : text === '1' || text === 'true' || text === 'on'
}

/** All text in an element. */
export function textIn(element: XmlElement | null | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
}

/** All elements of a name at any depth, in order. */
export function descendants(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (at: XmlElement): void => {
    for (const child of childrenOf(at)) {
      if (child.name === name) found.push(child)
      visit(child)
    }
  }
  if (element) visit(element)
  return found
}
