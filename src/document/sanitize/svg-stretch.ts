import type { XmlElement } from './xml.ts'

/** Style properties that enlarge what they apply to. */
const enlarging = /\b(?:transform|scale|zoom|translate|rotate)\b/i

/**
 * An upper bound of the factor by which a file's transforms enlarge lengths. Infinity if it is unknown: styles and
 * viewBoxes inside the file can enlarge too.
 */
export function stretchOf(root: XmlElement): number {
  let [most, repeated] = [1, 1]
  const visit = (element: XmlElement, outside: number) => {
    const stretch = outside * ownStretch(element, element === root)
    most = Math.max(most, stretch)
    // The path to what a `use` draws continues elsewhere. A path has each `use` once.
    if (element.name === 'use') repeated *= stretch
    for (const child of element.children) {
      if (typeof child !== 'string') visit(child, stretch)
      else if (element.name === 'style' && enlarging.test(child)) most = Infinity
    }
  }
  visit(root, 1)
  return most * repeated
}

/** The factor of an element's own transform; at least 1. */
function ownStretch({ attributes }: XmlElement, isRoot: boolean): number {
  let stretch = 1
  for (const [name, text] of attributes) {
    if (name === 'viewBox' && !isRoot) return Infinity
    if (name === 'style' && enlarging.test(text)) return Infinity
    if (name === 'transform') stretch *= stretchOfList(text)
  }
  return stretch
}

/** The product of the factors of a list of transforms, each at least 1; Infinity with a skew. */
function stretchOfList(list: string): number {
  return transformsIn(list).reduce(
    (stretch, [kind, norm]) => (kind.startsWith('skew') ? Infinity : stretch * Math.max(1, norm)),
    1,
  )
}

/** The factor by which a list of transforms enlarges or reduces lengths, at most. */
export function scaleOfList(list: string): number {
  return transformsIn(list).reduce((scale, [, norm]) => scale * norm, 1)
}

/** The transforms of a list, each with the largest factor by which it stretches a length. */
function transformsIn(list: string): [kind: string, norm: number][] {
  return [...list.matchAll(/([a-z]+)\s*\(([^)]*)\)/gi)].map(([, name = '', inside = '']) => {
    const kind = name.toLowerCase()
    const [a = 1, b = 0, c = 0, d = 1] = (inside.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number)
    // The norm of a rotation by a matrix is 1.
    if (kind === 'matrix') return [kind, normOf(a, b, c, d)]
    if (kind === 'scale') return [kind, Math.max(Math.abs(a), /[\s,]/.test(inside.trim()) ? Math.abs(b) : 0)]
    if (kind === 'skewx' || kind === 'skewy') return [kind, normOf(1, 0, Math.tan((a * Math.PI) / 180), 1)]
    if (kind === 'scalex' || kind === 'scaley') return [kind, Math.max(1, Math.abs(a))]
    return [kind, /^(?:translate|rotate)[xyz]?$/.test(kind) ? 1 : Infinity]
  })
}

/** The largest factor by which a matrix stretches a length. */
function normOf(a: number, b: number, c: number, d: number): number {
  const [squares, area] = [a * a + b * b + c * c + d * d, a * d - b * c]
  return Math.sqrt((squares + Math.sqrt(Math.max(0, squares * squares - 4 * area * area))) / 2)
}
