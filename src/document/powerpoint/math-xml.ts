import { presetXml, transformXml } from './geometry-xml.ts'
import { ommlOf } from './omml.ts'
import { blipFill } from './picture-xml.ts'
import type { MathItem } from './scene.ts'
import { bodyProperties } from './text-xml.ts'
import type { ObjectWriter } from './writer.ts'

const names =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

/** A formula as the program's own, and a picture of it for programs without formulas. */
export function mathXml(item: MathItem, writer: ObjectWriter): string {
  const file = writer.resources.raster(item.number)
  const { painter } = writer
  const head = `<p:nvSpPr>${writer.nameXml(item, 'Formula')}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>`
  const look = `${transformXml(item.rect, item)}${presetXml('rect', item.rect)}`
  const picture = file
    ? `<p:sp>${head}<p:spPr>${look}${blipFill(file, writer, null, 1, 'a')}</p:spPr><p:txBody>${bodyProperties({ insets: [0, 0, 0, 0] })}<a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody></p:sp>`
    : ''
  const omml = ommlOf(item.mathml, { painter, color: item.color, size: item.size })
  if (omml === null) return picture
  const body = `<p:txBody>${bodyProperties({ insets: [0, 0, 0, 0], anchor: 'ctr', wraps: false })}<a:lstStyle/><a:p><a:pPr algn="ctr"/><a14:m><m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr><m:oMath>${omml}</m:oMath></m:oMathPara></a14:m></a:p></p:txBody>`
  const native = `<p:sp>${head}<p:spPr>${look}<a:noFill/></p:spPr>${body}</p:sp>`
  return picture === ''
    ? ''
    : `<mc:AlternateContent ${names}><mc:Choice Requires="a14">${native}</mc:Choice><mc:Fallback>${picture}</mc:Fallback></mc:AlternateContent>`
}
