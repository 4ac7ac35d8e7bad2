import { filterValues, filterWork } from './css/filter-values.ts'
import { svgFilterLimits, svgLimits } from './limits.ts'
import { svgId } from './svg-attributes.ts'
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
  /** Cost of all filters in a sanitized style; Infinity if one of them is not kept. */
  work(style: string): number
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

/** Reads a file's filters, in document order. */
export function readFilters(root: XmlElement): SvgFilters {
  const refusals = new Map<XmlElement, string>()
  const works = new Map<string, number>()
  let count = 0
  const visit = (element: XmlElement) => {
    if (element.name === 'filter') {
      if (++count > svgFilterLimits.filters) refusals.set(element, 'the drawing has too many filters')
      else {
        const id = svgId(value(element, 'id') ?? '')
        const work = readFilter(element, refusals)
        if (id !== null && !works.has(id)) works.set(id, work)
      }
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return {
    refusal: (element) => refusals.get(element) ?? null,
    work: (style) => {
      let work = 0
      for (const [property, text] of filterValues(style)) {
        work += filterWork(property, text)
        for (const [, id] of text.matchAll(/url\("#(svg-[\w-]+)"\)/g)) work += works.get(id as string) ?? Infinity
      }
      return work
    },
  }
}

/** Cost of a filter's kept primitives; records the others. */
function readFilter(filter: XmlElement, refusals: Map<XmlElement, string>): number {
  let work = 0
  let count = 0
  for (const child of filter.children) {
    if (typeof child === 'string' || !isPrimitive(child)) continue
    const isLarge = child.name === 'feConvolveMatrix' && orderOf(child).some((side) => side > svgFilterLimits.order)
    if (isLarge) refusals.set(child, `its order is above ${svgFilterLimits.order}`)
    else if (++count > svgFilterLimits.primitives) refusals.set(child, 'the filter has too many parts')
    else work += primitiveWork(child)
  }
  return work
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
