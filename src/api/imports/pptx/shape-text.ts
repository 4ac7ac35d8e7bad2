import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { colorIn } from './colors.ts'
import { inheritance, isTitle, masterTextStyle, placeholderOf } from './placeholders.ts'
import { relationOf, type SlideContext } from './slide-context.ts'
import { anchorOf, readTextBody, type TextHtml } from './text-html.ts'
import type { Distances } from './text-rectangle.ts'
import { levelStyles } from './text-styles.ts'
import { type Box, emuPerPx } from './units.ts'
import { attr, childrenOf, find, firstNamed, num } from './xml-tree.ts'

/** The usual insets of a text in EMU: at the sides, above and below. */
const [usualSide, usualEdge] = [91_440, 45_720]
const addressForm = /^(https?:\/\/|mailto:|tel:)/i

/** The href of a link: an address, or a slide of the deck. */
export function hrefOf(context: SlideContext, click: XmlElement): string | null {
  const relation = relationOf(context, click, 'id')
  if (relation?.external) return addressForm.test(relation.target) ? relation.target : null
  const number = relation ? context.deck.slideNumbers.get(relation.target) : undefined
  return number === undefined ? null : `#/${number}`
}

/** Reads the text of a shape, with everything that it inherits. Null if it has none. */
export function readShapeText(context: SlideContext, shape: XmlElement): TextHtml | null {
  const body = find(shape, 'txBody')
  if (!body) return null
  const placeholder = placeholderOf(shape)
  const inherited = inheritance(context, shape)
  const lists = inherited.map((one) => find(one, 'txBody', 'lstStyle')).toReversed()
  const color = colorIn(find(shape, 'style', 'fontRef'), context.scheme)
  const { defaultText, scale } = context.deck
  const scheme = isTitle(placeholder) ? context.titleScheme : context.scheme
  const ofMaster = masterTextStyle(context, placeholder)
  // Titles and bodies have the master's styles in place of the presentation's.
  const isStyled = childrenOf(ofMaster).length > 0 && (isTitle(placeholder) || ofMaster?.name === 'bodyStyle')
  const textContext = { scheme, fonts: context.fonts }
  return readTextBody(body, {
    styles: levelStyles([isStyled ? null : defaultText, ofMaster, ...lists], textContext, { color }),
    ...{
      context: textContext,
      scale,
      isTitle: isTitle(placeholder),
      inTable: false,
      shrinks: shrinks(bodyProperties(context, shape)),
    },
    link: (click) => hrefOf(context, click),
  })
}

/** The properties of the bodies that a text inherits, the strongest first. */
export function bodyProperties(context: SlideContext, shape: XmlElement): readonly (XmlElement | null)[] {
  return inheritance(context, shape).map((one) => find(one, 'txBody', 'bodyPr'))
}

const fits: readonly string[] = ['noAutofit', 'normAutofit', 'spAutoFit']

/** Whether a text shrinks to fit its box. */
export function shrinks(properties: readonly (XmlElement | null)[]): boolean {
  for (const element of properties) {
    const fit = firstNamed(element, fits)
    if (fit) return fit.name === 'normAutofit'
  }
  return false
}

function inset(properties: readonly (XmlElement | null)[], name: string, usual: number): number {
  for (const element of properties) {
    const value = num(element, name)
    if (value !== null) return value
  }
  return usual
}

/** The box of the text inside that of its shape; in px. `form`: what the shape's form takes at its sides. */
function textBox(
  box: Box,
  properties: readonly (XmlElement | null)[],
  { factor, shift, form }: { readonly factor: number; readonly shift: number; readonly form: Distances },
): Box {
  const px = (name: string, usual: number) => (inset(properties, name, usual) / emuPerPx) * factor
  const [left, right] = [form.left + px('lIns', usualSide), form.right + px('rIns', usualSide)]
  const [top, bottom] = [form.top + px('tIns', usualEdge), form.bottom + px('bIns', usualEdge)]
  const width = Math.max(8, box.width - left - right)
  const height = Math.max(8, box.height - top - bottom)
  // The insets turn with the shape.
  const angle = (box.rotation * Math.PI) / 180
  const [dx, dy] = [(left - right) / 2, (top - bottom) / 2 + shift]
  const centerX = box.x + box.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle)
  const centerY = box.y + box.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle)
  return { ...box, x: centerX - width / 2, y: centerY - height / 2, width, height }
}

