import { type Matrix, movedPath, pathBox } from '../../document/powerpoint/path.ts'
import type {
  FormItem,
  Paint,
  Preset,
  SceneGradient,
  SceneItem,
  SceneLine,
  SceneParagraph,
} from '../../document/powerpoint/scene.ts'
import { type Around, baseOf } from './around.ts'
import { familyOf } from './fonts.ts'
import { colorOf } from './paint.ts'

/** What no native form can draw. */
const beyond =
  'image,foreignObject,filter,mask,pattern,use,symbol,textPath,clipPath,marker,animate,animateTransform,style'

/** Whether a drawing consists of forms and texts that a file can have natively. */
export function isPlainSvg(svg: Element): boolean {
  if (svg.querySelector(beyond)) return false
  const parts = svg.querySelectorAll('*')
  if (parts.length > 400) return false
  return Array.from(parts).every((part) => {
    const style = getComputedStyle(part)
    return style.filter === 'none' && style.clipPath === 'none' && style.mixBlendMode === 'normal'
  })
}

/** The forms of a drawing, in slide px. */
export function svgItems(svg: SVGSVGElement, around: Around): SceneItem[] {
  const items: SceneItem[] = []
  for (const element of svg.querySelectorAll<SVGGraphicsElement>(
    'path,rect,circle,ellipse,line,polyline,polygon,text',
  )) {
    if (element.closest('defs,symbol')) continue
    const style = getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden') continue
    const matrix = element.getScreenCTM()
    if (!matrix) continue
    let opacity = around.opacity
    let fragment = around.fragment
    for (let at: Element | null = element; at && at !== svg; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity)
      if (at.localName === 'g' || at === element) fragment = around.slide.fragments.get(at) ?? fragment
    }
    const inner = { ...around, opacity, fragment }
    const { a, b, c, d, e, f } = matrix
    const moved: Matrix = [a, b, c, d, e - around.origin.x, f - around.origin.y]
    const item =
      element.localName === 'text' ? textOf(element, style, moved, inner) : formOf(element, style, moved, inner)
    if (item) items.push(item)
  }
  return items
}

/** The property of an SVG element for an attribute of the same name. */
const animatedOf = <T>(element: Element, name: string): T | undefined =>
  (element as unknown as Record<string, T | undefined>)[name]

const lengthOf = (element: Element, name: string): number =>
  animatedOf<SVGAnimatedLength>(element, name)?.baseVal?.value ?? 0

function pathOf(element: Element): { path: string; preset: Preset | null; radius: number } | null {
  const at = (name: string): number => lengthOf(element, name)
  const none = { preset: null, radius: 0 }
  if (element.localName === 'path') return { path: element.getAttribute('d') ?? '', ...none }
  if (element.localName === 'line') return { path: `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`, ...none }
  if (element.localName === 'rect') {
    const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')]
    const radius = Math.min(at('rx') || at('ry'), width / 2, height / 2)
    return { path: `M${x} ${y}H${x + width}V${y + height}H${x}Z`, preset: radius > 0 ? 'roundRect' : 'rect', radius }
  }
  if (element.localName === 'circle' || element.localName === 'ellipse') {
    const [rx, ry] = element.localName === 'circle' ? [at('r'), at('r')] : [at('rx'), at('ry')]
    const [x, y] = [at('cx'), at('cy')]
    return {
      path: `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`,
      preset: 'ellipse',
      radius: 0,
    }
  }
  const points = (element.getAttribute('points') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (points.length < 4 || points.some(Number.isNaN)) return null
  const pairs = Array.from(
    { length: Math.floor(points.length / 2) },
    (_, index) => `${points[index * 2]} ${points[index * 2 + 1]}`,
  )
  return { path: `M${pairs.join('L')}${element.localName === 'polygon' ? 'Z' : ''}`, ...none }
}

function formOf(
  element: SVGGraphicsElement,
  style: CSSStyleDeclaration,
  matrix: Matrix,
  around: Around,
): FormItem | null {
  const form = pathOf(element)
  if (!form) return null
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) || 1
  const isOpen = element.localName === 'line'
  const fill = isOpen ? null : paintOf(style.fill, element, around.opacity * Number(style.fillOpacity))
  const line = strokeOf(element, style, scale, around.opacity)
  if (!fill && !line) return null
  const path = movedPath(form.path, matrix)
  const rect = path === '' ? null : pathBox(path)
  if (!rect || (rect.width < 0.05 && rect.height < 0.05)) return null
  // A preset keeps its form only in a box that is upright.
  const isUpright = Math.abs(matrix[1]) < 1e-6 && Math.abs(matrix[2]) < 1e-6
  const preset = isUpright ? form.preset : null
  return {
    ...baseOf(around, rect),
    ...{ kind: 'form', preset, radius: form.radius * scale, path, fill, line, shadow: null },
  }
}

