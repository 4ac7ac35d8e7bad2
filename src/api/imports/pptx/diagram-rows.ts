import type { XmlElement } from '../../../document/sanitize/xml.ts'
import type { Box } from './units.ts'
import { all, attr, childrenOf, descendants, find, num, textIn } from './xml-tree.ts'

// Diagrams whose file has no drawing: programs lay them out from their data. Here each point of the first level becomes
// a row, with what is below it beside it.

/** A shape to be read: its box, and its XML. */
export interface DiagramShape {
  readonly box: Box
  readonly shape: XmlElement
}

const mostRows = 200
/** The share of a row that the name of a point takes, and the gap between rows. */
const [nameShare, gapShare] = [0.32, 0.18]

interface Point {
  readonly text: XmlElement | null
  readonly children: readonly Point[]
}

function element(
  name: string,
  attributes: XmlElement['attributes'],
  children: (XmlElement | string)[] = [],
): XmlElement {
  return { name, tag: `a:${name}`, attributes, children }
}

/** The points of a diagram, from those below its root on. Points that repeat or include themselves are left out. */
function pointsOf(model: XmlElement | null): readonly Point[] {
  const points = all(find(model, 'ptLst'), 'pt')
  const byId = new Map(points.map((point) => [attr(point, 'modelId') ?? '', point]))
  const parents = all(find(model, 'cxnLst'), 'cxn').filter((one) => (attr(one, 'type') ?? 'parOf') === 'parOf')
  const sorted = parents.toSorted((a, b) => (num(a, 'srcOrd') ?? 0) - (num(b, 'srcOrd') ?? 0))
  const bySource = Map.groupBy(sorted, (one) => attr(one, 'srcId') ?? '')
  const seen = new Set<string>()
  const below = (id: string): Point[] =>
    (bySource.get(id) ?? []).flatMap((one) => {
      const target = attr(one, 'destId') ?? ''
      const point = byId.get(target)
      const isShown = ['node', 'asst'].includes(attr(point, 'type') ?? 'node')
      if (!point || !isShown || seen.has(target) || seen.size > 400) return []
      seen.add(target)
      return [{ text: find(point, 't'), children: below(target) }]
    })
  const root = points.find((point) => attr(point, 'type') === 'doc')
  return root ? below(attr(root, 'modelId') ?? '') : []
}

const hasWords = ({ text, children }: Point): boolean => textIn(text).trim() !== '' || children.some(hasWords)

function paragraphsOf(point: Point, level: number): XmlElement[] {
  const marked = element(
    'pPr',
    [
      ['lvl', String(Math.min(8, level))],
      ['marL', String(171_450 * (level + 1))],
      ['indent', '-171450'],
    ],
    [element('buChar', [['char', '•']])],
  )
  const own = descendants(point.text, 'p').map((paragraph) => {
    const rest = paragraph.children.filter((child) => typeof child === 'string' || child.name !== 'pPr')
    return { ...paragraph, children: [marked, ...rest] }
  })
  return [...own, ...point.children.flatMap((child) => paragraphsOf(child, level + 1))]
}

const lightColors: readonly string[] = ['bg1', 'lt1', 'bg2', 'lt2', 'FFFFFF']

/** Text without colors for a dark ground, which programs draw here. */
function withoutLight(part: XmlElement): XmlElement {
  const isLight = (child: XmlElement | string): boolean =>
    typeof child !== 'string' &&
    child.name === 'solidFill' &&
    childrenOf(child).some((color) => lightColors.includes(attr(color, 'val') ?? ''))
  const children = part.children.filter((child) => !isLight(child))
  return { ...part, children: children.map((child) => (typeof child === 'string' ? child : withoutLight(child))) }
}

/** A rectangle with text, in a color of the theme, or with its outline. */
function shapeOf(name: string, paragraphs: readonly XmlElement[], isFilled: boolean): XmlElement {
  const accent = (tag: string): XmlElement => element(tag, [], [element('schemeClr', [['val', 'accent1']])])
  const color = element('solidFill', [], [element('schemeClr', [['val', isFilled ? 'lt1' : 'dk1']])])
  const style = element(
    'lstStyle',
    [],
    [element('lvl1pPr', [['algn', isFilled ? 'ctr' : 'l']], [element('defRPr', [['sz', '1800']], [color])])],
  )
  const body = element(
    'txBody',
    [],
    [
      element('bodyPr', [['anchor', 'ctr']], [element('normAutofit', [])]),
      style,
      ...(isFilled ? paragraphs : paragraphs.map(withoutLight)),
    ],
  )
  const geometry = element('prstGeom', [['prst', 'rect']])
  const line = element('ln', [['w', '12700']], [accent('solidFill')])
  const properties = element('spPr', [], [geometry, isFilled ? accent('solidFill') : element('noFill', []), line])
  const named = element(
    'nvSpPr',
    [],
    [
      element('cNvPr', [
        ['id', ''],
        ['name', name],
      ]),
    ],
  )
  return element('sp', [], [named, properties, body])
}

/** The shapes of a diagram of this data, in its box; [] if it has no words. */
export function diagramRows(model: XmlElement | null, box: Box, name: string): DiagramShape[] {
  const points = pointsOf(model).filter(hasWords).slice(0, mostRows)
  if (points.length === 0) return []
  const pitch = box.height / points.length
  const height = pitch * (1 - gapShare)
  const isNested = points.some(({ children }) => children.some(hasWords))
  const share = isNested ? nameShare : 1
  return points.flatMap((point, index) => {
    const y = box.y + index * pitch + (pitch - height) / 2
    const below = point.children.filter(hasWords).flatMap((child) => paragraphsOf(child, 0))
    // A point that only has others below it, such as a sign in a drawing, takes no room.
    const own = textIn(point.text).trim() === '' ? 0 : share
    const place = (from: number, width: number): Box => ({
      ...{ ...box, y, height },
      ...{ x: box.x + box.width * from, width: box.width * width },
    })
    const head = { box: place(0, own), shape: shapeOf(name, descendants(point.text, 'p'), true) }
    const beside = { box: place(own, 1 - own), shape: shapeOf(name, below, false) }
    return [...(own > 0 ? [head] : []), ...(below.length > 0 ? [beside] : [])]
  })
}
