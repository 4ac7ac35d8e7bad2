import type { BlockDefinition } from '../../document/block-definition.ts'
import { parseDeclarations } from '../../document/css-declarations.ts'
import { formatNumber, parseNumber } from '../../document/css-number.ts'
import type { Block } from '../../document/deck-model.ts'
import { parseGradient } from '../../document/gradient.ts'
import {
  attribute,
  escapeAttribute,
  innerHtml,
  innerRangeOf,
  isElement,
  isTag,
  onlyElements,
} from '../../document/html.ts'
import { type Dash, dashes, strokeAttributes } from '../dashes.ts'
import { gradientName, parseShapeGradient, renderShapeGradient } from './gradient-fill.ts'
import { isShapeName, type ShapeName, shapes } from './shapes.ts'

/** A shape, with optional text. */
export interface ShapeProps {
  readonly shape: ShapeName
  /** A CSS color, a gradient, 'none', or '' for the theme's accent. */
  readonly fill: string
  /** A CSS color, or '' for the theme's text color. */
  readonly stroke: string
  /** px; 0 for no outline. */
  readonly strokeWidth: number
  readonly dash: Dash
  /** Corner radius in px, for shapes with rounded corners; null is the shape's default. */
  readonly radius: number | null
  /** HTML of the text; '' for none. */
  readonly text: string
  /** Link target; '' for none. */
  readonly link: string
}

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly shape: ShapeProps
  }
}

/** A shape drawn to its frame's size: resizing does not scale the outline's width. */
export const shapeBlock: BlockDefinition<ShapeProps> & { readonly type: 'shape' } = {
  type: 'shape',
  title: 'Shape',
  hidden: false,
  capabilities: { resize: 'box', rotate: true, keepsAspect: false, editsText: true, fragment: true },
  dataAttributes: ['data-l-shape', 'data-l-dash', 'data-l-radius', 'data-l-fill'],
  texts: { text: 'rich' },

  defaults: () => ({
    frame: { x: 380, y: 250, width: 200, height: 200, rotation: 0 },
    props: {
      shape: 'rectangle',
      fill: '',
      stroke: '',
      strokeWidth: 0,
      dash: 'solid',
      radius: null,
      text: '',
      link: '',
    },
  }),

  parse(element) {
    const content = onlyElements(element)
    const [svg, box] = content ?? []
    if (content?.length !== 2 || svg?.tagName !== 'svg' || !box || !(isTag(box, 'div') || isTag(box, 'a'))) return null
    const gradient = parseShapeGradient(svg)
    const path = svg.childNodes[gradient === '' ? 0 : 1]
    const shape = attribute(svg, 'data-l-shape') ?? ''
    const dash = dashes.find((name) => name === (attribute(svg, 'data-l-dash') ?? 'solid'))
    if (!path || !isElement(path) || path.tagName !== 'path' || !isShapeName(shape) || !dash || !innerRangeOf(box)) {
      return null
    }
    const style = Object.fromEntries(parseDeclarations(attribute(path, 'style') ?? '') ?? [])
    const strokeWidth = parseNumber(attribute(path, 'stroke-width') ?? '0')
    if (strokeWidth === null) return null
    const rounding = attribute(svg, 'data-l-radius')
    const radius = rounding === null ? null : parseNumber(rounding)
    const properties = { fill: gradient || (style.fill ?? ''), stroke: style.stroke ?? '', strokeWidth, dash, radius }
    return { shape, ...properties, text: innerHtml(box), link: attribute(box, 'href') ?? '' }
  },

  render: (block) => renderForm(block) + renderText(block.props),

  sample: () => ({
    id: '00000000000000a3',
    type: 'shape',
    frame: { x: 60, y: 420, width: 180, height: 140, rotation: 350 },
    name: 'Star',
    locked: false,
    fragment: { style: 'fade-left', index: null },
    classes: [],
    style: [['font-size', '20px']],
    attributes: [],
    props: {
      shape: 'star-5',
      fill: 'rgba(255, 200, 0, 0.8)',
      stroke: 'var(--r-main-color)',
      strokeWidth: 3,
      dash: 'dashed',
      radius: 12.5,
      text: '<p><strong>New</strong> &amp; shiny</p>',
      link: '#/2/1',
    },
  }),
}

function renderForm({ id, frame, props }: Block<ShapeProps>): string {
  const width = Math.max(frame?.width ?? 100, 1)
  const height = Math.max(frame?.height ?? 100, 1)
  const outline = Math.max(props.strokeWidth, 0)
  // The outer half of the outline must stay inside the frame: the shape is drawn smaller by that.
  const size = [Math.max(width - outline, 1), Math.max(height - outline, 1)] as const
  const path = shapes[props.shape].path(...size, props.radius)
  const corner = formatNumber(-outline / 2)
  const view = `${corner} ${corner} ${formatNumber(width)} ${formatNumber(height)}`
  const dash = props.dash === 'solid' ? '' : ` data-l-dash="${props.dash}"`
  const radius = props.radius === null ? '' : ` data-l-radius="${formatNumber(props.radius)}"`
  const gradient = parseGradient(props.fill)
  const reference = `svg-fill-${id}`
  const fill = props.fill === '' ? '' : `fill: ${gradient ? `url("#${reference}")` : props.fill};`
  const stroke = props.stroke === '' ? '' : `stroke: ${props.stroke};`
  const style = [fill, stroke].filter((part) => part !== '').join(' ')
  const paint = style === '' ? '' : ` style="${escapeAttribute(style)}"`
  const line = outline === 0 ? '' : strokeAttributes(outline, props.dash)
  const source = gradient ? ` data-l-fill="${gradientName(gradient)}"` : ''
  const definition = gradient ? renderShapeGradient(gradient, reference, size) : ''
  return (
    `<svg data-l-shape="${props.shape}"${dash}${radius}${source} viewBox="${view}" preserveAspectRatio="none" aria-hidden="true">` +
    `${definition}<path d="${path}"${paint}${line}></path></svg>`
  )
}

function renderText(props: ShapeProps): string {
  const tag = props.link === '' ? 'div' : 'a'
  const href = props.link === '' ? '' : ` href="${escapeAttribute(props.link)}"`
  const text = props.link === '' ? props.text : withoutLinks(props.text)
  return `<${tag} class="block-content"${href}>${text}</${tag}>`
}

/** Removes links from a linked shape's text: nested anchors would break when parsed. */
export function withoutLinks(html: string): string {
  return html.replace(/<\/?a(?=[\s>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
}
