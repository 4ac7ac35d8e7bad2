import { attribute, attributesOf, type HtmlElement, innerHtml, isElement, parseFragment } from '../../document/html.ts'

/** A drawing whose lines stand in the slide itself, so that its colors can be the theme's. */
export interface Drawing {
  /** The four numbers of the part of its plane that is shown. */
  readonly viewBox: string
  /** What stands inside the svg element. */
  readonly markup: string
}

/** Characters of a drawing's markup at most: every slide carries its own. */
export const largestDrawing = 100_000

const painted = ['fill', 'stroke', 'stop-color', 'color'].join('|')
const inAttribute = new RegExp(`( (?:${painted})=")([^"]*)(")`, 'g')
const inStyle = new RegExp(`((?:[";]|&quot;)\\s*(?:${painted}):\\s*)([^;"]+)()(?=[;"])`, 'g')
/** What is no color that another could be put in the place of. */
const noColor = /^(?:none|inherit|transparent|context-.*|url\(.*)$/i

/**
 * The drawing in the clean markup of an SVG; null when it is none that can stand in a slide. `mark` begins the ids of
 * its gradients: letters and digits that no other drawing of the page has.
 */
export function drawingFrom(html: string, mark: string): Drawing | null {
  const svg = parseFragment(html).childNodes.find(
    (node): node is HtmlElement => isElement(node) && node.tagName === 'svg',
  )
  if (!svg) return null
  const size = [attribute(svg, 'width'), attribute(svg, 'height')].map((text) => Number.parseFloat(text ?? ''))
  const viewBox = attribute(svg, 'viewBox') ?? (size.every((side) => side > 0) ? `0 0 ${size.join(' ')}` : null)
  const markup = innerHtml(svg).replace(/(id="|#)svg-/g, `$1svg-${mark}-`)
  if (viewBox === null || !isViewBox(viewBox) || markup.trim() === '' || markup.length > largestDrawing) return null
  // What says nothing of its color is black: said once, it can be changed like any other.
  const own = attributesOf(svg).flatMap(([name, value]) => (name === 'fill' && !noColor.test(value) ? [value] : []))
  const fill = own[0] ?? (hasUnpainted(svg) ? '#000000' : null)
  return { viewBox, markup: fill === null ? markup : `<g fill="${fill}">${markup}</g>` }
}

/**
 * An image's props with the drawing that was read from `src` in place of its address; the same props where another file
 * stands there by now.
 */
export function withDrawing<Props extends { readonly src: string }>(
  props: Props,
  src: string,
  drawing: Drawing,
): Props {
  return props.src === src ? { ...props, src: '', crop: null, tint: '', drawing } : props
}

/** Whether a text is the four numbers of a viewBox. */
export function isViewBox(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[ ,]+-?\d+(?:\.\d+)?){3}$/.test(text)
}

const forms = new Set('path rect circle ellipse polygon polyline text'.split(' '))

/** Whether anything is drawn that says nothing of its fill, and stands in nothing that does. */
function hasUnpainted(element: HtmlElement): boolean {
  return element.childNodes.filter(isElement).some((child) => {
    if (attribute(child, 'fill') !== null || /(?:^|;)\s*fill:/.test(attribute(child, 'style') ?? '')) return false
    return child.tagName !== 'defs' && (forms.has(child.tagName) || hasUnpainted(child))
  })
}

function plain(value: string): string {
  return value.trim().toLowerCase()
}

/** The colors of a drawing, each once, as they are written there; the one that is used most comes first. */
export function drawingColors(markup: string): readonly string[] {
  const counted = new Map<string, { value: string; count: number }>()
  const found = [...markup.matchAll(inAttribute), ...markup.matchAll(inStyle)].toSorted((a, b) => a.index - b.index)
  for (const value of found.map((match) => match[2]!.trim())) {
    if (noColor.test(value)) continue
    const known = counted.get(plain(value)) ?? { value, count: 0 }
    counted.set(plain(value), { ...known, count: known.count + 1 })
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count).map(({ value }) => value)
}

/** The drawing's markup with one of its colors replaced wherever it is used. */
export function recolored(markup: string, from: string, to: string): string {
  const put = (whole: string, before: string, value: string, after: string): string =>
    plain(value) === plain(from) ? before + to + after : whole
  return markup.replace(inAttribute, put).replace(inStyle, put)
}
