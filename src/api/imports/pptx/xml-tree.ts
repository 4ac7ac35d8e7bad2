import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'

const longest = readerLimits.presentation.attribute

/** Children by their names, and the place of the first of each name. */
interface Index {
  readonly children: readonly XmlElement[]
  readonly named: ReadonlyMap<string | null, { readonly first: number; readonly list: XmlElement[] }>
}

/** Lists of at least this many children are indexed: thousands of shapes may look into the same long one. */
const indexedFrom = 16
const indices = new WeakMap<XmlElement, Index>()

function indexOf(element: XmlElement): Index {
  const known = indices.get(element)
  if (known) return known
  const named = new Map<string | null, { first: number; list: XmlElement[] }>()
  const children = readChildren(element)
  for (const [first, child] of children.entries()) {
    const found = named.get(child.name)
    if (found) found.list.push(child)
    else named.set(child.name, { first, list: [child] })
  }
  const index = { children, named }
  indices.set(element, index)
  return index
}

const isLong = ({ children }: XmlElement): boolean => children.length >= indexedFrom

/** The names of children on a way down: `find(shape, 'spPr', 'xfrm')`. Null if one is missing. */
export function find(element: XmlElement | null | undefined, ...names: readonly string[]): XmlElement | null {
  let at = element ?? null
  for (const name of names) {
    if (!at) return null
    at = firstNamed(at, [name])
  }
  return at
}

/** The first child that has one of these names; null if there is none. */
export function firstNamed(element: XmlElement | null | undefined, names: readonly string[]): XmlElement | null {
  if (!element) return null
  if (!isLong(element)) return childrenOf(element).find(({ name }) => name !== null && names.includes(name)) ?? null
  const { named } = indexOf(element)
  const found = names.flatMap((name) => named.get(name) ?? []).toSorted((a, b) => a.first - b.first)
  return found[0]?.list[0] ?? null
}

/** The child elements. Of alternatives for newer programs, the one that all programs understand. */
export function childrenOf(element: XmlElement | null | undefined): readonly XmlElement[] {
  if (!element) return []
  return isLong(element) ? indexOf(element).children : readChildren(element)
}

function readChildren(element: XmlElement): readonly XmlElement[] {
  const own = element.children.filter((child): child is XmlElement => typeof child !== 'string')
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
  if (element && isLong(element)) return indexOf(element).named.get(name)?.list ?? []
  return childrenOf(element).filter((child) => child.name === name)
}

const sizes = new WeakMap<XmlElement, number>()

/** How many elements are in an element, itself included. */
export function sizeOf(element: XmlElement | null): number {
  if (!element) return 0
  let size = sizes.get(element)
  if (size === undefined) {
    size = element.children.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : sizeOf(child)), 1)
    sizes.set(element, size)
  }
  return size
}

/** An attribute, by its name without prefix, up to a length; null if missing. */
export function attr(element: XmlElement | null | undefined, name: string): string | null {
  const found = element?.attributes.find(([key]) => key === name || key.slice(key.indexOf(':') + 1) === name)
  return found ? found[1].slice(0, longest) : null
}

/** An attribute with a prefix, such as r:id beside id. */
export function attrNamed(element: XmlElement | null | undefined, name: string): string | null {
  return element?.attributes.find(([key]) => key === name)?.[1].slice(0, longest) ?? null
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
