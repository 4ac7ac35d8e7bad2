import { styleOf } from './flow-elements.ts'

/**
 * What elements draw on a slide: words, grounds, borders, shadows, pictures and markers, with their places. Compares a
 * slide in its flow with the same slide as blocks, whose markup differs.
 */

/** One thing that is drawn. */
export interface Mark {
  readonly what: 'word' | 'ground' | 'border' | 'shadow' | 'picture' | 'marker' | 'generated' | 'effect'
  /** Its text and styles; two marks with the same look draw the same. */
  readonly look: string
  /** Left, top, right and bottom, in slide px. */
  readonly edges: readonly [number, number, number, number]
}

/** How far an edge may move, in slide px. */
const tolerance = 0.75

interface Around {
  readonly opacity: number
  readonly decoration: string
}

const number = (value: string): number => Number.parseFloat(value) || 0
const isClear = (color: string): boolean => /^transparent$|(?:,|\/)\s*0\)$/.test(color)
const sides = ['top', 'right', 'bottom', 'left'] as const

/** Collects the marks of elements in document order. */
class Marks {
  readonly found: Mark[] = []
  readonly #origin: DOMRect
  readonly #range: Range

  constructor(section: Element) {
    this.#origin = section.parentElement!.getBoundingClientRect()
    this.#range = section.ownerDocument.createRange()
  }

  #add(what: Mark['what'], look: string, { left, top, right, bottom }: DOMRect | Edges): void {
    const [x, y] = [this.#origin.left, this.#origin.top]
    this.found.push({ what, look, edges: [left - x, top - y, right - x, bottom - y] })
  }

  element(element: Element, around: Around): void {
    if (element.matches('script, style, template, .slide-footer, .code-step')) return
    const style = styleOf(element)
    if (style.display === 'none' || style.visibility === 'hidden') return
    const opacity = around.opacity * number(style.opacity)
    const line = style.textDecorationLine === 'none' ? '' : `${style.textDecorationLine} ${style.textDecorationColor}`
    const inside = { opacity, decoration: around.decoration + line }
    const box = element.getBoundingClientRect()
    const shown = opacity.toFixed(2)
    this.#paint(style, box, shown)
    this.#generated(element, style, box, shown)
    if (element.matches('img, video, iframe, audio, canvas, svg, hr, object')) {
      this.#picture(element, style, box, shown)
      return
    }
    const font = fontOf(style, inside)
    for (const node of element.childNodes) {
      if (node.nodeType === 3) this.#words(node as Text, font)
      else if (node.nodeType === 1) this.element(node as Element, inside)
    }
  }

