import type { LineProps } from '../../../blocks/line/block.ts'
import { withLinePoints } from '../../../blocks/line/block.ts'
import type { LineHead } from '../../../blocks/line/line-path.ts'
import { renderShapeGradient } from '../../../blocks/shape/gradient-fill.ts'
import { shapes } from '../../../blocks/shape/shapes.ts'
import type { Block } from '../../../document/deck-model.ts'
import { parseGradient } from '../../../document/gradient.ts'
import { escapeAttribute } from '../../../document/html.ts'
import { newBlockId } from '../../../document/ids.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { makeBlock, plainPicture } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { cssColor, literalColor } from './colors.ts'
import { areaOf, type DrawnPath, placeOfArea } from './drawn-path.ts'
import { type Fill, fillElement, type Outline, readFill, readOutline, referencedFill, shadowOf } from './fills.ts'
import { type Geometry, readGeometry } from './geometry.ts'
import { pictureOfFill } from './pictures.ts'
import { inheritance, nonVisual } from './placeholders.ts'
import { bodyProperties, hrefOf, readShapeText, shrinks, textBlockOf } from './shape-text.ts'
import type { SlideContext } from './slide-context.ts'
import type { TextHtml } from './text-html.ts'
import { anchorOf } from './text-html.ts'
import { type Distances, textDistances } from './text-rectangle.ts'
import { type Box, emuPerPx, rounded } from './units.ts'
import { attr, find } from './xml-tree.ts'

const { shapeSteps } = readerLimits.presentation

/** What a shape looks like, without its text. */
interface Look {
  readonly fill: Fill | null
  readonly outline: Outline | null
  readonly shadow: string
  readonly link: string
}

/** The name that the author gave a shape. */
export function nameOf(shape: XmlElement): string {
  return (attr(find(nonVisual(shape), 'cNvPr'), 'name') ?? '').slice(0, 100)
}

/** The text for those who do not see a shape. */
export function altOf(shape: XmlElement): string {
  return (attr(find(nonVisual(shape), 'cNvPr'), 'descr') ?? '').slice(0, 1_000)
}

/** The fill of a shape: its own, that of its style, or of the placeholders that it inherits from. */
function fillOf(context: SlideContext, inherited: readonly XmlElement[], group: Fill | null): Fill | null {
  for (const [index, one] of inherited.entries()) {
    const own = readFill(fillElement(find(one, 'spPr')), context, null, group)
    if (own) return own
    const styled = index === 0 ? referencedFill(find(one, 'style', 'fillRef'), context) : null
    if (styled) return styled
  }
  return null
}

function lookOf(context: SlideContext, shape: XmlElement, group: Fill | null): Look {
  const inherited = inheritance(context, shape)
  const { factor } = context.deck.scale
  const lined = inherited.find((one) => find(one, 'spPr', 'ln')) ?? shape
  const click = find(nonVisual(shape), 'cNvPr', 'hlinkClick')
  return {
    fill: fillOf(context, inherited, group),
    outline: readOutline(find(lined, 'spPr', 'ln'), find(shape, 'style', 'lnRef'), context),
    shadow: shadowOf(
      find(shape, 'spPr'),
      context,
      (emu) => (emu / emuPerPx) * factor,
      find(shape, 'style', 'effectRef'),
    ),
    link: (click && hrefOf(context, click)) ?? '',
  }
}

const visible = ({ fill, outline }: Look): boolean => (fill !== null && fill.kind !== 'none') || outline !== null

function outlineWidth(outline: Outline | null, factor: number): number {
  return outline ? Math.max(0.5, rounded((outline.width / emuPerPx) * factor)) : 0
}

function cssFill(fill: Fill | null): string {
  if (!fill || fill.kind === 'none' || fill.kind === 'picture' || fill.kind === 'background') return 'none'
  return fill.kind === 'color' ? cssColor(fill.color) : fill.css
}

