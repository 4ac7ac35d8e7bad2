import { chartFrameXml } from './chart-part.ts'
import { connectorXml } from './connector-xml.ts'
import { formGeometry, presetXml, transformXml } from './geometry-xml.ts'
import type { Painter } from './look.ts'
import { mathXml } from './math-xml.ts'
import { textArea } from './merge-texts.ts'
import { mediaXml, pictureXml, rasterXml } from './picture-xml.ts'
import type { FormItem, GroupItem, SceneItem, SceneText, TextItem } from './scene.ts'
import { tableXml } from './table-xml.ts'
import { layOut, type TextLayout } from './text-layout.ts'
import { bodyProperties, paragraphXml, type TextWriter } from './text-xml.ts'
import type { ObjectWriter, SlideResources } from './writer.ts'
import { attributes, emu, size, text } from './xml.ts'

/** An object of a slide, for the animations and connected lines that refer to it. */
export interface Placed {
  readonly id: number
  readonly item: SceneItem
  /** For texts: the fragments of its paragraphs, where some have their own. */
  readonly paragraphs: readonly (number | null)[] | null
}

/** Writes the objects of a slide. */
export class SlideWriter implements ObjectWriter {
  readonly resources: SlideResources
  readonly placed: Placed[] = []
  /** The object of a block that lines are tied to. */
  readonly ids = new Map<string, number>()
  #next = 2
  #title: SceneItem | null = null

  constructor(resources: SlideResources) {
    this.resources = resources
  }

  get painter(): Painter {
    return this.resources.painter
  }

  get texts(): TextWriter {
    const { painter, language } = this.resources
    return { painter, language, link: (link, keepsColor) => this.linkXml('hlinkClick', link, keepsColor) }
  }

  /** All objects of a slide. `title`: the one that is the slide's title. */
  write(items: readonly SceneItem[], title: SceneItem | null): string {
    this.#title = title
    this.#number(items)
    return items.map((item) => this.item(item)).join('')
  }

  readonly #ids = new Map<SceneItem, number>()

