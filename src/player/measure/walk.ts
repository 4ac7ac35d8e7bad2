import type {
  FormItem,
  MediaItem,
  RasterItem,
  Rect,
  SceneItem,
  SceneParagraph,
  TextItem,
} from '../../document/powerpoint/scene.ts'
import { type Around, baseOf, inside, radiusOf, rasterIn, rectIn } from './around.ts'
import { borderOf, fillOf, sameLine, shadowOf } from './paint.ts'
import { isInline, isPlain } from './plain.ts'
import { formulaBox, latexOf, specialItems } from './specials.ts'
import { TextCollector } from './text.ts'

/** Adds what an element paints, in the order in which it is painted. */
export function visit(element: Element, around: Around, out: SceneItem[]): void {
  const style = getComputedStyle(element)
  if (style.display === 'none' || Number(style.opacity) === 0) return
  const inner = inside(element, style, around)
  const turned = around.slide.rotations.get(element)
  if (!turned) {
    addContent(element, style, inner, out)
    return
  }
  const origin = { x: around.origin.x - turned.x, y: around.origin.y - turned.y }
  const moved = { ...inner, origin, clip: null }
  const items: SceneItem[] = []
  addContent(element, style, moved, items)
  const rect = rectIn(moved, element.getBoundingClientRect())
  if (items.length > 0) out.push({ ...baseOf(moved, rect), kind: 'group', rotation: turned.degrees, items })
}

function addContent(element: Element, style: CSSStyleDeclaration, around: Around, out: SceneItem[]): void {
  const isVisible = style.visibility !== 'hidden'
  const found = isVisible ? specialItems(element, style, around) : null
  if (isVisible && element.localName !== 'img') addDecoration(element, style, around, out)
  if (found) {
    out.push(...found)
    return
  }
  addChildren(element, around, out)
  const type = element.getAttribute('data-block-type')
  if (type === 'video' || type === 'audio') out.push(playerOf(element, type, around))
}

/** A video or sound block, besides the card that stands for it in files: its exporter chooses. */
function playerOf(element: Element, media: 'video' | 'audio', around: Around): MediaItem {
  const rect = rectIn(around, element.getBoundingClientRect())
  return { ...baseOf(around, rect), kind: 'media', media, src: '', poster: '', number: rasterIn(around, element, rect) }
}

/** Ground, borders and shadow of a box. */
function addDecoration(element: Element, style: CSSStyleDeclaration, around: Around, out: SceneItem[]): void {
  if (element.localName === 'svg' && !element.parentElement) return
  const box = element.getBoundingClientRect()
  const rect = rectIn(around, box)
  if (rect.width < 0.5 || rect.height < 0.5) return
  const { fill, isMore } = fillOf(style, rect.width, rect.height, around.opacity)
  const sides = (['top', 'right', 'bottom', 'left'] as const).map((side) => borderOf(style, side, around.opacity))
  const even = sides.every((side) => sameLine(side, sides[0]!))
  const line = even ? sides[0]! : null
  const shadow = shadowOf(style.boxShadow, around.opacity)
  if (isMore) {
    const number = rasterIn(around, element, rect, { self: true })
    out.push({ ...baseOf(around, rect), kind: 'raster', number, reason: 'background picture', alt: '' })
  } else if (fill || line || shadow) {
    const radius = radiusOf(style, rect)
    // The outline is drawn around the middle of the border.
    const inset = line ? line.width / 2 : 0
    const isRound = radius > 0 && Math.abs(radius * 2 - rect.width) < 1 && Math.abs(radius * 2 - rect.height) < 1
    const preset = isRound ? 'ellipse' : radius > 0 ? 'roundRect' : 'rect'
    const drawn = grown(rect, -inset)
    out.push({
      ...baseOf(around, drawn),
      ...{ kind: 'form', preset, radius: Math.max(0, radius - inset), path: '', fill, line, shadow },
    })
  }
  if (!even) out.push(...sideForms(rect, sides, around))
}

function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + by * 2, height: rect.height + by * 2 }
}

