import { transformXml } from './geometry-xml.ts'
import { mixed } from './look.ts'
import type { Rect, SceneCell, SceneLine, SceneParagraph, TableItem } from './scene.ts'
import { layOut } from './text-layout.ts'
import { paragraphXml } from './text-xml.ts'
import type { ObjectWriter } from './writer.ts'
import { attributes, size } from './xml.ts'

const anchors: Readonly<Record<SceneCell['anchor'], string>> = { top: 't', middle: 'ctr', bottom: 'b' }

/** Borders of cells are opaque: not every program draws them otherwise. */
function borderXml(
  tag: 'lnL' | 'lnR' | 'lnT' | 'lnB',
  line: SceneLine | null,
  { painter, resources }: ObjectWriter,
): string {
  if (!line) return `<a:${tag} w="0"><a:noFill/></a:${tag}>`
  const dash = line.dash === 'solid' ? 'solid' : line.dash === 'dashed' ? 'dash' : 'sysDot'
  const { hex, alpha } = line.color
  const color = alpha >= 0.999 ? line.color : { hex: mixed(resources.ground, hex, alpha), alpha: 1 }
  return `<a:${tag} w="${size(line.width)}" cap="flat" cmpd="sng" algn="ctr">${painter.solid(color)}<a:prstDash val="${dash}"/></a:${tag}>`
}

function cellXml(cell: SceneCell, writer: ObjectWriter): string {
  const { painter } = writer
  const { paragraphs } = cell.text
  const hasText = paragraphs.some(({ lines }) => lines.length > 0)
  const layout = hasText ? layOut(cell.text) : null
  const margins = layout ? marginsOf(cell, layout.rect) : { marL: 0, marR: 0, marT: 0, marB: 0 }
  const shown = layout
    ? layout.paragraphs
        .map((placed) => paragraphXml({ ...placed, margin: Math.max(0, placed.margin) }, writer.texts))
        .join('')
    : '<a:p><a:endParaRPr sz="800"/></a:p>'
  const { borders } = cell
  const lines = `${borderXml('lnL', borders.left, writer)}${borderXml('lnR', borders.right, writer)}${borderXml('lnT', borders.top, writer)}${borderXml('lnB', borders.bottom, writer)}`
  const properties = `<a:tcPr${attributes({ ...margins, anchor: anchors[cell.anchor] })}>${lines}${painter.fill(cell.fill)}</a:tcPr>`
  const spans = attributes({
    rowSpan: cell.rows > 1 ? cell.rows : null,
    gridSpan: cell.columns > 1 ? cell.columns : null,
  })
  return `<a:tc${spans}><a:txBody><a:bodyPr/><a:lstStyle/>${shown}</a:txBody>${properties}</a:tc>`
}

/** The room around a cell's text. Beyond the end of its lines there is as much as there can be: other letters are wider. */
function marginsOf({ rect, text, anchor }: SceneCell, { y, height }: Rect) {
  const { paragraphs } = text
  const lines = paragraphs.flatMap((one) => one.lines)
  const aligns = new Set(paragraphs.map(({ align }) => align))
  const left = Math.min(...paragraphs.map((one) => one.left - (one.bullet?.indent ?? 0))) - rect.x
  const right = rect.x + rect.width - Math.max(...paragraphs.map((one) => one.right))
  const isSingle = paragraphs.every((one) => one.lines.length === 1)
  const isOf = (align: SceneParagraph['align']): boolean => isSingle && aligns.size === 1 && aligns.has(align)
  const longest = Math.max(...lines.map((line) => line.right - line.left))
  const beside = Math.max(0, Math.min(left, right, (rect.width - longest * 1.08) / 2))
  return {
    marL: size(isOf('right') ? 0 : isOf('center') ? beside : left),
    marR: size(isOf('left') ? 0 : isOf('center') ? beside : right),
    marT: anchor === 'top' ? size(y - rect.y) : 0,
    marB: anchor === 'bottom' ? size(rect.y + rect.height - y - height) : 0,
  }
}

/** A place that a merged cell covers. */
function coveredXml(item: TableItem, row: number, column: number): string {
  const isBeside = (at: number): boolean => {
    const cell = item.cells[row]?.[at]
    return cell !== null && cell !== undefined && at + cell.columns > column
  }
  const beside = Array.from({ length: column }, (_, at) => at).some(isBeside)
  const merge = beside ? ' hMerge="1"' : mergedFrom(item, row, column)
  return `<a:tc${merge}><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></a:txBody><a:tcPr/></a:tc>`
}

/** Covered by a cell of an earlier row: below it, or below and beside it. */
function mergedFrom({ cells }: TableItem, row: number, column: number): string {
  for (let up = row - 1; up >= 0; up--) {
    for (let at = column; at >= 0; at--) {
      const cell = cells[up]?.[at]
      if (cell && up + cell.rows > row && at + cell.columns > column)
        return at === column ? ' vMerge="1"' : ' hMerge="1" vMerge="1"'
    }
  }
  return ''
}

export function tableXml(item: TableItem, writer: ObjectWriter): string {
  const columns = item.columns.map((width) => `<a:gridCol w="${size(width)}"/>`).join('')
  const rows = item.cells.map((row, y) => {
    const cells = row.map((cell, x) => (cell ? cellXml(cell, writer) : coveredXml(item, y, x)))
    return `<a:tr h="${size(item.rows[y] ?? 0)}">${cells.join('')}</a:tr>`
  })
  const properties = item.header ? '<a:tblPr firstRow="1"/>' : '<a:tblPr/>'
  const table = `<a:tbl>${properties}<a:tblGrid>${columns}</a:tblGrid>${rows.join('')}</a:tbl>`
  const names = `<p:nvGraphicFramePr>${writer.nameXml(item, 'Table')}<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>`
  return `<p:graphicFrame>${names}${transformXml(item.rect, { tag: 'p' })}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${table}</a:graphicData></a:graphic></p:graphicFrame>`
}
