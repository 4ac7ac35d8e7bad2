import type { DrawingSize } from './svg-filters.ts'
import { scaled } from './svg-outlines.ts'
import { units } from './svg-size.ts'
import { scaleOfList } from './svg-stretch.ts'
import type { SvgStyles } from './svg-style.ts'
import type { DrawCounts } from './svg-uses.ts'
import type { XmlElement } from './xml.ts'

/** The elements of a file with the sizes and inherited values that they are drawn with. Lengths are upper bounds. */
export interface ScaledElements {
  /** Fraction of the image's longer side per user unit of an element; at most. */
  scale(element: XmlElement): number
  /** As scale, for the width of an element's stroke: that of the root if transforms do not reduce it. */
  strokeScale(element: XmlElement): number
  attribute(element: XmlElement, name: string): string | undefined
  /** The declarations of an element, as in appliedStyles. */
  style(element: XmlElement): string
  /** All values that a property may have there: by attribute or style, its own or inherited. '': the initial one. */
  values(element: XmlElement, property: string): readonly string[]
  /** The longest of these as a length in user units. */
  longest(element: XmlElement, property: string, initial: number): number
  /** A length in user units; Infinity if it is not plain. */
  length(element: XmlElement, text: string): number
}

/** Style properties that enlarge by more than a list of plain transforms. */
const unknownTransform =
  /(?:^|[;\s])(?:scale|zoom|perspective|offset[\w-]*)\s*:|transform\s*:[^;]*(?:3d|perspective|var\(|calc\()/i
const transformsIn = /(?:^|[;\s])transform\s*:\s*([^;]+)/gi
const outer = /^(?:inherit|unset|revert|revert-layer)$/
const sizeWord = /^(?:x{1,3}-)?(?:small|medium|large)$/
/** The largest size that a word stands for, in px. */
const largestWord = 48

export function scaledElements(
  root: XmlElement,
  size: DrawingSize,
  styles: SvgStyles,
  drawn: DrawCounts,
): ScaledElements {
  return new Elements(root, size, styles, drawn)
}

class Elements implements ScaledElements {
  readonly #root: XmlElement
  readonly #longer: number
  readonly #styles: SvgStyles
  readonly #drawn: DrawCounts
  readonly #scales = new Map<XmlElement, number>()
  readonly #nested = new Map<XmlElement, boolean>()
  readonly #values = new Map<string, Map<XmlElement, readonly string[]>>()

  constructor(root: XmlElement, { width, height }: DrawingSize, styles: SvgStyles, drawn: DrawCounts) {
    this.#root = root
    this.#styles = styles
    this.#drawn = drawn
    this.#longer = Math.max(width, height)
    const side = this.#fills(root) ? Math.min(width, height) : this.#longer
    this.#scales.set(root, this.#transform(root) / side)
  }

  scale(element: XmlElement): number {
    const cached = this.#scales.get(element)
    if (cached !== undefined) return cached
    // Stops at a reference to itself: browsers draw it only once.
    this.#scales.set(element, 0)
    const own = this.#transform(element)
    const scale = Math.max(
      0,
      ...this.#drawn.drawnIn(element).map((one) => scaled(scaled(own, this.#viewport(element, one)), this.scale(one))),
    )
    this.#scales.set(element, scale)
    return scale
  }

  strokeScale(element: XmlElement): number {
    const isPlain = this.values(element, 'vector-effect').every((value) => value === '' || value === 'none')
    return isPlain ? this.scale(element) : Math.max(this.scale(element), this.scale(this.#root))
  }

  attribute(element: XmlElement, name: string): string | undefined {
    return element.attributes.find(([key]) => key === name)?.[1]
  }

  style(element: XmlElement): string {
    return this.#styles(element)
  }

  values(element: XmlElement, property: string): readonly string[] {
    const known = this.#values.get(property) ?? new Map<XmlElement, readonly string[]>()
    this.#values.set(property, known)
    const cached = known.get(element)
    if (cached !== undefined) return cached
    known.set(element, [])
    const own = this.#declared(element, property).map((value) => (value === 'initial' ? '' : value))
    const isInherited = own.length === 0 || own.some((value) => outer.test(value))
    const outside = isInherited ? this.#drawn.outside(element).flatMap((one) => this.values(one, property)) : []
    const initial = isInherited && element === this.#root ? [''] : []
    const values = [...new Set([...own.filter((value) => !outer.test(value)), ...outside, ...initial])]
    known.set(element, values)
    return values
  }

  longest(element: XmlElement, property: string, initial: number): number {
    const lengths = this.values(element, property).map((value) =>
      value === '' ? initial : this.length(element, value),
    )
    return Math.max(0, ...lengths.map(Math.abs))
  }

  length(element: XmlElement, text: string): number {
    const value = text.trim()
    if (sizeWord.test(value)) return largestWord
    const [, number = '', unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i.exec(value) ?? []
    if (number === '') return Infinity
    // A percentage of another viewport is unknown.
    if (unit === '%') return this.#isNested(element) ? Infinity : (Number(number) / 100) * this.#longer
    const perUnit = /^r?em$|^ex$/i.test(unit) ? undefined : units[unit.toLowerCase()]
    return perUnit === undefined ? Infinity : Number(number) * perUnit
  }

  #declared(element: XmlElement, property: string): string[] {
    const values: string[] = []
    const attribute = this.attribute(element, property)
    if (attribute !== undefined) values.push(attribute.trim())
    const style = this.style(element)
    if (!style.includes(property) && !style.includes('font')) return values
    for (const [, name = '', text = ''] of style.matchAll(/([a-z-]+)\s*:\s*([^;]+)/gi)) {
      const value = text.replace(/\s*!\s*important\s*$/i, '')
      if (name.toLowerCase() === property) values.push(value.trim())
      // The size in the shorthand: the only part with a unit.
      else if (property === 'font-size' && name.toLowerCase() === 'font')
        values.push(
          /(?:^|\s)((?:\d+\.?\d*|\.\d+)[a-z%]+|(?:x{1,3}-)?(?:small|medium|large))/i.exec(value)?.[1] ?? value,
        )
    }
    return values
  }

  #transform(element: XmlElement): number {
    const style = this.style(element)
    if (unknownTransform.test(style)) return Infinity
    const styled = [...style.matchAll(transformsIn)].map(([, list = '']) => list)
    const listed = [this.attribute(element, 'transform') ?? '', ...styled]
    if (element.name === 'pattern') listed.push(this.attribute(element, 'patternTransform') ?? '')
    // One unit is the size of whatever refers to it.
    if (element.attributes.some(([name, value]) => /Units$/.test(name) && value.trim() === 'objectBoundingBox'))
      return element.name === 'pattern' || element.name === 'clipPath' || element.name === 'mask' ? Infinity : 1
    const lists = listed.filter((list) => list !== '')
    return lists.length === 0 ? 1 : Math.max(...lists.map(scaleOfList))
  }

  /** The factor of an element's own viewport, as seen from its parent or from what refers to it. */
  #viewport(element: XmlElement, from: XmlElement): number {
    const { name } = element
    if (name === 'marker') return this.#marker(element, from)
    const box = this.#viewBox(element)
    if (box === null || (name !== 'svg' && name !== 'symbol' && name !== 'pattern')) return 1
    const side = (key: string) =>
      this.attribute(from.name === 'use' ? from : element, key) ?? this.attribute(element, key)
    const sides = [side('width') ?? '100%', side('height') ?? '100%']
    const length = name === 'pattern' ? Infinity : Math.max(...sides.map((text) => this.length(from, text)))
    return length / (this.#fills(element) ? Math.min(...box) : Math.max(...box))
  }

  /** A marker is scaled by the width of the line that it is on. */
  #marker(element: XmlElement, from: XmlElement): number {
    const width = Math.max(1, this.longest(from, 'stroke-width', 1))
    const box = this.#viewBox(element)
    if (box === null) return width
    const side = (key: string) => this.length(element, this.attribute(element, key) ?? '3')
    const length = width * Math.max(side('markerWidth'), side('markerHeight'))
    return length / (this.#fills(element) ? Math.min(...box) : Math.max(...box))
  }

  #viewBox(element: XmlElement): [number, number] | null {
    const numbers = this.attribute(element, 'viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number)
    const [, , width = 0, height = 0] = numbers ?? []
    return width > 0 && height > 0 ? [width, height] : null
  }

  /** Whether a viewport is filled by its viewBox also on its shorter side. */
  #fills(element: XmlElement): boolean {
    return /slice|none/.test(this.attribute(element, 'preserveAspectRatio') ?? '')
  }

  /** Whether an element is inside of a viewport other than the root's. */
  #isNested(element: XmlElement): boolean {
    if (element === this.#root) return false
    const cached = this.#nested.get(element)
    if (cached !== undefined) return cached
    this.#nested.set(element, false)
    const isNested = this.#viewBox(element) !== null || this.#drawn.outside(element).some((one) => this.#isNested(one))
    this.#nested.set(element, isNested)
    return isNested
  }
}
