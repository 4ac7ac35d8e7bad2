import { filterReaches, filterValues, filterWork } from './css/filter-values.ts'
import { svgFilterLimits, svgLimits } from './limits.ts'
import { svgId } from './svg-attributes.ts'
import { stretchOf } from './svg-stretch.ts'
import type { SvgStyles } from './svg-style.ts'
import type { XmlElement } from './xml.ts'

/** The viewBox of a sanitized file: width and height in its own units. */
export interface DrawingSize {
  readonly width: number
  readonly height: number
}

/** The costs of a file's filters, and which of them are kept. */
export interface SvgFilters {
  /** The reason for removing a filter or primitive beyond a limit. */
  refusal(element: XmlElement): string | null
  /**
   * Cost of all filters in a sanitized style; Infinity if one of them is not kept. `around`: how far the filters around
   * the element read.
   */
  work(style: string, around: number): number
  /** How far an element's filters read, as a fraction of the image's longer side; an upper bound. */
  reach(element: XmlElement): number
}

const value = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find(([key]) => key === name)?.[1]

const numbersOf = (text: string | undefined): number[] =>
  (text ?? '').match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)?.map(Number) ?? []

const isPrimitive = ({ name }: XmlElement): boolean =>
  name !== null && /^fe[A-Z]/.test(name) && !/^fe(?:MergeNode|Func[RGBA]|DistantLight|PointLight|SpotLight)$/.test(name)

/** Cost of one primitive over a whole slide, as measured in a headless Chromium. */
function primitiveWork(element: XmlElement): number {
  switch (element.name) {
    case 'feTurbulence':
      return 4 * Math.min(svgFilterLimits.octaves, numbersOf(value(element, 'numOctaves'))[0] ?? 1)
    case 'feConvolveMatrix':
      return orderOf(element).reduce((product, side) => product * side, 1)
    case 'feMorphology':
      return 20
    case 'feGaussianBlur':
    case 'feDropShadow':
      return 5
    case 'feTile':
    case 'feDisplacementMap':
    case 'feDiffuseLighting':
    case 'feSpecularLighting':
      return 4
    default:
      return 1
  }
}

/** Columns and rows of a convolution. */
function orderOf(element: XmlElement): [number, number] {
  const [columns = 3, rows = columns] = numbersOf(value(element, 'order'))
  return [columns, rows]
}

/**
 * The factor by which the primitives of one filter cost more than alone. Browsers draw tiles: for each tile, a primitive
 * draws everything that later primitives read. In a chain of large blurs that is the whole area for every tile.
 * `reaches`: how far each primitive reads, as fractions of the image's longer side; `around`: the filters around it.
 */
function chainFactor(reaches: readonly number[], around: number): number {
  const reading = [around, ...reaches].filter((reach) => reach > 0)
  if (around === 0 && reading.length < 2) return 1
  const reach = sumOf(reading)
  const { free, steepness, most } = svgFilterLimits.chain
  return Math.min(most, 1 + steepness * Math.max(0, reach - free))
}