/** A box of text that does not wrap, wide enough for its lines: where it ends they would begin at its left side. */
function widened(box: Box, { widest, align }: TextHtml): Box {
  const more = widest * 1.3 - box.width
  if (more <= 0 || align === 'left' || align === 'justify') return box
  const angle = (box.rotation * Math.PI) / 180
  const [x, width] = [align === 'center' ? 0 : -more / 2, box.width + more]
  return {
    ...box,
    x: box.x - more / 2 + x * Math.cos(angle),
    y: box.y + x * Math.sin(angle),
    width,
  }
}

/** A box whose text is taller than it: text in the middle goes beyond both edges, and text at the bottom goes upward. */
function heightened(box: Box, text: TextHtml, anchor: ReturnType<typeof anchorOf>): Box {
  const more = text.heightIn(box.width) - box.height
  if (more <= 0 || anchor === 'top') return box
  const angle = (box.rotation * Math.PI) / 180
  const height = box.height + more
  // The middle of a box at the bottom moves upward, along its own sides.
  const up = anchor === 'middle' ? 0 : more / 2
  const [dx, dy] = [up * Math.sin(angle), -up * Math.cos(angle)]
  return { ...box, x: box.x + dx, y: box.y + dy - more / 2, height }
}

const turns: Readonly<Record<string, number>> = {
  vert: 90,
  vert270: 270,
  eaVert: 90,
  mongolianVert: 90,
  wordArtVert: 90,
}

/** A box whose text runs vertically: turned, with its sides exchanged. */
function turnedBox(box: Box, direction: string | null): Box {
  const turn = turns[direction ?? ''] ?? 0
  if (turn === 0) return box
  const { x, y, width, height, rotation } = box
  const [centerX, centerY] = [x + width / 2, y + height / 2]
  return {
    ...box,
    x: centerX - height / 2,
    y: centerY - width / 2,
    width: height,
    height: width,
    rotation: (rotation + turn) % 360,
  }
}

function firstOf(properties: readonly (XmlElement | null)[], name: string): string | null {
  for (const element of properties) {
    const value = attr(element, name)
    if (value !== null) return value
  }
  return null
}

/** A block of a shape's text. */
export function textBlockOf(
  context: SlideContext,
  shape: XmlElement,
  { box, form, text }: { readonly box: Box; readonly form: Distances; readonly text: TextHtml },
): Block {
  const properties = bodyProperties(context, shape)
  const direction = firstOf(properties, 'vert')
  const shift = turns[direction ?? ''] ? 0 : text.shift
  const { factor } = context.deck.scale
  const wraps = firstOf(properties, 'wrap') !== 'none'
  const turned = turnedBox(textBox(box, properties, { factor, shift, form }), direction)
  const fitting = shrinks(properties) ? turned : heightened(turned, text, anchorOf(properties))
  const inner = wraps ? fitting : widened(turned, text)
  const columns = num(properties[0], 'numCol') ?? 1
  const isSpaced = text.style.some(([name]) => name === 'white-space')
  const style = [
    ...text.style.filter(([name]) => wraps || name !== 'white-space'),
    ...(wraps ? [] : [['white-space', isSpaced ? 'pre' : 'nowrap'] as const]),
    ...(columns > 1 ? [['column-count', String(columns)] as const] : []),
  ]
  const props = {
    html: text.html,
    fit: shrinks(properties) ? ('shrink' as const) : ('none' as const),
    verticalAlign: anchorOf(properties),
    ...{ padding: 0, placeholder: '' },
  }
  return makeBlock('text', frameOf(inner), props, { style })
}
