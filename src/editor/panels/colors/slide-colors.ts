import { blend, type Rgba } from '../../../rules/colors.ts'
import type { Point } from '../../geometry/point.ts'
import type { EditorView } from '../../state/editor-view.ts'
import { rgbaOf } from './shown-color.ts'

/** What lies at a point of the slide: a color, or null for a picture, a gradient or an unknown color. */
type Seen = Rgba | null

const white: Rgba = { red: 255, green: 255, blue: 255, alpha: 1 }

/** The colors of a block from front to back, as far as they cover its area. 'picture': not one color. */
function paints(block: Element, part: Element | null): readonly (Rgba | 'picture')[] {
  const elements = [
    part,
    block.querySelector(':scope > .block-content'),
    block.querySelector(':scope > svg > path'),
    block,
  ]
  return [...new Set(elements)].flatMap((element): readonly (Rgba | 'picture')[] => {
    if (!element) return []
    const style = getComputedStyle(element)
    if (element.matches('img, video, iframe') || style.backgroundImage !== 'none') return ['picture']
    const fill = element.matches('path') ? style.fill : style.backgroundColor
    if (fill.startsWith('url(')) return ['picture']
    const color = fill === 'none' ? null : rgbaOf(fill)
    return color && color.alpha > 0 ? [color] : []
  })
}

function holds(element: Element, { x, y }: Point): boolean {
  const box = element.getBoundingClientRect()
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** The part of a block at a point that has a color of its own: a table's cell, a picture. */
function partAt(block: Element, point: Point): Element | null {
  const parts = [...block.querySelectorAll('td, th, img, video, iframe, pre')]
  return parts.findLast((part) => holds(part, point)) ?? null
}

/**
 * The color at a point in the slide's document, through translucent colors down to the slide's background. `above`: only
 * what lies behind this block; `own`: and the block itself.
 */
function colorAt(view: EditorView, point: Point, above?: { readonly block: Element; readonly own: boolean }): Seen {
  const section = view.canvas.section()
  if (!section) return null
  const all = [...section.querySelectorAll(':scope > .block')]
  const end = above ? all.indexOf(above.block) + (above.own ? 1 : 0) : all.length
  const found = all
    .slice(0, end)
    .toReversed()
    .filter((block) => holds(block, point))
    .flatMap((block) => paints(block, partAt(block, point)))
  let seen: Rgba = { ...white, alpha: 0 }
  for (const paint of [...found, ...groundPaints(section)]) {
    if (paint === 'picture') return null
    seen = blend(seen, paint)
    if (seen.alpha >= 0.999) return { ...seen, alpha: 1 }
  }
  return blend(seen, white)
}

function groundPaints(section: Element): readonly (Rgba | 'picture')[] {
  const viewport = section.closest('.canvas-slide')?.querySelector('.reveal-viewport')
  const ground = viewport?.querySelector('.slide-background')
  const content = ground?.firstElementChild
  if (!viewport || !ground || !content) return []
  const hasPicture = content.childElementCount > 0 || getComputedStyle(content).backgroundImage !== 'none'
  if (hasPicture || getComputedStyle(ground).backgroundImage !== 'none') return ['picture']
  const colors = [ground, viewport].map((element) => rgbaOf(getComputedStyle(element).backgroundColor))
  return colors.filter((color): color is Rgba => color !== null && color.alpha > 0)
}

/** The color behind a block; with `own`, behind its text. Null if it is a picture or a gradient. */
export function colorBehind(view: EditorView, blockId: string, own: boolean): Seen {
  const block = view.canvas.element(blockId)
  if (!block) return null
  const { left, top, width, height } = block.getBoundingClientRect()
  return colorAt(view, { x: left + width / 2, y: top + height / 2 }, { block, own })
}

/** The pixel of a picture at a point; null if the browser does not show it to the page. */
function pixelAt(image: HTMLImageElement, point: Point): Seen {
  const box = image.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context || image.naturalWidth === 0) return null
  const x = ((point.x - box.left) / box.width) * image.naturalWidth
  const y = ((point.y - box.top) / box.height) * image.naturalHeight
  try {
    context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return alpha === 0 ? null : { red, green, blue, alpha: 1 }
  } catch {
    // A picture of another site.
    return null
  }
}

/** The color of the slide at a point of the window, for browsers without an eyedropper; null if it is unknown. */
export function colorAtWindowPoint(view: EditorView, point: Point): Seen {
  const section = view.canvas.section()
  const frame = section?.ownerDocument.defaultView?.frameElement
  if (!section || !frame) return null
  const corner = frame.getBoundingClientRect()
  const inside = { x: point.x - corner.left, y: point.y - corner.top }
  const front = [...section.querySelectorAll(':scope > .block')].findLast((block) => holds(block, inside))
  const part = front && partAt(front, inside)
  const pixel = part?.matches('img') ? pixelAt(part as HTMLImageElement, inside) : null
  return pixel ?? colorAt(view, inside)
}