/** Borders of which a box has only some, as bars. */
function sideForms(rect: Rect, sides: readonly ReturnType<typeof borderOf>[], around: Around): FormItem[] {
  const [top, right, bottom, left] = sides
  const bar = (line: ReturnType<typeof borderOf> | undefined, place: (width: number) => Rect): FormItem[] =>
    line
      ? [
          {
            ...baseOf(around, place(line.width)),
            ...{ kind: 'form', preset: 'rect', radius: 0, path: '', fill: line.color, line: null, shadow: null },
          },
        ]
      : []
  return [
    ...bar(top, (width) => ({ ...rect, height: width })),
    ...bar(bottom, (width) => ({ ...rect, y: rect.y + rect.height - width, height: width })),
    ...bar(left, (width) => ({ ...rect, width })),
    ...bar(right, (width) => ({ ...rect, x: rect.x + rect.width - width, width })),
  ]
}

/** The nodes of an element in painting order. */
function paintOrder(element: Element): Node[] {
  const nodes = Array.from(element.childNodes)
  const order = (node: Node): number => {
    if (!(node instanceof Element)) return 0
    const style = getComputedStyle(node)
    return style.position === 'static' ? 0 : Number(style.zIndex) || 0
  }
  const orders = new Map(nodes.map((node) => [node, order(node)]))
  return nodes.some((node) => orders.get(node) !== 0)
    ? nodes.toSorted((a, b) => orders.get(a)! - orders.get(b)!)
    : nodes
}

/** Whether an element is a title of a slide without blocks: a text of its own. */
function isTitle(node: Node): boolean {
  return node instanceof Element && /^h[1-3]$/.test(node.localName) && node.closest('.block-content') === null
}

function addChildren(element: Element, around: Around, out: SceneItem[]): void {
  let formulas: SceneItem[] = []
  const start = () => new TextCollector((formula, at) => formulas.push(formulaPicture(formula, at)))
  let texts = start()
  const flush = () => {
    texts.end()
    if (texts.paragraphs.length > 0) out.push(...textItems(texts.paragraphs, element, around))
    out.push(...formulas)
    texts = start()
    formulas = []
  }
  for (const node of paintOrder(element)) {
    if (node instanceof Element) {
      const style = getComputedStyle(node)
      if (style.display === 'none' || node.localName === 'aside') continue
      if (!isPlain(node)) {
        flush()
        visit(node, around, out)
        continue
      }
      const isAlone = isTitle(node)
      if (isAlone) flush()
      if (isInline(style)) texts.add(node, element, around)
      else texts.addBlock(node, around)
      if (isAlone) flush()
    } else texts.add(node, element, around)
  }
  flush()
}

/** A picture of a formula within a text, whose place the text leaves free. */
function formulaPicture(formula: Element, around: Around): RasterItem {
  const rect = grown(rectIn(around, formulaBox(formula)), 2)
  const alt = latexOf(formula)
  return {
    ...baseOf(around, rect),
    kind: 'raster',
    number: rasterIn(around, formula, rect),
    reason: 'formula within text',
    alt,
  }
}

/** The purpose of a text in a slide's footer, if it is the only one at its place. */
function footerOf(element: Element): TextItem['footer'] {
  if (element.classList.contains('sheet-number')) return 'number'
  if (!element.closest('.slide-footer') || element.children.length !== 1) return undefined
  const [only] = element.children
  if (only!.classList.contains('footer-number')) return 'number'
  return only!.localName === 'time' ? 'date' : 'text'
}

function textItems(paragraphs: readonly SceneParagraph[], element: Element, around: Around): SceneItem[] {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines)
  if (lines.length === 0) return []
  const x = Math.min(...paragraphs.map(({ left }) => left), ...lines.map(({ left }) => left))
  const right = Math.max(...paragraphs.map((one) => one.right), ...lines.map((line) => line.right))
  const y = Math.min(...lines.map((line) => line.baseline - line.size))
  const bottom = Math.max(...lines.map((line) => line.baseline + line.size * 0.25))
  const fragments = new Set(paragraphs.map(({ fragment }) => fragment))
  const base = baseOf(around, { x, y, width: right - x, height: bottom - y })
  const fragment = fragments.size === 1 ? [...fragments][0]! : base.fragment
  const footer = footerOf(element)
  return [{ ...base, fragment, kind: 'text', text: { paragraphs }, ...(footer ? { footer } : {}) }]
}
