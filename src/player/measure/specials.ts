import type { RasterItem, Rect, SceneItem } from '../../document/powerpoint/scene.ts'
import { type Around, baseOf, intersection, rasterIn, rectIn } from './around.ts'
import { familyOf } from './fonts.ts'
import { colorOf } from './paint.ts'
import { pictureOf } from './pictures.ts'
import { isPlain } from './plain.ts'
import { isPlainSvg, svgItems } from './svg.ts'
import { tableOf } from './tables.ts'
import { TextCollector } from './text.ts'

/** The objects of an element that is more than a box of others; null if it is one. */
export function specialItems(
  element: Element,
  style: CSSStyleDeclaration,
  around: Around,
): readonly SceneItem[] | null {
  const type = element.getAttribute('data-block-type')
  if (type === 'chart') return [chartOf(element, style, around)]
  const isFormula =
    element.hasAttribute('data-latex') && element.localName !== 'span' && element.querySelector('.katex')
  if (isFormula || element.classList.contains('katex-display')) return [mathOf(element, style, around)]
  if (style.writingMode !== 'horizontal-tb') return rasterOf(element, around, 'upright writing')
  switch (element.localName) {
    case 'img':
      return imageItems(element as HTMLImageElement, style, around)
    case 'svg':
      return isPlainSvg(element) && style.filter === 'none'
        ? svgItems(element as SVGSVGElement, around)
        : rasterOf(element, around, 'drawing with effects')
    case 'video':
    case 'audio':
      return mediaOf(element as HTMLMediaElement, around)
    case 'canvas':
      return rasterOf(element, around, 'drawn by a script')
    case 'iframe':
    case 'object':
    case 'embed':
      return rasterOf(element, around, 'embedded page')
    case 'input':
    case 'button':
    case 'select':
    case 'textarea':
    case 'progress':
    case 'meter':
      return rasterOf(element, around, 'form control')
    case 'table':
      return tableItems(element as HTMLTableElement, around)
    default:
      return hasEffects(style) && !/\p{L}/u.test(element.textContent ?? '')
        ? rasterOf(element, around, 'effects')
        : null
  }
}

function hasEffects(style: CSSStyleDeclaration): boolean {
  const clip = style.clipPath !== 'none' && !style.clipPath.startsWith('inset(0')
  return style.filter !== 'none' || style.mixBlendMode !== 'normal' || clip
}

/** A picture of the visible part of an element as painted. */
function rasterOf(element: Element, around: Around, reason: string): RasterItem[] {
  const box = rectIn(around, element.getBoundingClientRect())
  const rect = around.clip ? intersection(box, around.clip.rect) : box
  if (rect.width < 1 || rect.height < 1) return []
  const alt = (element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '').trim()
  return [{ ...baseOf(around, rect), kind: 'raster', number: rasterIn(around, element, rect), reason, alt }]
}

function imageItems(image: HTMLImageElement, style: CSSStyleDeclaration, around: Around): readonly SceneItem[] {
  if (style.filter !== 'none' || style.clipPath !== 'none' || style.mixBlendMode !== 'normal') {
    return rasterOf(image.closest('.block-content') ?? image, around, 'picture with effects').map((item) => ({
      ...item,
      alt: image.alt,
    }))
  }
  if (image.complete && image.naturalWidth === 0) {
    return rasterOf(image, around, 'missing picture').map((item) => ({ ...item, alt: image.alt }))
  }
  const picture = pictureOf(image, style, around)
  return picture ? [picture] : []
}

function tableItems(table: HTMLTableElement, around: Around): readonly SceneItem[] | null {
  const code = table.classList.contains('hljs-ln') ? codeOf(table, around) : null
  if (code) return [code]
  const cells = Array.from(table.querySelectorAll('th,td'))
  const isOfTexts = cells.every((cell) =>
    Array.from(cell.childNodes).every((child) => !(child instanceof Element) || isPlain(child)),
  )
  const item = isOfTexts ? tableOf(table, around) : null
  return item ? [item] : null
}

