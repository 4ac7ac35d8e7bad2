import { svgShapeLimits } from './limits.ts'
import { SanitizeError } from './sanitize-error.ts'
import type { DrawingSize } from './svg-filters.ts'
import { boxOutline, noOutline, type Outline, pathOutline, pointsOutline, scaled } from './svg-outlines.ts'
import { type ScaledElements, scaledElements } from './svg-scale.ts'
import type { SvgStyles } from './svg-style.ts'
import { checkUses, type DrawCounts } from './svg-uses.ts'
import type { XmlElement } from './xml.ts'

/** Geometry that a style sets instead of an attribute. */
const styledGeometry = /(?:^|[;\s])(?:width|height|x|y|r|rx|ry|cx|cy|d)\s*:/

/**
 * Throws SanitizeError if browsers would take more than about 4 s to draw the shapes of a file: their outlines, areas
 * and dashes, each counted as often as it is drawn. Upper bounds where a length is not plain.
 */
export function checkShapes(root: XmlElement, size: DrawingSize, styles: SvgStyles, drawn: DrawCounts): void {
  const elements = scaledElements(root, size, styles, drawn)
  const workOf = (one: XmlElement) => drawn.drawCount(one) && drawn.drawCount(one) * shapeWork(one, elements)
  if (!isWithinLimit(workIn(root, svgShapeLimits.work, workOf)))
    throw new SanitizeError(
      'too-much-drawing',
      'This drawing would take browsers too long to draw. Please simplify its paths, or upload it as a PNG',
    )
}

/** Whether browsers draw so much work fast enough. Not if it is unknown (NaN): a number may be beyond all limits. */
export const isWithinLimit = (work: number): boolean => work <= svgShapeLimits.work

/** The work of an SVG inside a slide. Without areas: any element of a slide may cover it. */
export function inlineWork(root: XmlElement, size: DrawingSize, styles: SvgStyles): number {
  const elements = scaledElements(root, size, styles, checkUses(root, styles))
  return workIn(root, svgShapeLimits.work, (one) => shapeWork(one, elements, 0))
}

/** Adds up the work of an element and all inside, at least until it exceeds `most`. */
function workIn(element: XmlElement, most: number, workOf: (element: XmlElement) => number): number {
  let work = workOf(element)
  for (const child of element.children) {
    if (!(work <= most)) break
    if (typeof child !== 'string') work += workIn(child, most, workOf)
  }
  return work
}

/** `areas`: how much areas count. */
function shapeWork(element: XmlElement, elements: ScaledElements, areas = 1): number {
  const scale = elements.scale(element)
  const outline = outlineOf(element, elements, scale)
  if (outline === noOutline) return 0
  const { point, area, paintedArea } = svgShapeLimits
  const extent = (side: number) => Math.min(scaled(side, scale), 1)
  const costOf = (paints: readonly string[]) =>
    areas * (paints.some((paint) => /url\(|var\(/.test(paint)) ? paintedArea : area)
  let work = 0
  const fills = elements.values(element, 'fill')
  if (fills.some((paint) => paint !== 'none')) {
    work += outline.points * point + edgeWork(outline.edges)
    work += extent(outline.width) * extent(outline.height) * costOf(fills)
  }
  const strokes = elements.values(element, 'stroke').filter((paint) => paint !== 'none' && paint !== '')
  if (strokes.length > 0) {
    const width = Math.min(scaled(elements.longest(element, 'stroke-width', 1), elements.strokeScale(element)), 1)
    const points = outline.points + dashesOf(element, outline, elements)
    // Both sides of each line, and a join at each point, which may be round.
    work +=
      points * point +
      edgeWork(2 * outline.edges + 6 * points * width) +
      Math.min(1, outline.edges * width) * costOf(strokes)
  }
  return work
}

/** The more lines cross each other in one shape, the longer each takes. */
function edgeWork(edges: number): number {
  return edges * svgShapeLimits.edge * (1 + edges / svgShapeLimits.crowd)
}

/** Number of dashes of a stroke. Browsers draw at most a million of one line. */
function dashesOf(element: XmlElement, { length }: Outline, elements: ScaledElements): number {
  const lists = elements.values(element, 'stroke-dasharray').filter((list) => list !== 'none' && list !== '')
  if (lists.length === 0) return 0
  const stated = elements.attribute(element, 'pathLength')
  const whole = stated === undefined ? length : elements.length(element, stated)
  const counts = lists.map((list) => {
    const dashes = list.split(/[\s,]+/).map((part) => elements.length(element, part))
    const known = dashes.filter(Number.isFinite).reduce((sum, dash) => sum + dash, 0)
    // A list of zeros draws a line without gaps.
    return whole === 0 || (known === 0 && dashes.every(Number.isFinite)) ? 0 : whole / known
  })
  return Math.min(svgShapeLimits.dashes, Math.max(...counts))
}

const numbersIn = (text: string): number[] => (text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number)

/** The outline of an element itself, without those inside. */
function outlineOf(element: XmlElement, elements: ScaledElements, scale: number): Outline {
  const { name } = element
  const text = (of: string) => elements.attribute(element, of) ?? ''
  if (name === 'path' || name === 'polyline' || name === 'polygon') {
    if (styledGeometry.test(elements.style(element))) return boxOutline(Infinity, Infinity, 4, scale)
    return name === 'path' ? pathOutline(text('d'), scale) : pointsOutline(numbersIn(text('points')), scale)
  }
  if (name === 'text' || name === 'tspan' || name === 'textPath') return textOutline(element, elements, scale)
  const isBox = name === 'rect' || name === 'circle' || name === 'ellipse' || name === 'line'
  if (!isBox) return noOutline
  if (styledGeometry.test(elements.style(element))) return boxOutline(Infinity, Infinity, 12, scale)
  const side = (of: string, otherwise = 0) => (text(of) === '' ? otherwise : elements.length(element, text(of)))
  if (name === 'line') return pointsOutline([side('x1'), side('y1'), side('x2'), side('y2')], scale)
  if (name === 'rect') return boxOutline(Math.abs(side('width')), Math.abs(side('height')), 12, scale)
  const [rx, ry] = [side('rx', side('ry', side('r'))), side('ry', side('rx', side('r')))]
  return boxOutline(2 * Math.abs(rx), 2 * Math.abs(ry), 12, scale)
}

/** Each character as a shape in a square of the font's size. */
function textOutline(element: XmlElement, elements: ScaledElements, scale: number): Outline {
  const count = element.children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : 0), 0)
  if (count === 0) return noOutline
  const size = elements.longest(element, 'font-size', 16)
  const { points, length, edges } = boxOutline(size, size, 4, scale)
  // Together as wide as one, times their number: areas are the product of the sides.
  return { points: points * count, length: length * count, edges: edges * count, width: size * count, height: size }
}
