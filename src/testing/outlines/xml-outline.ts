import { parseXml, type XmlElement } from '../../document/sanitize/xml.ts'

const rules = { nodes: 400_000, depth: 200, attributes: 100, namespace: null, doctype: false }

/** Attributes of an Open XML part that say what it is and how it looks. Places, sizes and ids of elements are measured. */
const kept = new Set(
  (
    'advClick advTm algn anchor action b bldStep cap char descr dir fmla grpId hidden i ignoreErrors lvl name nodeType ' +
    'presetClass presetID prst rtl spd strike type typeface u uri val vert gridSpan rowSpan hMerge vMerge'
  ).split(' '),
)

/** The fonts of code, of which each machine has others. */
const codeFont = /^(?:JetBrains Mono|SFMono-Regular|Menlo|Consolas|DejaVu Sans Mono)$/

/** Elements that are left out: what is measured, and what is the same in each file. */
const left = new Set(
  (
    'xfrm pathLst gsLst lnSpc spcBef spcAft gridCol avLst gdLst ahLst cxnLst off ext chOff chExt cNvSpPr cNvPicPr rect ' +
    'cNvGraphicFramePr cNvCxnSpPr nvGrpSpPr grpSpPr lstStyle clrMapOvr extLst endParaRPr ea cs stCondLst prevCondLst ' +
    'nextCondLst tgtEl attrNameLst tavLst fillRect stretch'
  ).split(' '),
)

/** The effects of an animation, without the frame that is around each. */
function effectsIn(node: XmlElement | string): XmlElement[] {
  if (typeof node === 'string') return []
  const inner = node.children.flatMap(effectsIn)
  return node.attributes.some(([key]) => key === 'presetID') ? [{ ...node, children: [] }, ...inner] : inner
}

const shown = (key: string, value: string): string =>
  key === 'typeface' ? value.replace(codeFont, 'monospace') : value

function linesOf(node: XmlElement | string): string[] {
  if (typeof node === 'string') {
    const text = node.replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [`"${text}"`]
  }
  const name = node.name ?? node.tag
  if (left.has(name)) return []
  const attributes = node.attributes.filter(([key, value]) => kept.has(key) && value !== '')
  const line = [name, ...attributes.map(([key, value]) => `${key}="${shown(key, value)}"`)].join(' ')
  const inner = (name === 'timing' ? effectsIn(node) : node.children).flatMap(linesOf)
  const [first = '', ...rest] = inner
  // What has one thing in it stands in its line.
  const isAlone = inner.length > 0 && rest.every((one) => one.startsWith(' '))
  return isAlone ? [`${line} > ${first}`, ...rest] : [line, ...inner.map((one) => `  ${one}`)]
}

/** The elements of an Open XML part with their texts, as indented lines. Throws if it is not well-formed. */
export function xmlOutline(xml: string): string {
  const root = parseXml(xml, rules)
  return root ? `${linesOf(root).join('\n')}\n` : ''
}
