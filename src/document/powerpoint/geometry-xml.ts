import { segmentsOf } from './path.ts'
import type { FormItem, Preset, Rect } from './scene.ts'
import { angle, attributes, emu, size } from './xml.ts'

/** Place and size, with rotation and mirroring. */
export function transformXml(
  rect: Rect,
  options: {
    readonly rotation?: number | undefined
    readonly flipX?: boolean
    readonly flipY?: boolean
    readonly tag?: 'a' | 'p'
  } = {},
): string {
  const values = attributes({
    rot: options.rotation ? angle(options.rotation) : null,
    flipH: options.flipX ? 1 : null,
    flipV: options.flipY ? 1 : null,
  })
  const tag = options.tag ?? 'a'
  return `<${tag}:xfrm${values}><a:off x="${emu(rect.x)}" y="${emu(rect.y)}"/><a:ext cx="${size(rect.width)}" cy="${size(rect.height)}"/></${tag}:xfrm>`
}

/** A preset geometry. `radius` in px, for rounded rectangles. */
export function presetXml(
  preset: Preset | 'line' | 'bentConnector3' | 'curvedConnector3',
  rect: Rect,
  radius = 0,
): string {
  const shorter = Math.min(rect.width, rect.height)
  const adjust = shorter > 0 ? Math.min(50_000, Math.round((radius / shorter) * 100_000)) : 0
  const guides = preset === 'roundRect' ? `<a:avLst><a:gd name="adj" fmla="val ${adjust}"/></a:avLst>` : '<a:avLst/>'
  return `<a:prstGeom prst="${preset}">${guides}</a:prstGeom>`
}

/** A geometry along path data in slide px. Texts are in the whole box. */
export function customXml(path: string, rect: Rect, isFilled: boolean): string {
  const point = ([x, y]: readonly [number, number]): string => `<a:pt x="${emu(x - rect.x)}" y="${emu(y - rect.y)}"/>`
  const segments = segmentsOf(path)
  // A path begins with a move.
  const commands = segments.map((segment) => {
    if (segment.kind === 'Z') return '<a:close/>'
    if (segment.kind === 'C')
      return `<a:cubicBezTo>${point(segment.one)}${point(segment.two)}${point(segment.to)}</a:cubicBezTo>`
    return segment.kind === 'M' ? `<a:moveTo>${point(segment.to)}</a:moveTo>` : `<a:lnTo>${point(segment.to)}</a:lnTo>`
  })
  const values = attributes({ w: size(rect.width), h: size(rect.height), fill: isFilled ? null : 'none' })
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/>${connectionSites(rect)}<a:rect l="0" t="0" r="r" b="b"/><a:pathLst><a:path${values}>${commands.join('')}</a:path></a:pathLst></a:custGeom>`
}

/** The middles of the sides, which lines may be tied to: top, left, bottom, right, as presets number them. */
function connectionSites({ width, height }: Rect): string {
  const site = (x: number, y: number, degrees: number): string =>
    `<a:cxn ang="${angle(degrees)}"><a:pos x="${emu(x)}" y="${emu(y)}"/></a:cxn>`
  const sites = [
    site(width / 2, 0, 270),
    site(0, height / 2, 180),
    site(width / 2, height, 90),
    site(width, height / 2, 0),
  ]
  return `<a:cxnLst>${sites.join('')}</a:cxnLst>`
}

export function formGeometry(form: FormItem): string {
  return form.preset
    ? presetXml(form.preset, form.rect, form.radius)
    : customXml(form.path, form.rect, form.fill !== null)
}
