import { strToU8, zipSync } from 'fflate'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const names = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relations}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`

function relationsOf(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = list.map(([id, type, target]) => {
    const mode = /^https?:/.test(target) ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${mode}/>`
  })
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`
}

const tree = (shapes: string) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`

/** A transform in EMU; 9525 are a px. */
export function place(x: number, y: number, width: number, height: number, more = ''): string {
  const [left, top, wide, high] = [x, y, width, height].map((px) => Math.round(px * 9_525))
  return `<a:xfrm${more}><a:off x="${left}" y="${top}"/><a:ext cx="${wide}" cy="${high}"/></a:xfrm>`
}

/** A shape with a number, its properties and paragraphs. `ph`: the placeholder that it is. */
export function shape(id: number, properties: string, paragraphs = '', ph = ''): string {
  const body = paragraphs === '' ? '' : `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody>`
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr>${body}</p:sp>`
}

export const paragraph = (text: string, properties = '', run = ''): string =>
  `<a:p>${properties}<a:r><a:rPr lang="en"${run}/><a:t>${text}</a:t></a:r></a:p>`

const theme = `${head}<a:theme ${names} name="T"><a:themeElements><a:clrScheme name="C"><a:dk1><a:srgbClr val="111111"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="336699"/></a:accent1></a:clrScheme><a:fontScheme name="F"><a:majorFont><a:latin typeface="Georgia"/></a:majorFont><a:minorFont><a:latin typeface="Verdana"/></a:minorFont></a:fontScheme><a:fmtScheme name="S"><a:fillStyleLst><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:fillStyleLst><a:lnStyleLst/><a:effectStyleLst/><a:bgFillStyleLst/></a:fmtScheme></a:themeElements></a:theme>`

const master = `${head}<p:sldMaster ${names}>${tree(shape(2, place(50, 40, 860, 100), paragraph('Click'), '<p:ph type="title"/>')).replace('<p:cSld>', '<p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="F0F4F8"/></a:solidFill></p:bgPr></p:bg>')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt1" tx2="dk1" accent1="accent1"/><p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="3300" b="1"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle/><p:otherStyle/></p:txStyles></p:sldMaster>`
const layout = `${head}<p:sldLayout ${names}>${tree(shape(2, '', paragraph('Click'), '<p:ph type="title"/>'))}</p:sldLayout>`

/** A slide of a sample presentation. */
export interface SampleSlide {
  /** Shapes, as XML. */
  readonly shapes: string
  /** XML behind the shapes: the animations. */
  readonly more?: string
  readonly notes?: string
  /** Further relations of the slide. */
  readonly relations?: readonly (readonly [id: string, type: string, target: string])[]
  /** Replaces the slide's whole XML. */
  readonly xml?: string
}

/** Names the types of the parts, as other programs want it. */
function contentTypes(slides: number): string {
  const main = 'application/vnd.openxmlformats-officedocument'
  const part = (path: string, type: string) =>
    `<Override PartName="/ppt/${path}.xml" ContentType="${main}.${type}+xml"/>`
  const parts = [
    part('presentation', 'presentationml.presentation.main'),
    part('slideMasters/slideMaster1', 'presentationml.slideMaster'),
    part('slideLayouts/slideLayout1', 'presentationml.slideLayout'),
    part('theme/theme1', 'theme'),
    ...Array.from({ length: slides }, (_, index) => part(`slides/slide${index + 1}`, 'presentationml.slide')),
  ]
  const usual = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>`
  return `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${usual}${parts.join('')}</Types>`
}

/** A presentation of 960 x 720 px with a master, a layout and a theme. `files`: further or other parts. */
export function samplePptx(
  slides: readonly SampleSlide[],
  files: Readonly<Record<string, Uint8Array | string>> = {},
): Buffer {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': contentTypes(slides.length),
    '_rels/.rels': relationsOf([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${head}<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:defaultTextStyle><a:lvl1pPr><a:defRPr sz="1800"/></a:lvl1pPr></p:defaultTextStyle></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsOf(
      slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]),
    ),
    'ppt/theme/theme1.xml': theme,
    'ppt/slideMasters/slideMaster1.xml': master,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationsOf([['rId1', 'theme', '../theme/theme1.xml']]),
    'ppt/slideLayouts/slideLayout1.xml': layout,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsOf([
      ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
  }
  for (const [index, { shapes, more = '', notes, relations: others = [], xml }] of slides.entries()) {
    const name = `slide${index + 1}.xml`
    parts[`ppt/slides/${name}`] = xml ?? `${head}<p:sld ${names}>${tree(shapes)}${more}</p:sld>`
    const noted = notes === undefined ? [] : [['rIdN', 'notesSlide', `../notesSlides/notes${name}`] as const]
    parts[`ppt/slides/_rels/${name}.rels`] = relationsOf([
      ['rIdL', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...noted,
      ...others,
    ])
    if (notes !== undefined)
      parts[`ppt/notesSlides/notes${name}`] =
        `${head}<p:notes ${names}>${tree(shape(2, '', paragraph(notes), '<p:ph type="body"/>'))}</p:notes>`
  }
  const all = Object.entries({ ...parts, ...files }).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(all)))
}
