import { parseDeclarations } from '../../document/css-declarations.ts'
import { formatNumber } from '../../document/css-number.ts'
import { formatGradient, type Gradient, parseGradient } from '../../document/gradient.ts'
import { attribute, escapeAttribute, type HtmlElement, isElement } from '../../document/html.ts'

/** The svg's `data-l-fill`: form and angle. The gradient element has only the coordinates that follow from them. */
export function gradientName({ kind, angle }: Gradient): string {
  return kind === 'linear' ? `linear ${formatNumber(angle)}` : 'radial'
}

/** The gradient of a shape's svg in CSS; '' if it has none. */
export function parseShapeGradient(svg: HtmlElement): string {
  const [, kind, angle] = /^(linear|radial)(?: (\d{1,3}))?$/.exec(attribute(svg, 'data-l-fill') ?? '') ?? []
  const element = svg.childNodes[0]
  if (!kind || !element || !isElement(element)) return ''
  const stops = element.childNodes.filter(isElement).map((stop) => ({
    color: Object.fromEntries(parseDeclarations(attribute(stop, 'style') ?? '') ?? [])['stop-color'] ?? '',
    at: Number.parseFloat(attribute(stop, 'offset') ?? ''),
  }))
  const css = formatGradient({ kind: kind as Gradient['kind'], angle: Number(angle ?? 0), stops })
  return parseGradient(css) ? css : ''
}

/**
 * A gradient as an SVG element that a path can refer to by its id: CSS gradients cannot fill a path. It runs as CSS
 * draws it in a box of that size.
 */
export function renderShapeGradient(
  gradient: Gradient,
  id: string,
  [width, height]: readonly [number, number],
): string {
  const stops = gradient.stops
    .map(
      ({ color, at }) =>
        `<stop offset="${formatNumber(at)}%" style="${escapeAttribute(`stop-color: ${color};`)}"></stop>`,
    )
    .join('')
  const [x, y] = [width / 2, height / 2]
  if (gradient.kind === 'radial') {
    const place = attributes({ cx: x, cy: y, r: Math.hypot(x, y) })
    return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse"${place}>${stops}</radialGradient>`
  }
  const angle = (gradient.angle * Math.PI) / 180
  const [right, up] = [Math.sin(angle), Math.cos(angle)]
  const half = (Math.abs(width * right) + Math.abs(height * up)) / 2
  const place = attributes({ x1: x - right * half, y1: y + up * half, x2: x + right * half, y2: y - up * half })
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse"${place}>${stops}</linearGradient>`
}

function attributes(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${formatNumber(value)}"`)
    .join('')
}
