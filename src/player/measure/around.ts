import type { ItemBase, Rect } from '../../document/powerpoint/scene.ts'

/** The properties that an element gets from its ancestors. */
export interface Around {
  /** The slide's top left corner in the window, in px. */
  readonly origin: { readonly x: number; readonly y: number }
  readonly opacity: number
  /** How much transforms enlarge it. */
  readonly scale: number
  readonly block: string | null
  readonly fragment: number | null
  readonly link: string | null
  /** The visible part, by ancestors that clip; null: all. */
  readonly clip: { readonly rect: Rect; readonly radius: number } | null
  readonly slide: SlideState
}

/** What is collected for a slide. */
export interface SlideState {
  /** Its fragments by element. */
  readonly fragments: ReadonlyMap<Element, number>
  /** Rotated elements, measured without their rotation: their degrees, and the offset of their center by that. */
  readonly rotations: ReadonlyMap<Element, { readonly degrees: number; readonly x: number; readonly y: number }>
  /** Requests a picture of an element at a place in the window. Returns its number. */
  raster(element: Element, place: Rect, options: RasterOptions): number
}

export interface RasterOptions {
  /** Without its children. */
  readonly self?: boolean
}

/** Requests a picture of the part of an element within a box (slide px). Returns its number. */
export function rasterIn({ origin, slide }: Around, element: Element, rect: Rect, options: RasterOptions = {}): number {
  return slide.raster(element, { ...rect, x: rect.x + origin.x, y: rect.y + origin.y }, options)
}

/** A box in slide px. */
export function rectIn({ origin }: Around, box: { x: number; y: number; width: number; height: number }): Rect {
  return { x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height }
}

export function baseOf(around: Around, rect: Rect): ItemBase {
  return { rect, block: around.block, fragment: around.fragment, link: around.link }
}

/** The `href` of a link as the file has it: a slide as `#/2/1`, else a URL; null: not a link to keep. */
export function linkOf(element: Element): string | null {
  const href = element.getAttribute('href')?.trim() ?? ''
  if (href.startsWith('#/')) return href
  // The printable document has its own anchors (link-sheets.ts).
  const [, h, v = '1'] = /^#sheet-(\d+)(?:-(\d+))?$/.exec(href) ?? []
  if (h !== undefined) return `#/${Number(h) - 1}/${Number(v) - 1}`
  return /^(https?:|mailto:|tel:)/i.test(href) ? href : null
}

/** Around an element, by its own style. */
export function inside(element: Element, style: CSSStyleDeclaration, around: Around): Around {
  const own = around.slide.fragments.get(element)
  const link = element.localName === 'a' ? linkOf(element) : null
  const matrix = /^matrix\(([-\d.e]+), ([-\d.e]+),/.exec(style.transform)
  const size = matrix ? Math.hypot(Number(matrix[1]), Number(matrix[2])) : 1
  return {
    ...around,
    opacity: around.opacity * Number(style.opacity),
    scale: around.scale * size * (Number.parseFloat(style.scale) || 1),
    block: element.getAttribute('data-block-id') ?? around.block,
    fragment: own ?? around.fragment,
    link: link ?? around.link,
    clip: clipOf(element, style, around),
  }
}

/** Elements whose own overflow clips nothing else: a picture's shadow is outside of it. */
const unclipped = new Set(['section', 'svg', 'img'])

function clipOf(element: Element, style: CSSStyleDeclaration, around: Around): Around['clip'] {
  if (style.overflow === 'visible' || unclipped.has(element.localName)) return around.clip
  const rect = rectIn(around, element.getBoundingClientRect())
  const radius = radiusOf(style, rect)
  const outer = around.clip
  if (!outer) return { rect, radius }
  const part = intersection(rect, outer.rect)
  return { rect: part, radius: radius || outer.radius }
}

/** The radius of a box's corners, in px; at most half of its shorter side. */
export function radiusOf(style: CSSStyleDeclaration, rect: Rect): number {
  const text = style.borderTopLeftRadius.split(' ')[0] ?? '0'
  const value = Number.parseFloat(text) * (text.endsWith('%') ? rect.width / 100 : 1)
  return Math.min(value || 0, rect.width / 2, rect.height / 2)
}

export function intersection(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) }
}