/** Code whose lines a plugin has put into a table. */
function codeOf(table: HTMLTableElement, around: Around): SceneItem | null {
  const texts = new TextCollector(() => {})
  for (const line of table.querySelectorAll('.hljs-ln-code, .hljs-ln-line')) texts.addBlock(line, around)
  const lines = texts.paragraphs.flatMap((paragraph) => paragraph.lines)
  if (lines.length === 0) return null
  const rect = rectIn(around, table.getBoundingClientRect())
  return { ...baseOf(around, rect), kind: 'text', text: { paragraphs: texts.paragraphs, isCode: true } }
}

/** The source of a formula. */
export function latexOf(formula: Element): string {
  const own = formula.querySelector('annotation')?.textContent
  return (own ?? formula.closest('[data-latex]')?.getAttribute('data-latex') ?? '').trim()
}

/** The place of a formula's drawing: fractions and the like are higher than the line that they stand in. */
export function formulaBox(element: Element): Rect {
  const box = (element.querySelector('.katex-html') ?? element).getBoundingClientRect()
  const bases = Array.from(element.querySelectorAll('.katex-html .katex-base, .katex-html .base'), (base) =>
    base.getBoundingClientRect(),
  )
  const left = Math.min(box.right, ...bases.map((base) => base.left))
  const right = Math.max(left + 1, ...bases.map((base) => base.right))
  const top = Math.min(box.top, ...bases.map((base) => base.top))
  const bottom = Math.max(box.bottom, ...bases.map((base) => base.bottom))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function mathOf(element: Element, style: CSSStyleDeclaration, around: Around): SceneItem {
  const { x, y, width, height } = formulaBox(element)
  const whole = rectIn(around, { x: x - 2, y: y - 2, width: width + 4, height: height + 4 })
  const latex = latexOf(element)
  return {
    ...baseOf(around, whole),
    kind: 'math',
    latex,
    mathml: element.querySelector('math')?.outerHTML ?? element.getAttribute('data-mathml') ?? '',
    alt: latex,
    size: Number.parseFloat(getComputedStyle(element.querySelector('.katex') ?? element).fontSize) * around.scale,
    color: colorOf(style.color, around.opacity),
    number: rasterIn(around, element, whole),
  }
}

function mediaOf(media: HTMLMediaElement, around: Around): readonly SceneItem[] {
  const rect = rectIn(around, media.getBoundingClientRect())
  const src = media.currentSrc || media.src || media.querySelector('source')?.src || media.dataset.src || ''
  if (rect.width < 1 || rect.height < 1) return []
  const alt = media.getAttribute('aria-label') ?? ''
  const number = rasterIn(around, media, rect)
  const kind = media.localName === 'video' ? 'video' : 'audio'
  return [{ ...baseOf(around, rect), kind: 'media', media: kind, src, poster: '', alt, number }]
}

function chartOf(element: Element, style: CSSStyleDeclaration, around: Around): SceneItem {
  const groups = Array.from(element.querySelectorAll('svg > g[data-l-series]'))
  const colors = groups.map((group) => {
    const mark = group.querySelector('path:not([fill="none"]), rect, circle')
    const line = group.querySelector('path[fill="none"]')
    if (line) return colorOf(getComputedStyle(line).stroke, around.opacity)
    return colorOf(mark ? getComputedStyle(mark).fill : style.color, around.opacity)
  })
  const rect = rectIn(around, (element.querySelector('figure') ?? element).getBoundingClientRect())
  return {
    ...baseOf(around, rect),
    kind: 'chart',
    plot: plotOf(element, around),
    font: familyOf(style.fontFamily),
    size: Number.parseFloat(style.fontSize) * around.scale,
    color: colorOf(style.color, around.opacity),
    colors,
  }
}

/** The box that the axes of a chart span; null: it has none. */
function plotOf(element: Element, around: Around): Rect | null {
  const lines = Array.from(element.querySelectorAll('svg > path'), (line) =>
    rectIn(around, line.getBoundingClientRect()),
  )
  if (lines.length === 0) return null
  const x = Math.min(...lines.map((line) => line.x))
  const y = Math.min(...lines.map((line) => line.y))
  const width = Math.max(...lines.map((line) => line.x + line.width)) - x
  const height = Math.max(...lines.map((line) => line.y + line.height)) - y
  return width > 20 && height > 20 ? { x, y, width, height } : null
}
