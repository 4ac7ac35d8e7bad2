import type { ShapeName } from '../../../blocks/shape/shapes.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { customPaths } from './custom-geometry.ts'
import type { DrawnPath } from './drawn-path.ts'
import { presetPath } from './preset-paths.ts'
import type { SlideWork } from './slide-work.ts'
import { all, attr, find } from './xml-tree.ts'

/** The outline of a shape: a form that the editor has, a path in px, or a line. */
export type Geometry =
  | { readonly kind: 'form'; readonly shape: ShapeName; readonly radius: number | null }
  | { readonly kind: 'path'; readonly paths: readonly DrawnPath[] }
  | { readonly kind: 'line'; readonly form: 'straight' | 'elbow' | 'curve' }

/** Presets and the forms that look the same, or nearly. */
const forms: Readonly<Record<string, ShapeName>> = {
  ...{
    rect: 'rectangle',
    flowChartProcess: 'rectangle',
    actionButtonBlank: 'rectangle',
    flowChartInternalStorage: 'rectangle',
  },
  ...{ flowChartPredefinedProcess: 'rectangle', foldedCorner: 'rectangle', bevel: 'rectangle', cube: 'rectangle' },
  ...{ ellipse: 'ellipse', flowChartConnector: 'ellipse', flowChartOr: 'ellipse', flowChartSummingJunction: 'ellipse' },
  ...{ triangle: 'triangle', flowChartExtract: 'triangle', rtTriangle: 'right-triangle' },
  ...{
    diamond: 'diamond',
    flowChartDecision: 'diamond',
    parallelogram: 'parallelogram',
    flowChartInputOutput: 'parallelogram',
  },
  ...{
    trapezoid: 'trapezoid',
    pentagon: 'pentagon',
    hexagon: 'hexagon',
    flowChartPreparation: 'hexagon',
    octagon: 'octagon',
  },
  ...{
    star4: 'star-4',
    star5: 'star-5',
    star6: 'star-6',
    star8: 'star-8',
    star16: 'burst',
    star12: 'burst',
    star24: 'burst',
  },
  ...{
    irregularSeal1: 'burst',
    irregularSeal2: 'burst',
    star10: 'star-8',
    star7: 'star-6',
    star32: 'burst',
  },
  ...{ rightArrow: 'arrow-right', leftArrow: 'arrow-left', upArrow: 'arrow-up', downArrow: 'arrow-down' },
  ...{ leftRightArrow: 'arrow-both', notchedRightArrow: 'arrow-right', stripedRightArrow: 'arrow-right' },
  ...{
    chevron: 'chevron',
    homePlate: 'pointer',
    flowChartOffpageConnector: 'bookmark',
    plus: 'plus',
    mathPlus: 'plus',
  },
  ...{
    mathMultiply: 'cross',
    donut: 'ring',
    frame: 'frame',
    moon: 'moon',
    teardrop: 'drop',
    heart: 'heart',
    cloud: 'cloud',
  },
  ...{ cloudCallout: 'cloud', lightningBolt: 'bolt', can: 'cylinder', flowChartMagneticDisk: 'cylinder' },
  ...{ wedgeRectCallout: 'speech', wedgeRoundRectCallout: 'speech', wedgeEllipseCallout: 'speech', wave: 'wave' },
  ...{
    flowChartTerminator: 'pill',
    flowChartDelay: 'pill',
    flowChartManualInput: 'parallelogram',
    flowChartPunchedTape: 'wave',
  },
  ...{ flowChartDocument: 'rectangle', flowChartMultidocument: 'rectangle' },
}

/** The adjustments of a preset, by name, in hundred-thousandths. */
export function adjustments(preset: XmlElement | null): ReadonlyMap<string, number> {
  return new Map(
    all(find(preset, 'avLst'), 'gd').map((guide) => [
      attr(guide, 'name') ?? '',
      Number(/^val (-?\d+)$/.exec(attr(guide, 'fmla') ?? '')?.[1] ?? 0),
    ]),
  )
}

/** Reads the outline of a shape of this size in px. `isKnown`: whether it is drawn as the file means it. */
export function readGeometry(
  properties: XmlElement | null,
  width: number,
  height: number,
  work: SlideWork,
): { readonly geometry: Geometry; readonly isKnown: boolean } {
  const custom = find(properties, 'custGeom')
  if (custom) return { geometry: { kind: 'path', paths: customPaths(custom, width, height, work) }, isKnown: true }
  const preset = find(properties, 'prstGeom')
  const name = attr(preset, 'prst') ?? 'rect'
  const adjusted = adjustments(preset)
  const side = Math.min(width, height)
  if (name === 'roundRect' || name === 'flowChartAlternateProcess' || name === 'plaque') {
    const share = Math.min(50_000, adjusted.get('adj') ?? 16_667) / 100_000
    return { geometry: { kind: 'form', shape: 'rounded', radius: Math.round(share * side * 100) / 100 }, isKnown: true }
  }
  if (name === 'line' || /^straightConnector/.test(name))
    return { geometry: { kind: 'line', form: 'straight' }, isKnown: true }
  if (/^bentConnector/.test(name)) return { geometry: { kind: 'line', form: 'elbow' }, isKnown: true }
  if (/^curvedConnector/.test(name)) return { geometry: { kind: 'line', form: 'curve' }, isKnown: true }
  const path = presetPath(name, width, height, adjusted)
  if (path) return { geometry: { kind: 'path', paths: path }, isKnown: true }
  const shape = forms[name]
  return { geometry: { kind: 'form', shape: shape ?? 'rectangle', radius: null }, isKnown: shape !== undefined }
}
