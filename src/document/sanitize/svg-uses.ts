import { svgLimits } from './limits.ts'
import { SanitizeError } from './sanitize-error.ts'
import { svgId } from './svg-attributes.ts'
import type { SvgStyles } from './svg-style.ts'
import type { XmlElement } from './xml.ts'

/** Maximum number of elements between a reference and its final target, through nested references. */
const maxChain = 400

/** How often the elements of a file are drawn, through references. */
export interface DrawCounts {
  /** `use` elements that would draw themselves. */
  readonly recursive: ReadonlySet<XmlElement>
  /** How often an element is drawn: 0 in `defs`, more than 1 if an ancestor is referenced. */
  drawCount(element: XmlElement): number
  /** The elements that an element may inherit from: its parent, and all that refer to it. */
  outside(element: XmlElement): readonly XmlElement[]
  /** Those of them that the element is drawn in. */
  drawnIn(element: XmlElement): readonly XmlElement[]
  /**
   * How far the filters around an element read together, as `reach` says for each: those of its ancestors, and of all
   * that refers to it. The longest way counts.
   */
  reachAround(element: XmlElement, reach: (element: XmlElement) => number): number
}

interface Reference {
  readonly target: XmlElement
  /** How often the referencing element draws the target: a marker is drawn at each vertex. */
  readonly count: number
}

/** Elements that draw nothing in place. */
const notRendered: ReadonlySet<string> = new Set(
  'defs symbol pattern mask marker clipPath filter linearGradient radialGradient'.split(' '),
)
/**
 * Elements whose content is drawn once per reference, and the extra cost of a reference in plain elements. A mask needs
 * two bitmaps of the masked element's whole area, about 3 ms for a slide in a headless Chromium.
 */
const repeated: ReadonlyMap<string, number> = new Map([
  ['mask', 200],
  ['clipPath', 5],
  ['pattern', 4],
  ['marker', 0],
])
/** The extra cost of a clip path that browsers draw as a mask: about 1.6 ms for a slide. */
const maskingClip = 120
/** Shapes of a clip path above which browsers do not join them to one path. */
const joinedShapes = 40
/** Inherited properties: each descendant references the target. */
const inherited = /^(?:fill|stroke|marker)/
const referring = /^(?:fill|stroke|mask|clip-path|marker(?:-start|-mid|-end)?)$/

/**
 * Follows all references of a file: a few lines of nested uses or masks can expand to millions of shapes. Throws
 * SanitizeError if the file would draw more than 100,000 elements.
 */
export function checkUses(root: XmlElement, styles: SvgStyles): DrawCounts {
  const file = new File(root, styles)
  file.checkSize(root)
  return {
    recursive: file.recursive,
    drawCount: (element) => file.drawCount(element),
    outside: (element) => file.outside(element),
    drawnIn: (element) => file.drawnIn(element),
    reachAround: (element, reach) => file.reachAround(element, reach),
  }
}

const tooMany = () => new SanitizeError('too-many-nodes', 'The drawing repeats its parts too often')

class File {
  readonly recursive = new Set<XmlElement>()
  readonly #styles: SvgStyles
  readonly #byId = new Map<string, XmlElement>()
  readonly #parents = new Map<XmlElement, XmlElement>()
  /** Number of elements in a subtree, including its root. */
  readonly #counts = new Map<XmlElement, number>()
  readonly #references = new Map<XmlElement, readonly Reference[]>()
  readonly #referrers = new Map<XmlElement, { from: XmlElement; count: number }[]>()
  readonly #sizes = new Map<XmlElement, number>()
  readonly #around = new Map<XmlElement, number>()
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

  /** Number of elements that an element draws, references expanded. */
  checkSize(element: XmlElement, chain = 0): number {
    const cached = this.#sizes.get(element)
    if (cached !== undefined) return cached
    if (chain > maxChain) throw tooMany()
    this.#entered.add(element)
    let size = 1
    for (const { target, count } of this.#references.get(element) ?? []) {
      const extra = this.#extraOf(target)
      if (!this.#entered.has(target)) size += (this.checkSize(target, chain + 1) + extra) * count
      else if (element.name === 'use') this.recursive.add(element)
    }
    for (const child of element.children) if (typeof child !== 'string') size += this.checkSize(child, chain + 1)
    if (size > svgLimits.drawn) throw tooMany()
    this.#entered.delete(element)
    this.#sizes.set(element, size)
    return size
  }

  drawCount(element: XmlElement): number {
    const cached = this.#times.get(element)
    if (cached !== undefined) return cached
    // Stops at a reference to itself: browsers draw it only once.
    this.#times.set(element, 0)
    const parent = this.#parents.get(element)
    let drawCount = parent === undefined ? 1 : notRendered.has(element.name ?? '') ? 0 : this.drawCount(parent)
    for (const { from, count } of this.#referrers.get(element) ?? []) drawCount += this.drawCount(from) * count
    this.#times.set(element, drawCount)
    return drawCount
  }

  reachAround(element: XmlElement, reach: (element: XmlElement) => number): number {
    const cached = this.#around.get(element)
    if (cached !== undefined) return cached
    this.#around.set(element, 0)
    const around = Math.max(0, ...this.outside(element).map((one) => reach(one) + this.reachAround(one, reach)))
    this.#around.set(element, around)
    return around
  }

  outside(element: XmlElement): XmlElement[] {
    const outside = (this.#referrers.get(element) ?? []).map(({ from }) => from)
    const parent = this.#parents.get(element)
    if (parent !== undefined) outside.push(parent)
    return outside
  }

  drawnIn(element: XmlElement): XmlElement[] {
    const parent = notRendered.has(element.name ?? '') ? this.#parents.get(element) : undefined
    return this.outside(element).filter((one) => one !== parent && this.drawCount(one) > 0)
  }

  /** The cost of a reference in plain elements, besides the target's content. */
  #extraOf(target: XmlElement): number {
    const extra = repeated.get(target.name ?? '') ?? 0
    return target.name === 'clipPath' && this.#isMasking(target) ? maskingClip : extra
  }

  /** Whether a clip path is no plain path: it is clipped itself, has text or many shapes. */
  #isMasking(clip: XmlElement): boolean {
    const inside = [clip, ...clip.children.filter((child) => typeof child !== 'string')]
    return (
      inside.length > joinedShapes ||
      inside.some(({ name }) => name === 'text') ||
      inside.some((element) => this.#references.get(element)?.some(({ target }) => target.name === 'clipPath'))
    )
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
      const inheritors = inherited.test(property) ? (this.#counts.get(element) ?? 1) : 1
      own.push({ target, count: inheritors * (property.startsWith('marker') ? verticesOf(element) : 1) })
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

/** An element's referencing properties, with the target id as written. */
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

/** Upper bound of a shape's vertices: two numbers each. */
function verticesOf(element: XmlElement): number {
  const shape = element.attributes.find(([name]) => name === 'd' || name === 'points')?.[1] ?? ''
  return Math.ceil((shape.match(/[+-]?(?:\d+\.?\d*|\.\d+)/g)?.length ?? 0) / 2) + 1
}
