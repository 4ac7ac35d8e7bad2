import type { Paint, SceneColor, SceneLine, SceneShadow } from './scene.ts'
import { angle, attributes, emu, share, size, text } from './xml.ts'

/** The colors and fonts of a deck, which become the file's theme. Colors as `#rrggbb`. */
export interface DeckLook {
  readonly name: string
  readonly background: string
  readonly text: string
  readonly heading: string
  readonly link: string
  readonly accents: readonly [string, string, string, string, string, string]
  readonly headingFont: string
  readonly bodyFont: string
}

/** Relative luminance of a color, from 0 to 1. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A color between two others. */
export function mixed(a: string, b: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [one, two] = [Number.parseInt(a.slice(at, at + 2), 16), Number.parseInt(b.slice(at, at + 2), 16)]
    return Math.round(one + (two - one) * part)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Writes colors, lines and effects. A color of the deck's theme refers to it, so that another theme changes it. */
export class Painter {
  readonly look: DeckLook
  readonly #names: ReadonlyMap<string, string>

  constructor(look: DeckLook) {
    this.look = look
    const named: [string, string][] = [
      [look.link, 'hlink'],
      ...look.accents.map((color, index): [string, string] => [color, `accent${index + 1}`]).reverse(),
      [look.heading, 'tx2'],
      [look.background, 'bg1'],
      [look.text, 'tx1'],
    ]
    this.#names = new Map(named.map(([color, name]) => [color.toLowerCase(), name]))
  }

  color({ hex, alpha }: SceneColor): string {
    const inside = alpha >= 0.999 ? '' : `<a:alpha val="${share(Math.max(0, alpha))}"/>`
    const name = this.#names.get(hex)
    const [tag, value] = name === undefined ? ['srgbClr', hex.slice(1).toUpperCase()] : ['schemeClr', name]
    return inside === '' ? `<a:${tag} val="${value}"/>` : `<a:${tag} val="${value}">${inside}</a:${tag}>`
  }

  solid(color: SceneColor): string {
    return `<a:solidFill>${this.color(color)}</a:solidFill>`
  }

  fill(paint: Paint | null): string {
    if (paint === null) return '<a:noFill/>'
    if (!('kind' in paint)) return this.solid(paint)
    const sorted = paint.stops.toSorted((a, b) => a.at - b.at)
    // The format wants the first stop at its beginning, and the last at its end.
    const first = sorted[0]!.at > 0 ? [{ ...sorted[0]!, at: 0 }] : []
    const last = sorted.at(-1)!.at < 1 ? [{ ...sorted.at(-1)!, at: 1 }] : []
    const stops = [...first, ...sorted, ...last].map(
      (stop) => `<a:gs pos="${share(stop.at)}">${this.color(stop)}</a:gs>`,
    )
    const way =
      paint.kind === 'linear'
        ? // CSS counts from upward, the format from rightward.
          `<a:lin ang="${angle(paint.angle - 90)}" scaled="0"/>`
        : '<a:path path="circle"><a:fillToRect l="50000" t="50000" r="50000" b="50000"/></a:path>'
    return `<a:gradFill rotWithShape="1"><a:gsLst>${stops.join('')}</a:gsLst>${way}</a:gradFill>`
  }

  line(line: SceneLine | null, ends = ''): string {
    if (line === null) return '<a:ln><a:noFill/></a:ln>'
    const dash = line.dash === 'solid' ? '' : `<a:prstDash val="${line.dash === 'dashed' ? 'dash' : 'sysDot'}"/>`
    const cap = line.round ? 'rnd' : null
    return `<a:ln${attributes({ w: Math.min(20_116_800, size(line.width)), cap })}>${this.solid(line.color)}${dash}<a:round/>${ends}</a:ln>`
  }

  shadow(shadow: SceneShadow | null): string {
    if (shadow === null) return ''
    const distance = Math.hypot(shadow.x, shadow.y)
    const direction = (Math.atan2(shadow.y, shadow.x) * 180) / Math.PI
    const place = attributes({
      blurRad: size(shadow.blur),
      dist: emu(distance),
      dir: angle(direction),
      algn: 'ctr',
      rotWithShape: 0,
    })
    return `<a:effectLst><a:outerShdw${place}>${this.color(shadow.color)}</a:outerShdw></a:effectLst>`
  }

  /** The typeface of a text: the theme's by reference. */
  font(family: string, isHeading: boolean): string {
    const { headingFont, bodyFont } = this.look
    const isHead = family === headingFont && (isHeading || family !== bodyFont)
    if (isHead) return '<a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/>'
    if (family === bodyFont) return '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/>'
    const name = text(family.slice(0, 80))
    return `<a:latin typeface="${name}"/><a:ea typeface="${name}"/><a:cs typeface="${name}"/>`
  }
}