/** A shape of the editor. Its outline stands half outside of its box in the file, and inside its frame here. */
function formBlock(geometry: Extract<Geometry, { kind: 'form' }>, look: Look, box: Box, factor: number): Block {
  const width = outlineWidth(look.outline, factor)
  const outer = {
    ...box,
    x: box.x - width / 2,
    y: box.y - width / 2,
    width: box.width + width,
    height: box.height + width,
  }
  const props = {
    ...{ shape: geometry.shape, fill: cssFill(look.fill), stroke: look.outline ? cssColor(look.outline.color) : '' },
    ...{ strokeWidth: width, dash: look.outline?.dash ?? 'solid', radius: geometry.radius, text: '', link: look.link },
  }
  const flips = [...(box.flipX ? ['scaleX'] : []), ...(box.flipY ? ['scaleY'] : [])]
  // Forms that are the same when mirrored need no flip.
  const symmetric = /^(rectangle|rounded|pill|ellipse|diamond|ring|frame|plus|cross)$/.test(geometry.shape)
  if (flips.length > 0 && !symmetric) return mirroredForm(geometry, look, box, factor)
  return makeBlock('shape', frameOf(outer), props)
}

/** A mirrored form, as a drawing: shapes of the editor cannot be mirrored. */
function mirroredForm(geometry: Extract<Geometry, { kind: 'form' }>, look: Look, box: Box, factor: number): Block {
  const d = shapes[geometry.shape].path(box.width, box.height, geometry.radius)
  return drawingBlock([{ d, filled: true, stroked: true }], look, box, factor)
}