  #paint(style: CSSStyleDeclaration, box: DOMRect, opacity: string): void {
    const radius = radiusOf(style, box)
    if (!isClear(style.backgroundColor) || style.backgroundImage !== 'none') {
      const image = style.backgroundImage === 'none' ? '' : `${style.backgroundImage} ${style.backgroundSize}`
      this.#add('ground', [style.backgroundColor, image, style.backgroundClip, radius, opacity].join(' '), box)
    }
    const borders = sides.map((side) => {
      const [width, kind, color] = ['width', 'style', 'color'].map((name) =>
        style.getPropertyValue(`border-${side}-${name}`),
      ) as [string, string, string]
      return number(width) === 0 || kind === 'none' || kind === 'hidden' || isClear(color)
        ? '-'
        : `${width} ${kind} ${color}`
    })
    if (borders.some((border) => border !== '-')) this.#add('border', [...borders, radius, opacity].join(' '), box)
    if (style.boxShadow !== 'none') this.#add('shadow', `${style.boxShadow} ${radius} ${opacity}`, box)
    const effects = ['transform', 'filter', 'clip-path', 'mask-image', 'mix-blend-mode', 'backdrop-filter']
      .map((name) => style.getPropertyValue(name))
      .filter((value) => !/^(?:none|normal|)$/.test(value))
    if (effects.length > 0) this.#add('effect', effects.join(' '), box)
  }

  #picture(element: Element, style: CSSStyleDeclaration, box: DOMRect, opacity: string): void {
    const inset = (side: (typeof sides)[number]) =>
      number(style.getPropertyValue(`padding-${side}`)) + number(style.getPropertyValue(`border-${side}-width`))
    const [top, right, bottom, left] = sides.map(inset) as [number, number, number, number]
    const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
    const fit = element.matches('img, video') ? `${style.objectFit} ${style.objectPosition}` : ''
    const drawn = element.localName === 'svg' ? `${style.color} ${style.fill} ${style.stroke}` : ''
    this.#add('picture', [element.localName, source, fit, drawn, opacity].join(' '), {
      ...{ left: box.left + left, top: box.top + top },
      ...{ right: box.right - right, bottom: box.bottom - bottom },
    })
  }

  #generated(element: Element, style: CSSStyleDeclaration, box: DOMRect, opacity: string): void {
    if (style.display === 'list-item' && (style.listStyleType !== 'none' || style.listStyleImage !== 'none')) {
      const { color, content, fontSize } = styleOf(element, '::marker')
      const kind = [style.listStyleType, style.listStyleImage, style.listStylePosition]
      this.#add('marker', [...kind, color, content, rounded(fontSize), opacity].join(' '), box)
    }
    for (const pseudo of ['::before', '::after']) {
      const own = styleOf(element, pseudo)
      if (/^(?:none|normal|)$/.test(own.content) || own.display === 'none') continue
      const look = [own.content, own.color, rounded(own.fontSize), own.fontFamily, own.backgroundColor, own.opacity]
      const place = [own.backgroundImage, own.position, own.display, own.transform].join(' ')
      this.#add('generated', `${look.join(' ')} ${place} ${opacity}`, box)
    }
  }

  #words(node: Text, font: string): void {
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      this.#range.setStart(node, index)
      this.#range.setEnd(node, index + word.length)
      this.#add('word', `${word} ${font}`, this.#range.getBoundingClientRect())
    }
  }
}

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const rounded = (size: string): string => number(size).toFixed(1)

function fontOf(style: CSSStyleDeclaration, { opacity, decoration }: Around): string {
  const fill = style.getPropertyValue('-webkit-text-fill-color')
  return [
    ...[style.color, fill, style.fontFamily, rounded(style.fontSize), style.fontWeight, style.fontStyle],
    ...[style.textTransform, style.textShadow, decoration, opacity.toFixed(2)],
  ].join(' ')
}

/** The radius of a box's corners in px, which styles give in px or as a share of the box. */
function radiusOf(style: CSSStyleDeclaration, box: DOMRect): string {
  const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => {
    const [first = '0', second = first] = style.getPropertyValue(`border-${corner}-radius`).split(' ')
    const length = (value: string, side: number) =>
      Math.min(value.endsWith('%') ? (number(value) * side) / 100 : number(value), side / 2)
    return `${Math.round(length(first, box.width))}/${Math.round(length(second, box.height))}`
  })
  return corners.join(' ')
}

/** What an element of a slide draws, its text and pictures included. */
export function marksOf(element: Element, section: Element): readonly Mark[] {
  const marks = new Marks(section)
  let opacity = 1
  for (let up = element.parentElement; up && section.contains(up); up = up.parentElement)
    opacity *= number(styleOf(up).opacity)
  marks.element(element, { opacity, decoration: '' })
  return marks.found
}

const isNear = (one: Mark, two: Mark): boolean =>
  one.edges.every((edge, index) => Math.abs(edge - two.edges[index]!) <= tolerance)

/** Two marks that should be the same; one of them may be missing. */
export type Difference = readonly [Mark?, Mark?]

/** The first difference between two drawings; null if they look the same. */
export function differenceOf(before: readonly Mark[], after: readonly Mark[]): Difference | null {
  for (const what of ['word', 'picture', 'ground', 'border', 'shadow', 'marker', 'generated', 'effect'] as const) {
    const [was, is] = [before, after].map((marks) => marks.filter((mark) => mark.what === what)) as [Mark[], Mark[]]
    for (let index = 0; index < Math.max(was.length, is.length); index++) {
      const [one, two] = [was[index], is[index]]
      if (!one || !two || one.look !== two.look || !isNear(one, two)) return [one, two]
    }
  }
  return null
}