/** How far a primitive reads beyond a pixel, in its own units. */
function reachOf(element: XmlElement): number {
  const largest = (name: string) => Math.max(0, ...numbersOf(value(element, name)).map(Math.abs))
  switch (element.name) {
    case 'feGaussianBlur':
      return 3 * largest('stdDeviation')
    case 'feDropShadow':
      return 3 * (value(element, 'stdDeviation') === undefined ? 2 : largest('stdDeviation'))
    case 'feDisplacementMap':
      return largest('scale') / 2
    case 'feMorphology':
      return largest('radius')
    default:
      return 0
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** A filter's kept primitives. */
interface Filter {
  readonly work: number
  readonly reaches: readonly number[]
}

/** Reads a file's filters, in document order. */
export function readFilters(root: XmlElement, size: DrawingSize, styles: SvgStyles): SvgFilters {
  /** Fraction of the image per user unit, at most. */
  const perUnit = stretchOf(root) / Math.max(size.width, size.height)
  const refusals = new Map<XmlElement, string>()
  const filters = new Map<string, Filter>()
  let count = 0
  const visit = (element: XmlElement) => {
    if (element.name === 'filter') {
      if (++count > svgFilterLimits.filters) refusals.set(element, 'the drawing has too many filters')
      else {
        const id = svgId(value(element, 'id') ?? '')
        const filter = readFilter(element, refusals, perUnit)
        if (id !== null && !filters.has(id)) filters.set(id, filter)
      }
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  const functionReaches = (text: string) => filterReaches(text).map((reach) => reach * perUnit)
  return {
    refusal: (element) => refusals.get(element) ?? null,
    work: (style, around) => {
      let work = 0
      for (const [property, text] of filterValues(style)) {
        work += filterWork(property, text) * chainFactor(functionReaches(text), around)
        for (const [, id] of text.matchAll(/url\("#(svg-[\w-]+)"\)/g)) {
          const filter = filters.get(id as string)
          work += filter ? filter.work * chainFactor(filter.reaches, around) : Infinity
        }
      }
      return work
    },
    reach: (element) => {
      const text = `${value(element, 'filter') ?? ''} ${value(element, 'style') ?? ''} ${styles(element)}`
      const named = [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id]) =>
        filters.get(svgId(id as string) ?? ''),
      )
      return sumOf([...functionReaches(text), ...named.flatMap((filter) => filter?.reaches ?? [])])
    },
  }
}

/** Reads a filter's kept primitives; records the others. */
function readFilter(filter: XmlElement, refusals: Map<XmlElement, string>, perUnit: number): Filter {
  // Numbers of a filter with this attribute are fractions of the filtered element, which may be the whole image.
  const unit = value(filter, 'primitiveUnits') === 'objectBoundingBox' ? Math.max(1, perUnit) : perUnit
  const reaches: number[] = []
  let work = 0
  let count = 0
  for (const child of filter.children) {
    if (typeof child === 'string' || !isPrimitive(child)) continue
    const isLarge = child.name === 'feConvolveMatrix' && orderOf(child).some((side) => side > svgFilterLimits.order)
    if (isLarge) refusals.set(child, `its order is above ${svgFilterLimits.order}`)
    else if (++count > svgFilterLimits.primitives) refusals.set(child, 'the filter has too many parts')
    else {
      work += primitiveWork(child)
      const reach = reachOf(child)
      if (reach > 0) reaches.push(reach * unit)
    }
  }
  return { work, reaches }
}

/** Clamps an attribute of a filter primitive to what a browser draws quickly. */
export function boundFilterAttribute(name: string, text: string, size: DrawingSize): string {
  const longer = Math.max(size.width, size.height)
  if (name === 'numOctaves') return clampAll(text, svgFilterLimits.octaves)
  if (name === 'stdDeviation') return clampAll(text, longer * svgFilterLimits.deviation)
  return name === 'radius' ? clampAll(text, longer * svgFilterLimits.radius) : text
}

function clampAll(text: string, most: number): string {
  const given = numbersOf(text)
  return given.some((number) => number > most) ? given.map((number) => Math.min(number, most)).join(' ') : text
}

/** Why a pattern is removed, or null: its tiles are so small that the image would have more than a million. */
export function patternRefusal(element: XmlElement, size: DrawingSize): string | null {
  if (element.name !== 'pattern') return null
  const [width, height] = [tileSide(element, 'width', size.width), tileSide(element, 'height', size.height)]
  const scale = scaleOf(value(element, 'patternTransform') ?? '')
  const tile = width * height * scale
  // A tile without an area draws nothing. A tile that takes its size from another pattern is checked with that pattern.
  if (!(tile > 0)) return null
  return 1 / tile > svgLimits.patternCells ? 'the pattern repeats too often' : null
}

/** A side of a pattern's tile as a fraction of the image's side. */
function tileSide(element: XmlElement, name: 'width' | 'height', whole: number): number {
  const given = value(element, name)
  const [number = 0] = numbersOf(given)
  if (given?.includes('%')) return number / 100
  return value(element, 'patternUnits') === 'userSpaceOnUse' ? number / whole : number
}

/** The factor by which a list of transforms enlarges areas. */
function scaleOf(transform: string): number {
  let scale = 1
  for (const [, kind, text] of transform.matchAll(/(scale|matrix)\s*\(([^)]*)\)/g)) {
    const [a = 1, b = 0, c = 0, d = 1] = numbersOf(text)
    const [y = a] = numbersOf(text).slice(1)
    scale *= Math.abs(kind === 'scale' ? a * y : a * d - b * c)
  }
  return scale
}
