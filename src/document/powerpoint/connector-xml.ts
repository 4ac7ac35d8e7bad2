import { customXml, presetXml, transformXml } from './geometry-xml.ts'
import type { ConnectorEnd, ConnectorItem, Rect } from './scene.ts'
import type { ObjectWriter } from './writer.ts'

const heads: Readonly<Record<ConnectorEnd['head'], string>> = {
  none: 'none',
  arrow: 'arrow',
  triangle: 'triangle',
  circle: 'oval',
  square: 'diamond',
  diamond: 'diamond',
}

function headXml(tag: 'headEnd' | 'tailEnd', { head }: ConnectorEnd, width: number): string {
  if (head === 'none') return ''
  // Ours have a least size; the format's grow with the line.
  const size = width < 2.6 ? 'lg' : 'med'
  return `<a:${tag} type="${heads[head]}" w="${size}" len="${size}"/>`
}

function tiedXml(tag: 'stCxn' | 'endCxn', { tied }: ConnectorEnd, writer: ObjectWriter): string {
  const id = tied && writer.ids.get(tied.block)
  return id === null || id === undefined ? '' : `<a:${tag} id="${id}" idx="${tied!.site}"/>`
}

/** A line as a connector: tied to its blocks, so that it follows them. */
export function connectorXml(item: ConnectorItem, writer: ObjectWriter): string {
  const [[x1, y1], [x2, y2]] = [item.from, item.to]
  const rect: Rect = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  const { width } = item.line
  const ends = headXml('headEnd', item.start, width) + headXml('tailEnd', item.end, width)
  const line = writer.painter.line(item.line, ends)
  if (item.path !== '') {
    // A connector has one of the format's own ways; another one is a drawn line.
    const look = `${transformXml(item.rect, item)}${customXml(item.path, item.rect, false)}<a:noFill/>${line}`
    return `<p:sp><p:nvSpPr>${writer.nameXml(item, 'Line')}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${look}</p:spPr></p:sp>`
  }
  const ties = tiedXml('stCxn', item.start, writer) + tiedXml('endCxn', item.end, writer)
  const preset = ({ straight: 'line', elbow: 'bentConnector3', curve: 'curvedConnector3' } as const)[item.form]
  const transform = item.isDown
    ? transformXml(lying(rect), { rotation: 90, flipX: y2 < y1, flipY: x2 > x1 })
    : transformXml(rect, { rotation: item.rotation, flipX: x2 < x1, flipY: y2 < y1 })
  const look = `${transform}${presetXml(preset, rect)}${line}`
  return `<p:cxnSp><p:nvCxnSpPr>${writer.nameXml(item, 'Line')}<p:cNvCxnSpPr>${ties}</p:cNvCxnSpPr><p:nvPr/></p:nvCxnSpPr><p:spPr>${look}</p:spPr></p:cxnSp>`
}

/** A box turned by a quarter about its center. */
function lying({ x, y, width, height }: Rect): Rect {
  return { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width }
}