/** Draws paths as one picture with colors that can be edited. */
function drawingBlock(paths: readonly DrawnPath[], look: Look, box: Box, factor: number): Block {
  const width = outlineWidth(look.outline, factor)
  const pad = width / 2
  const { left, top, right, bottom } = areaOf(paths, box)
  const padded = { left: left - pad, top: top - pad, right: right + pad, bottom: bottom + pad }
  const outer = placeOfArea(padded, box)
  const solid = look.fill?.kind === 'color' ? literalColor(look.fill.color) : 'none'
  const gradient = look.fill?.kind === 'gradient' ? parseGradient(look.fill.css) : null
  const id = `fill-${newBlockId()}`
  const defined = gradient ? renderShapeGradient(gradient, id, [box.width, box.height]) : ''
  const inside = gradient ? `url(#${id})` : solid
  const stroke = look.outline ? literalColor(look.outline.color) : 'none'
  const dashes: Readonly<Record<string, string>> = {
    dashed: `${width * 4} ${width * 3}`,
    dotted: `${width} ${width * 2}`,
  }
  const dash = look.outline ? dashes[look.outline.dash] : undefined
  const markup = paths.map(({ d, filled, stroked }) => {
    const line =
      stroked && look.outline
        ? ` stroke="${escapeAttribute(stroke)}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash}"` : ''}`
        : ''
    return `<path d="${d}" fill="${escapeAttribute(filled ? inside : 'none')}" fill-rule="evenodd"${line}></path>`
  })
  const view = [padded.left, padded.top, Math.max(1, outer.width), Math.max(1, outer.height)].map(rounded).join(' ')
  const drawing = { viewBox: view, markup: defined + markup.join('') }
  const props = { ...plainPicture, src: '', alt: '', link: look.link, flipX: box.flipX, flipY: box.flipY, drawing }
  return makeBlock('image', frameOf(outer), props)
}

const heads: Readonly<Record<string, LineHead>> = {
  ...{ triangle: 'triangle', stealth: 'triangle', arrow: 'arrow', diamond: 'diamond', oval: 'circle' },
}

/** A line from one corner of its box to the other. */
export function lineBlock(
  form: LineProps['form'],
  look: Pick<Look, 'outline' | 'link'>,
  box: Box,
  factor: number,
): Block {
  const { x, y, width, height, rotation, flipX, flipY } = box
  const turn = (rotation * Math.PI) / 180
  const [centerX, centerY] = [x + width / 2, y + height / 2]
  const corner = (right: boolean, low: boolean) => {
    const [dx, dy] = [right !== flipX ? width / 2 : -width / 2, low !== flipY ? height / 2 : -height / 2]
    return {
      x: centerX + dx * Math.cos(turn) - dy * Math.sin(turn),
      y: centerY + dx * Math.sin(turn) + dy * Math.cos(turn),
    }
  }
  const line = makeBlock('line', frameOf({ ...box, rotation: 0 }), {
    ...{
      points: [],
      form,
      start: heads[look.outline?.head ?? ''] ?? 'none',
      end: heads[look.outline?.tail ?? ''] ?? 'none',
    },
    ...{ dash: look.outline?.dash ?? 'solid', color: look.outline ? cssColor(look.outline.color) : '' },
    ...{ width: outlineWidth(look.outline, factor) || 1, from: null, to: null, link: look.link },
  } satisfies LineProps)
  return withLinePoints(line as Block<LineProps>, [corner(false, false), corner(true, true)]) as Block
}

/** The text in a shape of the editor, if it stands in the middle, and has no insets of its own that would break its lines elsewhere. */
function withText(
  context: SlideContext,
  shape: XmlElement,
  block: Block,
  { box, form, text }: { readonly box: Box; readonly form: Distances; readonly text: TextHtml },
): Block | null {
  const properties = bodyProperties(context, shape)
  const plain =
    block.type === 'shape' && anchorOf(properties) === 'middle' && !properties.some((one) => attr(one, 'vert'))
  if (!plain || shrinks(properties)) return null
  const sides = form.left + form.right
  if (sides > 4 && text.widest > (box.width - sides) * 0.8) return null
  return { ...block, style: [...block.style, ...text.style], props: { ...(block.props as object), text: text.html } }
}

/** Cuts a picture to the form that it fills. */
function clipOf(geometry: Geometry, { width, height }: Box): Block['style'] {
  if (geometry.kind === 'line' || (geometry.kind === 'form' && geometry.shape === 'rectangle')) return []
  const d =
    geometry.kind === 'path'
      ? geometry.paths.map((path) => path.d).join('')
      : shapes[geometry.shape].path(width, height, geometry.radius)
  return [['clip-path', `path("${d}")`]]
}

async function bodyBlock(
  context: SlideContext,
  geometry: Geometry,
  look: Look,
  box: Box,
  shape: XmlElement,
): Promise<Block[]> {
  const { factor } = context.deck.scale
  if (!visible(look)) return []
  if (look.fill?.kind === 'picture') {
    const picture = await pictureOfFill(context, look.fill.blip, box, altOf(shape))
    const cut = { ...picture, style: [...picture.style, ...clipOf(geometry, box)] }
    if (!look.outline || geometry.kind === 'line') return [cut]
    const framed = { ...look, fill: null }
    const frame =
      geometry.kind === 'form'
        ? formBlock(geometry, framed, box, factor)
        : drawingBlock(geometry.paths, framed, box, factor)
    return [cut, frame]
  }
  const block =
    geometry.kind === 'form'
      ? formBlock(geometry, look, box, factor)
      : geometry.kind === 'path'
        ? drawingBlock(geometry.paths, look, box, factor)
        : lineBlock(geometry.form, look, box, factor)
  const style = look.shadow === '' ? [] : [['filter', `drop-shadow(${look.shadow})`] as const]
  return [{ ...block, style: [...style, ...block.style] }]
}

/** The blocks of a shape: its form, and its text if that has a place of its own. Throws TooMuch. */
export async function shapeBlocks(
  context: SlideContext,
  shape: XmlElement,
  box: Box,
  group: Fill | null,
): Promise<Block[]> {
  context.work.step(shapeSteps)
  const blocks = await blocksOf(context, shape, box, group)
  context.work.made(blocks)
  return blocks
}

async function blocksOf(context: SlideContext, shape: XmlElement, box: Box, group: Fill | null): Promise<Block[]> {
  const inherited = inheritance(context, shape)
  const drawn = inherited.find((one) => find(one, 'spPr', 'prstGeom') ?? find(one, 'spPr', 'custGeom')) ?? shape
  const { geometry, isKnown } = readGeometry(find(drawn, 'spPr'), box.width, box.height, context.work)
  const look = lookOf(context, shape, group)
  const text = readShapeText(context, shape)
  const [body, ...frames] = await bodyBlock(context, geometry, look, box, shape)
  if (body && !isKnown) context.remarks.add(`“${nameOf(shape) || 'A shape'}” has a form that became a rectangle`)
  const named = body && { ...body, name: nameOf(shape) }
  if (!text || text.isEmpty) return named ? [named, ...frames] : []
  const placed = { box, form: textDistances(find(drawn, 'spPr'), box.width, box.height), text }
  const joined = named && withText(context, shape, named, placed)
  if (joined) return [joined]
  const words = { ...textBlockOf(context, shape, placed), name: nameOf(shape) }
  return named ? [named, ...frames, words] : [words]
}