function strokeOf(element: Element, style: CSSStyleDeclaration, scale: number, opacity: number): SceneLine | null {
  const paint = paintOf(style.stroke, element, opacity * Number(style.strokeOpacity))
  const width =
    Number.parseFloat(style.strokeWidth) *
    ((style as { vectorEffect?: string }).vectorEffect === 'non-scaling-stroke' ? 1 : scale)
  if (!paint || !(width > 0)) return null
  const color = 'kind' in paint ? paint.stops[0]! : paint
  const first = Number.parseFloat(style.strokeDasharray)
  const isDashed = style.strokeDasharray !== 'none'
  const dash = !isDashed ? 'solid' : first * scale < width * 1.5 ? 'dotted' : 'dashed'
  return { color: { hex: color.hex, alpha: color.alpha }, width, dash, round: style.strokeLinecap === 'round' }
}

function paintOf(css: string, element: Element, opacity: number): Paint | null {
  if (css === 'none' || css === '') return null
  const reference = /^url\("?#([^")]+)"?\)/.exec(css)?.[1]
  if (reference !== undefined) {
    const root = element.ownerDocument
    const gradient = root.getElementById(reference)
    return gradient ? gradientIn(gradient, opacity) : null
  }
  const color = colorOf(css, opacity)
  return color.alpha > 0.001 ? color : null
}

/** An SVG gradient as one of a box. Its direction is kept, not where it begins and ends. */
function gradientIn(gradient: Element, opacity: number): SceneGradient | null {
  const stops = Array.from(gradient.querySelectorAll('stop'), (stop) => {
    const style = getComputedStyle(stop)
    const offset = stop.getAttribute('offset') ?? '0'
    const at = Number.parseFloat(offset) / (offset.endsWith('%') ? 100 : 1)
    return { ...colorOf(style.stopColor, opacity * Number(style.stopOpacity)), at: Math.min(1, Math.max(0, at || 0)) }
  })
  if (stops.length < 2) return null
  if (gradient.localName === 'radialGradient') return { kind: 'radial', angle: 0, stops }
  const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => lengthOf(gradient, name)) as [
    number,
    number,
    number,
    number,
  ]
  const angle = (Math.atan2(x2 - x1, -(y2 - y1)) * 180) / Math.PI
  return { kind: 'linear', angle: x1 === x2 && y1 === y2 ? 90 : angle, stops }
}

function textOf(
  element: SVGGraphicsElement,
  style: CSSStyleDeclaration,
  matrix: Matrix,
  around: Around,
): SceneItem | null {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const box = element.getBBox()
  const paint = paintOf(style.fill, element, around.opacity * Number(style.fillOpacity))
  if (text === '' || !paint || box.width === 0) return null
  const scale = Math.hypot(matrix[0], matrix[1])
  const rotation = Math.round((Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI)
  const center = [box.x + box.width / 2, box.y + box.height / 2] as const
  const [width, height] = [box.width * scale, box.height * scale]
  const x = matrix[0] * center[0] + matrix[2] * center[1] + matrix[4] - width / 2
  const y = matrix[1] * center[0] + matrix[3] * center[1] + matrix[5] - height / 2
  const origin = lengthListOf(element, 'y') * scale
  const baseline =
    rotation === 0 && origin !== null && Number.isFinite(origin)
      ? matrix[3] * lengthListOf(element, 'y') + matrix[5]
      : y + height * 0.78
  const size = Number.parseFloat(style.fontSize) * scale
  const color = 'kind' in paint ? paint.stops[0]! : paint
  const align = ({ middle: 'center', end: 'right' } as const)[style.textAnchor] ?? 'left'
  const dominant = style.dominantBaseline
  const isOnBaseline = dominant === 'auto' || dominant === 'alphabetic'
  const paragraph: SceneParagraph = {
    runs: [
      {
        text,
        font: familyOf(style.fontFamily),
        size,
        bold: Number(style.fontWeight) >= 600,
        italic: style.fontStyle !== 'normal',
        ...{ underline: false, strike: false, caps: false, raised: 0, highlight: null, link: around.link },
        color: { hex: color.hex, alpha: color.alpha },
        spacing: 0,
      },
    ],
    ...{ align, rightToLeft: false, level: 0, bullet: null, isHeading: false, fragment: around.fragment },
    lines: [
      {
        left: x,
        right: x + width,
        baseline: isOnBaseline ? baseline : y + height * 0.78,
        size,
        first: width,
        isForced: true,
      },
    ],
    pitch: height,
    left: x,
    right: x + width,
  }
  return {
    ...baseOf(around, { x, y, width, height }),
    ...(rotation === 0 ? {} : { rotation }),
    kind: 'text',
    text: { paragraphs: [paragraph] },
  }
}

function lengthListOf(element: Element, name: string): number {
  const list = animatedOf<SVGAnimatedLengthList>(element, name)?.baseVal
  return list && list.numberOfItems > 0 ? list.getItem(0).value : 0
}
