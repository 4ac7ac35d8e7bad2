import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { adjustments } from './geometry.ts'
import { attr, find } from './xml-tree.ts'

/** Distances of text from the sides of its shape, in px. */
export interface Distances {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Shares of the width or height: left, top, right, bottom. */
type Shares = readonly [left: number, top: number, right: number, bottom: number]

const round: Shares = [0.146, 0.146, 0.146, 0.146]
const rhombus: Shares = [0.25, 0.25, 0.25, 0.25]
const cloud: Shares = [0.13, 0.15, 0.19, 0.19]

/** Where text stands in presets that are no rectangles. */
const shares: Readonly<Record<string, Shares>> = {
  ...{ ellipse: round, flowChartConnector: round, donut: round, wedgeEllipseCallout: round, flowChartOr: round },
  ...{ diamond: rhombus, flowChartDecision: rhombus, cloud, cloudCallout: cloud },
  ...{ triangle: [0.25, 0.5, 0.25, 0], flowChartExtract: [0.25, 0.5, 0.25, 0], rtTriangle: [0.08, 0.58, 0.42, 0.08] },
  ...{
    hexagon: [0.12, 0.12, 0.12, 0.12],
    octagon: [0.146, 0.146, 0.146, 0.146],
    parallelogram: [0.15, 0.1, 0.15, 0.1],
  },
  ...{ rightArrow: [0, 0.25, 0.1, 0.25], leftArrow: [0.1, 0.25, 0, 0.25], leftRightArrow: [0.1, 0.25, 0.1, 0.25] },
  ...{ upArrow: [0.25, 0.1, 0.25, 0], downArrow: [0.25, 0, 0.25, 0.1], homePlate: [0, 0, 0.12, 0] },
  ...{
    chevron: [0.2, 0, 0.2, 0],
    can: [0, 0.25, 0, 0],
    pentagon: [0.19, 0.23, 0.19, 0],
    heart: [0.15, 0.25, 0.15, 0.3],
  },
  ...{ star5: [0.31, 0.38, 0.31, 0.23], trapezoid: [0.17, 0.17, 0.17, 0], plus: [0.25, 0.25, 0.25, 0.25] },
}

/** The distances that the form of a shape of this size keeps its text from its sides. */
export function textDistances(properties: XmlElement | null, width: number, height: number): Distances {
  const preset = find(properties, 'prstGeom')
  const name = attr(preset, 'prst') ?? 'rect'
  if (name === 'roundRect' || name === 'flowChartAlternateProcess') {
    const corner = (Math.min(50_000, adjustments(preset).get('adj') ?? 16_667) / 100_000) * Math.min(width, height)
    const all = corner * 0.293
    return { left: all, top: all, right: all, bottom: all }
  }
  const [left, top, right, bottom] = shares[name] ?? [0, 0, 0, 0]
  return { left: left * width, top: top * height, right: right * width, bottom: bottom * height }
}
