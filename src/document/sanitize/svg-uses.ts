import { svgLimits } from './limits.ts'
import { SanitizeError } from './sanitize-error.ts'
import { svgId } from './svg-attributes.ts'
import type { SvgStyles } from './svg-style.ts'
import type { XmlElement } from './xml.ts'

/** How many elements may lie between a reference and what it draws in the end, references of references included. */
const maxChain = 400

/** How the parts of a file draw one another. */
export interface DrawnParts {
  /** The `use` elements that would draw themselves. */
  readonly endless: ReadonlySet<XmlElement>
  /** How often an element is drawn: 0 in `defs`, more than 1 when parts that hold it are referred to. */
  times(element: XmlElement): number
}

interface Reference {
  readonly target: XmlElement
  /** How often the referring element draws the target: a marker stands at each vertex. */
  readonly count: number
}

/** Elements that draw nothing where they stand. */
const undrawn: ReadonlySet<string> = new Set(
  'defs symbol pattern mask marker clipPath filter linearGradient radialGradient'.split(' '),
)
/**
 * Elements whose content is drawn again for each reference, and how many plain elements a reference costs besides: a
 * mask needs two pictures of the masked element's whole area, about 3 ms for a slide in a headless Chromium.
 */
const repeated: ReadonlyMap<string, number> = new Map([
  ['mask', 200],
  ['clipPath', 5],
  ['pattern', 4],
  ['marker', 0],
])
/** Properties that the elements inside inherit: each of them refers to the target. */
const inherited = /^(?:fill|stroke|marker)/
const referring = /^(?:fill|stroke|mask|clip-path|marker(?:-start|-mid|-end)?)$/

/**
 * Follows every reference of a file: a few lines of uses that use uses, or of masks in masks, can stand for millions of
 * shapes. Throws SanitizeError when the file would draw more than 100,000 elements.
 */
export function checkUses(root: XmlElement, styles: SvgStyles): DrawnParts {
  const file = new File(root, styles)
  file.checkSize(root)
  return { endless: file.endless, times: (element) => file.times(element) }
}

const tooMany = () => new SanitizeError('too-many-nodes', 'The drawing repeats its parts too often')

class File {
  readonly endless = new Set<XmlElement>()
  readonly #styles: SvgStyles
  readonly #byId = new Map<string, XmlElement>()
  readonly #parents = new Map<XmlElement, XmlElement>()
  /** Elements in and including an element. */
  readonly #counts = new Map<XmlElement, number>()
  readonly #references = new Map<XmlElement, readonly Reference[]>()
  readonly #referrers = new Map<XmlElement, { from: XmlElement; count: number }[]>()
  readonly #sizes = new Map<XmlElement, number>()
  readonly #times = new Map<XmlElement, number>()
  readonly #entered = new Set<XmlElement>()

  constructor(root: XmlElement, styles: SvgStyles) {
    this.#styles = styles
    this.#index(root)
    for (const element of this.#counts.keys()) {
      const references = this.#referencesOf(element)
      this.#references.set(element, references)
      for (const { target, count } of references) {
        this.#referrers.set(target, [...(this.#referrers.get(target) ?? []), { from: element, count }])
      }
    }
  }

  /** Elements that an element draws, with all it refers to. */
  checkSize(element: XmlElement, chain = 0): number {
    const known = this.#sizes.get(element)
    if (known !== undefined) return known
    if (chain > maxChain) throw tooMany()
    this.#entered.add(element)
    let size = 1
    for (const { target, count } of this.#references.get(element) ?? []) {
      const extra = repeated.get(target.name ?? '') ?? 0
      if (!this.#entered.has(target)) size += (this.checkSize(target, chain + 1) + extra) * count
      else if (element.name === 'use') this.endless.add(element)
    }
    for (const child of element.children) if (typeof child !== 'string') size += this.checkSize(child, chain + 1)
    if (size > svgLimits.drawn) throw tooMany()
    this.#entered.delete(element)
    this.#sizes.set(element, size)
    return size
  }

  times(element: XmlElement): number {
    const known = this.#times.get(element)
    if (known !== undefined) return known
    // A part that refers to itself is drawn by no browser a second time.
    this.#times.set(element, 0)
    const parent = this.#parents.get(element)
    let times = parent === undefined ? 1 : undrawn.has(element.name ?? '') ? 0 : this.times(parent)
    for (const { from, count } of this.#referrers.get(element) ?? []) times += this.times(from) * count
    this.#times.set(element, times)
    return times
  }

  #index(element: XmlElement): number {
    // Ids as they will be printed: two that differ in the source may be one in the result.
    const id = svgId(element.attributes.find(([name]) => name === 'id')?.[1] ?? '')
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, element)
    let count = 1
    for (const child of element.children) {
      if (typeof child === 'string') continue
      this.#parents.set(child, element)
      count += this.#index(child)
    }
    this.#counts.set(element, count)
    return count
  }

  #referencesOf(element: XmlElement): Reference[] {
    const own: Reference[] = []
    const used = this.#usedBy(element)
    if (used) own.push({ target: used, count: 1 })
    for (const [property, id] of namedParts(element, this.#styles(element))) {
      const target = this.#byId.get(svgId(id) ?? '')
      if (!target || !repeated.has(target.name ?? '')) continue
      const heirs = inherited.test(property) ? (this.#counts.get(element) ?? 1) : 1
      own.push({ target, count: heirs * (property.startsWith('marker') ? verticesOf(element) : 1) })
    }
    return own
  }

  #usedBy(element: XmlElement): XmlElement | undefined {
    if (element.name !== 'use' && element.name !== 'pattern') return undefined
    const reference = element.attributes.find(([name]) => name === 'href' || name === 'xlink:href')?.[1]?.trim()
    const target = reference?.startsWith('#') ? this.#byId.get(svgId(reference.slice(1)) ?? '') : undefined
    return element.name === 'use' || target?.name === 'pattern' ? target : undefined
  }
}

const urlReference = /url\(\s*["']?#([^"')\s]+)/g

/** The properties of an element that refer to a part, with the part's id as it is written. */
function namedParts(element: XmlElement, sheet: string): [property: string, id: string][] {
  const parts: [string, string][] = []
  const add = (property: string, value: string) => {
    if (!referring.test(property)) return
    for (const [, id] of value.matchAll(urlReference)) parts.push([property, id as string])
  }
  let style = sheet
  for (const [name, value] of element.attributes) {
    if (name === 'style') style = `${style}; ${value}`
    else if (value.includes('url(')) add(name, value)
  }
  if (style.includes('url(')) {
    for (const [, property, value] of style.matchAll(/([a-z-]+)\s*:([^;]*)/gi)) {
      add((property as string).toLowerCase(), value as string)
    }
  }
  return parts
}

/** About as many vertices as a shape can have: two numbers each. */
function verticesOf(element: XmlElement): number {
  const shape = element.attributes.find(([name]) => name === 'd' || name === 'points')?.[1] ?? ''
  return Math.ceil((shape.match(/[+-]?(?:\d+\.?\d*|\.\d+)/g)?.length ?? 0) / 2) + 1
}