  /** Ids come first: lines refer to objects above them. */
  #number(items: readonly SceneItem[]): void {
    for (const item of items) {
      const id = this.#next++
      this.#ids.set(item, id)
      if (item.block && item.kind !== 'connector' && !this.ids.has(item.block)) this.ids.set(item.block, id)
      if (item.kind === 'group') this.#number(item.items)
    }
  }

  idOf(item: SceneItem): number {
    return this.#ids.get(item) ?? this.#next++
  }

  item(item: SceneItem): string {
    const fragments = 'text' in item && item.text ? paragraphFragments(item.text, item.fragment) : null
    this.placed.push({ id: this.idOf(item), item, paragraphs: fragments })
    switch (item.kind) {
      case 'form':
        return this.#form(item)
      case 'text':
        return this.#text(item)
      case 'picture':
        return pictureXml(item, this)
      case 'raster':
        return rasterXml(item, this)
      case 'media':
        return mediaXml(item, this)
      case 'math':
        return mathXml(item, this)
      case 'table':
        return tableXml(item, this)
      case 'chart':
        return chartFrameXml(item, this)
      case 'connector':
        return connectorXml(item, this)
      case 'group':
        return this.#group(item)
    }
  }

  /** Names an object. Links are on the object, unless its text has them. */
  nameXml(item: SceneItem, usual: string, inside = ''): string {
    const id = this.idOf(item)
    const values = attributes({
      id,
      name: (item.name ?? '') || `${usual} ${id}`,
      descr: item.alt ? item.alt.slice(0, 2000) : null,
    })
    const link = item.link === null ? '' : this.linkXml('hlinkClick', item.link)
    return `<p:cNvPr${values}>${link}${inside}</p:cNvPr>`
  }

  linkXml(tag: 'hlinkClick', link: string, keepsColor = false): string {
    if (link.startsWith('#')) {
      const part = this.resources.slidePart(link)
      if (part === null) return ''
      const id = this.resources.relationships.add('slide', part)
      return `<a:${tag} r:id="${id}" action="ppaction://hlinksldjump"${keepsColor ? `>${ownColor}</a:${tag}>` : '/>'}`
    }
    const id = this.resources.relationships.add('link', encodedLink(link), true)
    return `<a:${tag} r:id="${id}"${keepsColor ? `>${ownColor}</a:${tag}>` : '/>'}`
  }

  #form(item: FormItem): string {
    const { painter } = this
    const look = `${transformXml(item.rect, item)}${formGeometry(item)}${painter.fill(item.fill)}${painter.line(item.line)}${painter.shadow(item.shadow)}`
    const body = item.text ? this.#bodyIn(item.text, item) : ''
    return `<p:sp><p:nvSpPr>${this.nameXml(item, 'Shape')}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${look}</p:spPr>${body}</p:sp>`
  }

  /** The text of a form: insets put it where it was measured. */
  #bodyIn(words: SceneText, form: FormItem): string {
    const rect = textArea(form.preset, form.rect, form.radius)
    const layout = layOut(words)
    const left = Math.max(0, layout.rect.x - rect.x)
    const right = Math.max(0, rect.x + rect.width - layout.rect.x - layout.rect.width)
    const above = layout.rect.y - rect.y
    const below = rect.height - above - layout.rect.height
    // Centered: what is edited stays in the middle.
    const isCentered = Math.abs(above - below) < layout.rect.height * 0.35 + 6 && !words.isCode
    const insets = isCentered
      ? ([left, Math.max(0, above - below), right, Math.max(0, below - above)] as const)
      : ([left, Math.max(0, above), right, 0] as const)
    return this.body(layout, bodyProperties({ insets, anchor: isCentered ? 'ctr' : 't', wraps: !words.isCode }))
  }

  body(layout: TextLayout, properties: string): string {
    const paragraphs = layout.paragraphs.map((placed) => paragraphXml(placed, this.texts)).join('')
    return `<p:txBody>${properties}<a:lstStyle/>${paragraphs}</p:txBody>`
  }

  #text(item: TextItem): string {
    const layout = layOut(item.text)
    const kind = item.footer ? footerTypes[item.footer] : null
    const place =
      item === this.#title
        ? '<p:ph type="title"/>'
        : kind
          ? `<p:ph type="${kind.type}" sz="quarter" idx="${kind.index}"/>`
          : ''
    const properties = bodyProperties({ insets: [0, 0, 0, 0], wraps: !item.text.isCode })
    const locks = place === '' ? '<p:cNvSpPr txBox="1"/>' : '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
    const look = `${transformXml(layout.rect, item)}${presetXml('rect', layout.rect)}<a:noFill/>`
    const usual = item === this.#title ? 'Title' : 'Text'
    const body = item.footer === 'number' ? numberField(this.body(layout, properties)) : this.body(layout, properties)
    return `<p:sp><p:nvSpPr>${this.nameXml(item, usual)}${locks}<p:nvPr>${place}</p:nvPr></p:nvSpPr><p:spPr>${look}</p:spPr>${body}</p:sp>`
  }

  #group(item: GroupItem): string {
    const { rect } = item
    const child = `<a:chOff x="${emu(rect.x)}" y="${emu(rect.y)}"/><a:chExt cx="${size(rect.width)}" cy="${size(rect.height)}"/>`
    const transform = transformXml(rect, item).replace('</a:xfrm>', `${child}</a:xfrm>`)
    const inside = item.items.map((one) => this.item(one)).join('')
    return `<p:grpSp><p:nvGrpSpPr>${this.nameXml(item, 'Group')}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${transform}</p:grpSpPr>${inside}</p:grpSp>`
  }
}

/** Keeps the text's color where the theme's links have another. */
const ownColor =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}"><ahyp:hlinkClr xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>'

const footerTypes = {
  date: { type: 'dt', index: 10 },
  text: { type: 'ftr', index: 11 },
  number: { type: 'sldNum', index: 12 },
} as const

/** The number as a field, so that it follows the slide's place. Numbers of stacks (3.2) stay text. */
function numberField(body: string): string {
  return body.replace(/<a:r>(<a:rPr.*?<\/a:rPr>)<a:t>(\d+)<\/a:t><\/a:r>/s, (_, properties: string, number: string) => {
    return `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${properties}<a:t>${text(number)}</a:t></a:fld>`
  })
}

/** A link that every program takes for a URI. */
function encodedLink(link: string): string {
  return URL.canParse(link) ? new URL(link).href : encodeURI(link)
}

/** The fragments of a text's paragraphs, if any differs from that of the whole. */
function paragraphFragments({ paragraphs }: SceneText, whole: number | null): readonly (number | null)[] | null {
  return paragraphs.some((paragraph) => paragraph.fragment !== whole)
    ? paragraphs.map((paragraph) => paragraph.fragment)
    : null
}
