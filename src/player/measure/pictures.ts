import type { PictureItem, Rect, SceneCrop } from '../../document/powerpoint/scene.ts'
import { type Around, baseOf, intersection, radiusOf, rectIn } from './around.ts'
import { borderOf, shadowOf } from './paint.ts'

const px = (style: CSSStyleDeclaration, name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0

/** The box inside of border and padding. */
function contentBox(rect: Rect, style: CSSStyleDeclaration): Rect {
  const side = (name: string): number => px(style, `padding-${name}`) + px(style, `border-${name}-width`)
  const [left, top] = [side('left'), side('top')]
  return {
    x: rect.x + left,
    y: rect.y + top,
    width: rect.width - left - side('right'),
    height: rect.height - top - side('bottom'),
  }
}

/** Where a picture is painted in its box. */
function paintedRect(box: Rect, style: CSSStyleDeclaration, natural: { width: number; height: number }): Rect {
  const fit = style.objectFit
  if (fit === 'fill' || natural.width === 0 || natural.height === 0) return box
  const [wide, high] = [box.width / natural.width, box.height / natural.height]
  const contained = Math.min(wide, high)
  const scale =
    fit === 'cover'
      ? Math.max(wide, high)
      : fit === 'none'
        ? 1
        : fit === 'scale-down'
          ? Math.min(1, contained)
          : contained
  const size = { width: natural.width * scale, height: natural.height * scale }
  const [across = '50%', down = '50%'] = style.objectPosition.split(' ')
  const place = (text: string, room: number): number =>
    (Number.parseFloat(text) || 0) * (text.endsWith('%') ? room / 100 : 1)
  return {
    x: box.x + place(across, box.width - size.width),
    y: box.y + place(down, box.height - size.height),
    ...size,
  }
}

/** The visible part of an image, with the matching crop of its file. Null: no part is visible. */
export function pictureOf(image: HTMLImageElement, style: CSSStyleDeclaration, around: Around): PictureItem | null {
  const outer = rectIn(around, image.getBoundingClientRect())
  const line = borderOf(style, 'top', around.opacity)
  const box = contentBox(outer, style)
  const natural = { width: image.naturalWidth, height: image.naturalHeight }
  if (natural.width === 0 || box.width < 1 || box.height < 1) return null
  const painted = paintedRect(box, style, natural)
  const clip = around.clip
  const inBox = intersection(painted, box)
  const visible = clip ? intersection(inBox, clip.rect) : inBox
  if (visible.width < 1 || visible.height < 1) return null
  const matrix = /^matrix\((-?[\d.]+), 0, 0, (-?[\d.]+),/.exec(style.transform)
  const [flipX, flipY] = [Number(matrix?.[1]) < 0, Number(matrix?.[2]) < 0]
  const own = radiusOf(style, outer)
  const isClipped =
    clip !== null && Math.abs(clip.rect.width - visible.width) < 1 && Math.abs(clip.rect.height - visible.height) < 1
  const radius = own > 0 ? own : isClipped ? clip.radius : 0
  return {
    ...baseOf(around, visible),
    kind: 'picture',
    src: image.currentSrc || image.src,
    alt: image.alt,
    crop: cropOf(painted, visible, flipX, flipY),
    ...{ radius: Math.min(radius, visible.width / 2, visible.height / 2), opacity: around.opacity, flipX, flipY },
    line,
    shadow: shadowOf(style.boxShadow, around.opacity),
  }
}

/** The crop from a whole picture to its visible part. A mirrored picture is cut at the other side. */
function cropOf(whole: Rect, part: Rect, flipX: boolean, flipY: boolean): SceneCrop | null {
  const left = (part.x - whole.x) / whole.width
  const top = (part.y - whole.y) / whole.height
  const right = 1 - left - part.width / whole.width
  const bottom = 1 - top - part.height / whole.height
  if ([left, top, right, bottom].every((share) => Math.abs(share) < 0.0005)) return null
  return {
    left: flipX ? right : left,
    right: flipX ? left : right,
    top: flipY ? bottom : top,
    bottom: flipY ? top : bottom,
  }
}
