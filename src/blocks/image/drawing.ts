import { attribute, attributesOf, type HtmlElement, innerHtml, isElement, parseFragment } from '../../document/html.ts'

/** An SVG inlined in the slide, so that its colors can follow the theme. */
export interface Drawing {
  /** The viewBox attribute. */
  readonly viewBox: string
  /** The inner markup of the svg element. */
  readonly markup: string
}

/** Maximum length of an SVG's markup: every slide stores its own copy. */
const maxMarkup = 100_000

const painted = ['fill', 'stroke', 'stop-color', 'color'].join('|')
const inAttribute = new RegExp(`( (?:${painted})=")([^"]*)(")`, 'g')
const inStyle = new RegExp(`((?:[";]|&quot;)\\s*(?:${painted}):\\s*)([^;"]+)()(?=[;"])`, 'g')
/** Values that are no replaceable color. */
const noColor = /^(?:none|inherit|transparent|context-.*|url\(.*)$/i

/**
 * The inline form of a sanitized SVG; null if it cannot be inlined. `mark` prefixes its gradient ids: letters and
 * digits that are unique on the page.
 */
export function drawingFrom(html: string, mark: string): Drawing | null {
  const svg = parseFragment(html).childNodes.find(
    (node): node is HtmlElement => isElement(node) && node.tagName === 'svg',
  )
  if (!svg) return null
  const size = [attribute(svg, 'width'), attribute(svg, 'height')].map((text) => Number.parseFloat(text ?? ''))
  const viewBox = attribute(svg, 'viewBox') ?? (size.every((side) => side > 0) ? `0 0 ${size.join(' ')}` : null)
  const markup = innerHtml(svg).replace(/(id="|#)svg-/g, `$1svg-${mark}-`)
  if (viewBox === null || !isViewBox(viewBox) || markup.trim() === '' || markup.length > maxMarkup) return null
  // Elements without a fill are black: with an explicit fill they can be recolored.
  const own = attributesOf(svg).flatMap(([name, value]) => (name === 'fill' && !noColor.test(value) ? [value] : []))
  const fill = own[0] ?? (hasUnpainted(svg) ? '#000000' : null)
  return { viewBox, markup: fill === null ? markup : `<g fill="${fill}">${markup}</g>` }
}

/** Replaces an image's URL by the SVG loaded from `src`; the same props if the image has another file by now. */
export function withDrawing<Props extends { readonly src: string }>(
  props: Props,
  src: string,
  drawing: Drawing,
): Props {
  return props.src === src ? { ...props, src: '', crop: null, tint: '', drawing } : props
}

export function isViewBox(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[ ,]+-?\d+(?:\.\d+)?){3}$/.test(text)
}

const forms = new Set('path rect circle ellipse polygon polyline text'.split(' '))

/** Whether any drawn element has neither a fill of its own nor an inherited one. */
function hasUnpainted(element: HtmlElement): boolean {
  return element.childNodes.filter(isElement).some((child) => {
    if (attribute(child, 'fill') !== null || /(?:^|;)\s*fill:/.test(attribute(child, 'style') ?? '')) return false
    return child.tagName !== 'defs' && (forms.has(child.tagName) || hasUnpainted(child))
  })
}

function plain(value: string): string {
  return value.trim().toLowerCase()
}

/** The distinct colors of an SVG, as written; the most used first. */
export function drawingColors(markup: string): readonly string[] {
  const counted = new Map<string, { value: string; count: number }>()
  const found = [...markup.matchAll(inAttribute), ...markup.matchAll(inStyle)].toSorted((a, b) => a.index - b.index)
  for (const value of found.map((match) => match[2]!.trim())) {
    if (noColor.test(value)) continue
    const entry = counted.get(plain(value)) ?? { value, count: 0 }
    counted.set(plain(value), { ...entry, count: entry.count + 1 })
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count).map(({ value }) => value)
}

/** The SVG's markup with one color replaced everywhere. */
export function recolored(markup: string, from: string, to: string): string {
  const put = (whole: string, before: string, value: string, after: string): string =>
    plain(value) === plain(from) ? before + to + after : whole
  return markup.replace(inAttribute, put).replace(inStyle, put)
}
