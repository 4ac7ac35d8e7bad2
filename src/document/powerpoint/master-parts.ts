import { presetXml, transformXml } from './geometry-xml.ts'
import type { DeckLook } from './look.ts'
import type { Rect } from './scene.ts'
import { colorMapXml } from './theme-part.ts'
import { declaration, emu, namespaces, Relationships, size } from './xml.ts'

/** A slide's size in px. */
export interface SlideBox {
  readonly width: number
  readonly height: number
}

/** The layouts of the file, by their type in the format. */
export const layouts = [
  { type: 'titleOnly', name: 'Title only', hasTitle: true },
  { type: 'blank', name: 'Blank', hasTitle: false },
] as const

const tree =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

/** The root of a slide's objects. */
export function treeXml(objects: string): string {
  return `<p:spTree>${tree}${objects}</p:spTree>`
}

function placeholder(id: number, name: string, place: string, rect: Rect, paragraph: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:spPr>${transformXml(rect)}${presetXml('rect', rect)}</p:spPr><p:txBody><a:bodyPr vert="horz" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="ctr"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraph}</p:txBody></p:sp>`
}

const field =
  '<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld><a:endParaRPr lang="en-US"/></a:p>'
const empty = '<a:p><a:endParaRPr lang="en-US"/></a:p>'

/** The placeholders of title and footer, at their usual places. */
function placeholders({ width, height }: SlideBox, options: { title: boolean; body: boolean }): string {
  const [left, inner] = [width * 0.083, width * 0.834]
  const below = (x: number, part: number): Rect => ({
    x: width * x,
    y: height * 0.93,
    width: width * part,
    height: height * 0.05,
  })
  const prompt = (words: string): string =>
    `<a:p><a:r><a:rPr lang="en-US"/><a:t>${words}</a:t></a:r><a:endParaRPr lang="en-US"/></a:p>`
  const list = [
    options.title
      ? placeholder(
          2,
          'Title',
          '<p:ph type="title"/>',
          { x: left, y: height * 0.08, width: inner, height: height * 0.15 },
          prompt('Title'),
        )
      : '',
    options.body
      ? placeholder(
          3,
          'Text',
          '<p:ph type="body" idx="1"/>',
          { x: left, y: height * 0.27, width: inner, height: height * 0.62 },
          prompt('Text'),
        )
      : '',
    placeholder(4, 'Date', '<p:ph type="dt" sz="half" idx="10"/>', below(0.03, 0.22), empty),
    placeholder(5, 'Footer', '<p:ph type="ftr" sz="quarter" idx="11"/>', below(0.3, 0.4), empty),
    placeholder(6, 'Slide number', '<p:ph type="sldNum" sz="quarter" idx="12"/>', below(0.75, 0.22), field),
  ]
  return list.join('')
}

function levels(font: '+mj' | '+mn', color: string, letters: number, indent: boolean): string {
  return Array.from({ length: indent ? 9 : 1 }, (_, index) => {
    const margin = indent ? ` marL="${emu(30 * (index + 1))}" indent="${-emu(26)}"` : ''
    const bullet = indent ? '<a:buFont typeface="Arial"/><a:buChar char="•"/>' : '<a:buNone/>'
    const run = `<a:defRPr sz="${letters}" kern="1200"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:latin typeface="${font}-lt"/><a:ea typeface="${font}-ea"/><a:cs typeface="${font}-cs"/></a:defRPr>`
    return `<a:lvl${index + 1}pPr${margin} algn="l" rtl="0">${bullet}${run}</a:lvl${index + 1}pPr>`
  }).join('')
}

/** The slide master: the theme's ground, and the styles of titles and texts. */
export function masterXml(look: DeckLook, box: SlideBox): string {
  const ids = layouts
    .map((_, index) => `<p:sldLayoutId id="${2_147_483_649 + index}" r:id="rId${index + 1}"/>`)
    .join('')
  const styles = `<p:txStyles><p:titleStyle>${levels('+mj', 'tx2', 3300, false)}</p:titleStyle><p:bodyStyle>${levels('+mn', 'tx1', 2000, true)}</p:bodyStyle><p:otherStyle>${levels('+mn', 'tx1', 1800, false)}</p:otherStyle></p:txStyles>`
  const ground = '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'
  return `${declaration}<p:sldMaster ${namespaces}><p:cSld>${ground}${treeXml(placeholders(box, { title: true, body: true }))}</p:cSld>${colorMapXml(look)}<p:sldLayoutIdLst>${ids}</p:sldLayoutIdLst>${styles}</p:sldMaster>`
}

export function layoutXml(index: number, box: SlideBox): string {
  const { type, name, hasTitle } = layouts[index]!
  return `${declaration}<p:sldLayout ${namespaces} type="${type}" preserve="1"><p:cSld name="${name}">${treeXml(placeholders(box, { title: hasTitle, body: false }))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`
}

export function masterRelationships(): Relationships {
  const relationships = new Relationships()
  for (const index of layouts.keys()) relationships.add('layout', `../slideLayouts/slideLayout${index + 1}.xml`)
  relationships.add('theme', '../theme/theme1.xml')
  return relationships
}

/** A page of notes, upright A4 in EMU. */
export const notesSize = { width: 6_858_000, height: 9_144_000 } as const

export const notesPlaces = {
  slide:
    '<a:xfrm><a:off x="685800" y="685800"/><a:ext cx="5486400" cy="3429000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
  text: '<a:xfrm><a:off x="685800" y="4343400"/><a:ext cx="5486400" cy="4114800"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
} as const

export function notesMasterXml(look: DeckLook): string {
  const picture = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${notesPlaces.slide}<a:noFill/><a:ln w="12700"><a:solidFill><a:prstClr val="black"/></a:solidFill></a:ln></p:spPr></p:sp>`
  const words = `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>${notesPlaces.text}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${empty}</p:txBody></p:sp>`
  const ground = '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'
  const style =
    '<p:notesStyle><a:lvl1pPr algn="l" rtl="0"><a:defRPr sz="1200" kern="1200"><a:solidFill><a:srgbClr val="1A1A1A"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle>'
  return `${declaration}<p:notesMaster ${namespaces}><p:cSld>${ground}${treeXml(picture + words)}</p:cSld>${colorMapXml(look)}${style}</p:notesMaster>`
}

/** The size of slides as the format has it: at least an inch, at most 56. */
export function slideSizeXml({ width, height }: SlideBox): string {
  const side = (px: number): number => Math.min(51_206_400, Math.max(914_400, size(px)))
  return `<p:sldSz cx="${side(width)}" cy="${side(height)}"/>`
}
